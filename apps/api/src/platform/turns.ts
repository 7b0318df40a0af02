/** Refuses a command whose bettor has too many waiting commands, or that waited too long for its turn. The command never ran. */
export class TooManyWaiting extends Error {
  /** Fastify's name for the status of an error that a handler throws. */
  readonly statusCode = 429
  /** In milliseconds. */
  readonly retryAfter = 1000
}

/**
 * A command in the queue. Commands in flight with an equal `same` share one place and its answer; undefined shares with none. `first` is
 * for one that comes back from a delay and was let in before: the next turn is its own, so that no flood of its bettor's can make it fail.
 * `most` lets fewer commands wait before this one than the queue has places for.
 */
export type Place = {
  readonly key: string
  readonly same: string | undefined
  readonly first?: boolean
  readonly most?: number
}

/**
 * Runs the commands of one key, for example of one bettor, one after the other; keys do not wait for each other. A waiting command
 * uses memory only. Throws `TooManyWaiting` where too many commands of the key wait, or where the turn does not come in time.
 */
export type Turns = {
  /** Runs `work` after all earlier work of its key has ended. */
  alone<R>(place: Place, work: () => Promise<R>): Promise<R>
  /**
   * A kind of work of which up to `most` neighbours in a queue share one turn: `run` gets them together and answers each in the
   * given order. The turn ends with the last answer.
   */
  shared<T, R>(most: number, run: (items: readonly T[]) => readonly Promise<R>[]): (place: Place, item: T) => Promise<R>
}

type Kind = { readonly most: number; readonly run: (items: readonly Waiting[]) => readonly Promise<unknown>[] }
type Waiting = {
  readonly kind: Kind
  readonly work: unknown
  readonly resolve: (answer: unknown) => void
  readonly reject: (fault: unknown) => void
  late: NodeJS.Timeout | undefined
}
type Line = { waiting: Waiting[]; running: boolean; readonly inFlight: Map<string, Promise<unknown>> }

/** Turns within this process. `placesMax` counts waiting commands, not the running one. */
export function turnsInMemory({ placesMax = 200, waitMsMax = 10_000 } = {}): Turns {
  const lines = new Map<string, Line>()

  function join<R>({ key, same, first = false, most = placesMax }: Place, kind: Kind, work: unknown): Promise<R> {
    const line = lines.get(key) ?? { waiting: [], running: false, inFlight: new Map<string, Promise<unknown>>() }
    const existing = same === undefined ? undefined : line.inFlight.get(same)
    if (existing) return existing as Promise<R>
    if (!first && line.waiting.length >= Math.min(most, placesMax))
      return Promise.reject(new TooManyWaiting('too many commands of one bettor wait'))
    lines.set(key, line)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const waiting: Waiting = { kind, work, resolve, reject, late: undefined }
    if (first) line.waiting.unshift(waiting)
    else line.waiting.push(waiting)
    if (same !== undefined) {
      line.inFlight.set(same, promise)
      const leave = () => void line.inFlight.delete(same)
      promise.then(leave, leave)
    }
    if (line.running) waiting.late = setTimeout(() => giveUp(line, waiting), waitMsMax)
    else begin(key, line)
    return promise as Promise<R>
  }

  function giveUp(line: Line, waiting: Waiting): void {
    line.waiting.splice(line.waiting.indexOf(waiting), 1)
    waiting.reject(new TooManyWaiting('the turn did not come in time'))
  }

  /** Begins the next turn in the next iteration of the event loop, so that commands that arrive together share it. */
  function begin(key: string, line: Line): void {
    line.running = true
    setImmediate(() => {
      const [first] = line.waiting
      if (!first) return void lines.delete(key)
      const others = line.waiting.findIndex((one) => one.kind !== first.kind)
      const together = line.waiting.splice(0, Math.min(first.kind.most, others < 0 ? line.waiting.length : others))
      for (const { late } of together) clearTimeout(late)
      void serve(first.kind, together).finally(() => begin(key, line))
    })
  }

  async function serve(kind: Kind, together: readonly Waiting[]): Promise<void> {
    const answers = started(kind, together)
    await Promise.all(
      together.map(async ({ resolve, reject }, index) => {
        try {
          resolve(await answers[index])
        } catch (fault) {
          reject(fault)
        }
      }),
    )
  }

  const one: Kind = { most: 1, run: (all) => all.map(({ work }) => (work as () => Promise<unknown>)()) }

  return {
    alone: (place, work) => join(place, one, work),
    shared<T, R>(most: number, run: (items: readonly T[]) => readonly Promise<R>[]) {
      const kind: Kind = { most, run: (all) => run(all.map(({ work }) => work as T)) }
      return (place: Place, item: T) => join<R>(place, kind, item)
    },
  }
}

/** An error that `run` throws synchronously rejects every item. */
function started(kind: Kind, together: readonly Waiting[]): readonly Promise<unknown>[] {
  try {
    return kind.run(together)
  } catch (fault) {
    return together.map(() => Promise.reject(fault))
  }
}
