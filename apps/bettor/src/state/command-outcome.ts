import type { Failed } from '@nare/client/call'
import { countOutstanding } from './outstanding-commands.ts'

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
  onChecking: () => void
}

export const checkAfterMs = 10_000
const delaysMs = [1000, 2000, 3000, 5000, 8000, 13_000] as const
const maxDelayMs = 15_000
/** The timeout of one look-up. */
const lookUpTimeoutMs = 10_000
/** The maximum number of look-ups: while the request is open, and after it has ended without a response. */
const maxLookUps = { open: 40, ended: 8 }
const maxAbsent = 5

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

/**
 * Determines how a command ended. After ten seconds without a response, or immediately when the response was lost, it looks
 * the command up by its id with growing delays. The request itself is never aborted; the first conclusive response wins.
 * While the request is open, "not found" is inconclusive. The command counts as outstanding until the outcome is known.
 */
export function resolveCommand<T>(check: CommandCheck<T>): Promise<CommandOutcome<T>> {
  return countOutstanding(() => findOutcome(check))
}

async function findOutcome<T>({ answer, lookUp, wait, onChecking }: CommandCheck<T>): Promise<CommandOutcome<T>> {
  let result: CommandResult<T> | undefined
  const responded = answer.then((reply) => void (result = reply))
  await Promise.race([responded, wait(checkAfterMs)])
  if (result && isConclusive(result)) return outcomeOf(result)
  onChecking()
  let absent = 0
  let endedAt = 0
  for (let lookUps = 0; lookUps < maxLookUps.open && absent < maxAbsent; lookUps++) {
    const ended = result !== undefined
    if (!ended) endedAt = lookUps + 1
    else if (lookUps - endedAt >= maxLookUps.ended) break
    const found = await Promise.race([lookUp(), wait(lookUpTimeoutMs), ...(ended ? [] : [responded])])
    if (result && isConclusive(result)) return outcomeOf(result)
    if (found?.ok) return { is: 'done', value: found.value }
    if (found?.status === 401) break
    if (ended) absent = found?.code === 'not_found' ? absent + 1 : 0
    await Promise.race([wait(checkDelayMs(ended ? lookUps - endedAt : lookUps)), ...(result ? [] : [responded])])
    if (result && isConclusive(result)) return outcomeOf(result)
  }
  const failed = result && !result.ok ? result : noAnswer('')
  return { is: 'unknown', failed, absent: absent >= maxAbsent }
}

const isConclusive = <T>(result: CommandResult<T>): boolean => result.ok || isRefusal(result)

function outcomeOf<T>(result: CommandResult<T>): CommandOutcome<T> {
  return result.ok ? { is: 'done', value: result.value } : { is: 'refused', failed: result }
}
