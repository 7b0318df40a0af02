import type { Failed } from '@nare/client/call'

export type Told<T> = { ok: true; value: T } | Failed

/**
 * What became of a command: it took effect, it was refused, or nobody could say. With `absent` the server was asked often
 * enough after the command had ended, and each time it had no such thing.
 */
export type Fate<T> =
  | { is: 'done'; value: T }
  | { is: 'refused'; failed: Failed }
  | { is: 'unknown'; failed: Failed; absent: boolean }

export type Asking<T> = {
  /** The answer to the command itself, which stays open however long it takes. */
  answer: Promise<Told<T>>
  /** Asks by the command's id whether it took effect. */
  ask: () => Promise<Told<T>>
  wait: (ms: number) => Promise<void>
  /** The command hangs, or its answer was lost: from now on the server is asked by its id. */
  onChecking: () => void
}

export const askAfterMs = 10_000
const pausesMs = [1000, 2000, 3000, 5000, 8000, 13_000] as const
const longestPauseMs = 15_000
/** How long one question may take before the next is asked. */
const oneAskMs = 10_000
/** How often the server is asked: while the command is open, and once it has ended without an answer. */
const asksMost = { open: 40, ended: 8 }
const absentMost = 5

/** How long to wait before the server is asked by an id once more: growing, at most 15 seconds. */
export const pauseMs = (asked: number): number => pausesMs[asked] ?? longestPauseMs

/** Whether the server said in words that we can read that nothing happened. 503 `overloaded` says so: nothing did and nothing will. */
export const isRefusal = ({ status, code }: Pick<Failed, 'status' | 'code'>): boolean =>
  code === 'overloaded' || code === 'not_sent' || (status >= 400 && status < 500 && code !== 'bad_answer')

/** What is said where no better reason is known. */
export const noAnswer = (error: string): Failed => ({
  ok: false,
  status: 0,
  code: 'no_answer',
  error,
  fields: {},
  body: {},
})

/**
 * Finds out what became of a command. After ten seconds without an answer, or at once when its answer was lost, the server is
 * asked by the command's id again and again, after growing pauses. The command itself is never given up: whichever answers
 * first decides. As long as the command is open, that the server has no such thing decides nothing.
 */
export async function fateOf<T>({ answer, ask, wait, onChecking }: Asking<T>): Promise<Fate<T>> {
  let told: Told<T> | undefined
  const posted = answer.then((reply) => void (told = reply))
  await Promise.race([posted, wait(askAfterMs)])
  if (told && decides(told)) return decided(told)
  onChecking()
  let absent = 0
  let endedAt = 0
  for (let asked = 0; asked < asksMost.open && absent < absentMost; asked++) {
    const ended = told !== undefined
    if (!ended) endedAt = asked + 1
    else if (asked - endedAt >= asksMost.ended) break
    const looked = await Promise.race([ask(), wait(oneAskMs), ...(ended ? [] : [posted])])
    if (told && decides(told)) return decided(told)
    if (looked?.ok) return { is: 'done', value: looked.value }
    if (looked?.status === 401) break
    if (ended) absent = looked?.code === 'not_found' ? absent + 1 : 0
    await Promise.race([wait(pauseMs(ended ? asked - endedAt : asked)), ...(told ? [] : [posted])])
    if (told && decides(told)) return decided(told)
  }
  const failed = told && !told.ok ? told : noAnswer('')
  return { is: 'unknown', failed, absent: absent >= absentMost }
}

const decides = <T>(told: Told<T>): boolean => told.ok || isRefusal(told)

function decided<T>(told: Told<T>): Fate<T> {
  return told.ok ? { is: 'done', value: told.value } : { is: 'refused', failed: told }
}
