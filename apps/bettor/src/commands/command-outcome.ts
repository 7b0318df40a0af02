import type { Failed } from '@nare/client/call'
import { countOutstanding } from '../state/outstanding-commands.ts'

export type CommandResult<T> = { ok: true; value: T } | Failed

/**
 * The outcome of a command: done, refused, or unknown. `absent` means that the request ended without a response and several
 * look-ups then found no command with this id.
 */
export type CommandOutcome<T> =
  | { is: 'done'; value: T }
  | { is: 'refused'; failed: Failed }
  | { is: 'unknown'; failed: Failed; absent: boolean }

export type CommandCheck<T> = {
  /** The response to the command itself. Look-ups do not abort its request. */
  answer: Promise<CommandResult<T>>
  /** Looks the command up by its id. */
  lookUp: () => Promise<CommandResult<T>>
  wait: (ms: number) => Promise<void>
  /** Called when there is no response yet and the look-ups by id begin. */
  onChecking?: (() => void) | undefined
  /** Called when a response or a look-up shows that the command took effect after its outcome was returned as another one. */
  onLate?: ((value: T) => void) | undefined
  pace?: Pace | undefined
}

/** Times in milliseconds. */
export type Pace = {
  /** The time without a response after which the look-ups begin. */
  checkAfterMs: number
  /** The time after which the next look-up no longer waits for this one. */
  lookUpMs: number
  /** The delay before the next look-up. */
  delayMs: (lookUps: number) => number
  /** The maximum number of look-ups: while the request is open, and after it has ended without a response. */
  max: { open: number; ended: number }
}

export const checkAfterMs = 10_000
const delaysMs = [1000, 2000, 3000, 5000, 8000, 13_000] as const
const maxDelayMs = 15_000
const maxAbsent = 5
/** A further look-up is sent only while fewer than this many wait for their responses. */
const maxOpenLookUps = 6

/** The delay before the next look-up; grows up to 15 seconds. */
export const checkDelayMs = (lookUps: number): number => delaysMs[lookUps] ?? maxDelayMs

/** True if a failure proves that the command had no effect. 503 `overloaded` proves it: the server dropped the command. */
export const isRefusal = ({ status, code }: Pick<Failed, 'status' | 'code'>): boolean =>
  code === 'overloaded' || code === 'not_sent' || (status >= 400 && status < 500 && code !== 'bad_answer')

/** The failure of a command without a response. */
export const noAnswer = (error: string): Failed => ({
  ok: false,
  status: 0,
  code: 'no_answer',
  error,
  fields: {},
  body: {},
})

const usualPace: Pace = { checkAfterMs, lookUpMs: 10_000, delayMs: checkDelayMs, max: { open: 40, ended: 8 } }

/**
 * Determines how a command ended. After ten seconds without a response, or immediately when the response was lost, it looks
 * the command up by its id with growing delays. No request is aborted; the first conclusive response wins, however late it is.
 * While the request is open, "not found" is inconclusive. The command counts as outstanding until the outcome is known.
 */
export function resolveCommand<T>(check: CommandCheck<T>): Promise<CommandOutcome<T>> {
  return countOutstanding(() => findOutcome(check))
}

async function findOutcome<T>(check: CommandCheck<T>): Promise<CommandOutcome<T>> {
  const { wait, pace = usualPace } = check
  const known = Promise.withResolvers<CommandOutcome<T>>()
  let outcome: CommandOutcome<T> | undefined
  const conclude = (found: CommandOutcome<T>): void => {
    if (outcome && outcome.is !== 'done' && found.is === 'done') check.onLate?.(found.value)
    outcome ??= found
    known.resolve(outcome)
  }
  let result: CommandResult<T> | undefined
  const unknown = (absent: boolean): void =>
    conclude({ is: 'unknown', failed: result && !result.ok ? result : noAnswer(''), absent })
  const responded = check.answer.then((reply) => {
    result = reply
    if (reply.ok) conclude({ is: 'done', value: reply.value })
    else if (isRefusal(reply)) conclude({ is: 'refused', failed: reply })
  })
  const lookUp = limited(async () => {
    const found = await check.lookUp()
    if (found.ok) conclude({ is: 'done', value: found.value })
    else if (found.status === 401) unknown(false)
    return found
  })

  const lookUpUntilKnown = async (): Promise<void> => {
    let absent = 0
    let endedAt = 0
    for (let lookUps = 0; lookUps < pace.max.open && absent < maxAbsent; lookUps++) {
      const ended = result !== undefined
      if (!ended) endedAt = lookUps + 1
      else if (lookUps - endedAt >= pace.max.ended) break
      const found = await Promise.race([lookUp(), wait(pace.lookUpMs), ...(ended ? [] : [responded])])
      if (outcome) return
      if (ended) absent = found && !found.ok && found.code === 'not_found' ? absent + 1 : 0
      const pause = wait(pace.delayMs(ended ? lookUps - endedAt : lookUps))
      await Promise.race([pause, known.promise, ...(result ? [] : [responded])])
      if (outcome) return
    }
    unknown(absent >= maxAbsent)
  }
  await Promise.race([responded, wait(pace.checkAfterMs)])
  if (!outcome) {
    check.onChecking?.()
    await lookUpUntilKnown()
  }
  return known.promise
}

/** Runs `work`, unless too many runs have not ended; then waits for the first of them. */
function limited<T>(work: () => Promise<T>): () => Promise<T> {
  const open = new Set<Promise<T>>()
  return () => {
    if (open.size >= maxOpenLookUps) return Promise.race(open)
    const run = work().finally(() => open.delete(run))
    open.add(run)
    return run
  }
}
