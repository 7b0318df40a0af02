type Kept<A> = { answer: A | undefined; isFailed: boolean; turn: number }

type Options<Q, A> = {
  /** Equal questions have one key. */
  keyOf: (question: Q) => string
  /** Resolves to undefined without an answer. */
  ask: (question: Q) => Promise<A | undefined>
  onChange: () => void
}

/** At most this many answers are kept. */
const keptMax = 300

export type Asker<Q, A> = ReturnType<typeof asker<Q, A>>

/**
 * Asks for what is shown now, and then for what may come next: one question at a time, and the newest `now` before everything else. An answer
 * is kept under its own question, so a slow one replaces none of another question, nor a newer one of its own. What was asked is asked again
 * only after `refresh`; until then, and while it is asked, the last answer stays.
 */
export function asker<Q, A>({ keyOf, ask, onChange }: Options<Q, A>) {
  const kept = new Map<string, Kept<A>>()
  const since = { now: 0, next: 0 }
  let wanted: { now: Q | undefined; next: readonly Q[] } = { now: undefined, next: [] }
  let turn = 0
  let isBusy = false

  const isDue = (question: Q, from: number): boolean => (kept.get(keyOf(question))?.turn ?? -1) < from

  function following(): Q | undefined {
    const { now, next } = wanted
    if (now !== undefined && isDue(now, since.now)) return now
    return next.find((question) => isDue(question, since.next))
  }

  async function run(): Promise<void> {
    if (isBusy) return
    isBusy = true
    for (let question = following(); question !== undefined; question = following()) {
      const key = keyOf(question)
      const asked = turn
      const answer = await ask(question).catch(() => undefined)
      const before = kept.get(key)
      kept.delete(key)
      kept.set(key, { answer: answer ?? before?.answer, isFailed: answer === undefined, turn: asked })
      if (kept.size > keptMax) kept.delete(kept.keys().next().value ?? '')
      onChange()
    }
    isBusy = false
  }

  return {
    /** Wants the answer to `now`, and after it those to `next` in their order. What was wanted before is not asked any more. */
    want(now: Q | undefined, next: readonly Q[] = []): void {
      wanted = { now, next }
      void run()
    },
    /** Lets `now` be asked again, because its answer may have changed; or what comes next. */
    refresh(which: 'now' | 'next'): void {
      since[which] = ++turn
      void run()
    },
    /** The last answer to a question, and whether a newer one is on its way. */
    read(question: Q): { answer: A | undefined; isFailed: boolean; isOld: boolean } {
      const found = kept.get(keyOf(question))
      return {
        answer: found?.answer,
        isFailed: found?.isFailed ?? false,
        isOld: isDue(question, since.now),
      }
    },
  }
}
