import type { Failed } from '@nare/client/call'
import { noAnswer, resolveCommand, type CommandResult, type Pace } from './command-outcome.ts'
import { markOf, unresolvedOf, type SentId, type SentIds } from './sent-ids.ts'

export type CommandTools = { newId: () => string; ids: SentIds; wait: (ms: number) => Promise<void> }

/** A request that is running; `abort` makes the app ignore its late response. */
export type Sending<T> = Promise<CommandResult<T>> & { abort?: () => void }

export type Command<T> = {
  /** The bettor at the time of the call. */
  owner: () => unknown
  /** The content by which the command is found again: picks of a slip, a pool, a game, a bet. */
  about: readonly string[]
  /** The content is a set: of the commands about any of its parts, at most one takes effect. */
  overlaps?: true
  send: (id: string) => Sending<T>
  /** Looks the command up by its id. Without it the command is sent again, because the server answers a repeated id with its first result. */
  lookUp?: ((id: string) => Promise<CommandResult<T>>) | undefined
  onChecking?: (() => void) | undefined
  /** Called when the command turns out to have taken effect after another outcome was returned. */
  onLate?: ((value: T) => void) | undefined
  pace?: Pace
  /** The specification's message for a failure. */
  fallback: string
}

export type Outcome<T> =
  /** `earlier` means that an earlier command without a response took effect, and this one did not. */
  | { is: 'done'; value: T; earlier: boolean }
  /** Nothing happened. `absent` means that this was found by look-ups, after the response was lost. */
  | { is: 'refused'; failed: Failed; absent: boolean }
  /** The command may have taken effect; its id stays stored. `failed` has the code `no_answer`. */
  | { is: 'unknown'; failed: Failed }

/**
 * Sends a money command so that it takes effect at most once, and returns how it ended.
 *
 * 1. The id is stored before the command is sent. While an earlier command with this content has no known outcome, its id is used
 *    again, whatever else has changed, also after a reload, in a second tab and after a double tap.
 * 2. Without a response the command is looked up by its id (command-outcome.ts).
 * 3. The id is deleted once the outcome is known. A refusal of a repeat says nothing about the first attempt unless the server has
 *    checked the command; even then the id stays, because the first request may still arrive.
 *
 * If another bettor has logged in meanwhile, the outcome is `unknown`: the id stays stored for its bettor.
 */
export async function runCommand<T>(command: Command<T>, tools: CommandTools): Promise<Outcome<T>> {
  const { owner, fallback } = command
  const { ids } = tools
  const bettor = owner()
  const unknown: Outcome<T> = { is: 'unknown', failed: noAnswer(fallback) }
  let refusal: Failed | undefined
  const lookUp = async (id: string): Promise<CommandResult<T>> => {
    if (owner() !== bettor) return { ...noAnswer(fallback), status: 401, code: 'session_expired' }
    if (command.lookUp) return command.lookUp(id)
    const repeat = await command.send(id)
    if (repeat.ok || !isChecked(repeat)) return repeat
    refusal = repeat
    // This attempt had no effect, but the first request may still arrive.
    return { ...repeat, status: 404, code: 'not_found' }
  }

  const [earlier, ...others] = unresolvedOf(ids, bettor).filter((sent) => isSame(command, sent))
  for (const other of others) {
    const found = await lookUp(other.id)
    if (!found.ok && found.code !== 'not_found') return unknown
    ids.drop(other.mark)
    if (found.ok) return { is: 'done', value: found.value, earlier: true }
  }
  const id = earlier?.id ?? tools.newId()
  if (earlier) ids.drop(earlier.mark)
  const mark = markOf(bettor, command.overlaps ? union(command.about, earlier?.about ?? []) : command.about)
  ids.keep(mark, id)

  const sending = command.send(id)
  const outcome = await resolveCommand({
    answer: sending,
    lookUp: () => lookUp(id),
    wait: tools.wait,
    onChecking: command.onChecking,
    onLate: (value) => {
      if (owner() !== bettor) return
      ids.drop(mark)
      command.onLate?.(value)
    },
    pace: command.pace,
  })
  sending.abort?.()
  if (owner() !== bettor) return unknown
  if (outcome.is === 'done') {
    ids.drop(mark)
    return { ...outcome, earlier: false }
  }
  const { failed } = outcome
  if (outcome.is === 'unknown') {
    if (!outcome.absent) return unknown
    // Repeats were refused by the server's check, so the command had no effect and will have none.
    if (!command.lookUp) ids.drop(mark)
    const isRefused = !command.lookUp || (failed.status >= 500 && failed.code !== 'unknown')
    return isRefused ? { is: 'refused', failed: refusal ?? failed, absent: true } : unknown
  }
  if (failed.code === 'id_reused' && command.lookUp) {
    // The id was used for a command with other content: the earlier one.
    const found = await lookUp(id)
    if (!found.ok && found.code !== 'not_found') return unknown
    ids.drop(mark)
    return found.ok ? { is: 'done', value: found.value, earlier: true } : { is: 'refused', failed, absent: false }
  }
  if (earlier && !isChecked(failed)) return unknown
  if (!earlier || !command.lookUp) ids.drop(mark)
  return { is: 'refused', failed, absent: false }
}

const lookUpTimeoutMs = 10_000

export type Unresolved<T> = {
  owner: () => unknown
  /** The commands to look up; all of the bettor without it. */
  only?: (sent: SentId) => boolean
  lookUp: (sent: SentId) => Promise<CommandResult<T>>
  /** Called with each command that took effect. */
  onFound: (value: T, sent: SentId) => unknown
  /** True if `lookUp` sends the command again: then a refusal means that it had no effect. */
  repeats?: true
}

/**
 * Looks up each command without a response once, including those of earlier visits. A command that another tab has resolved meanwhile
 * is not announced again. Returns whether any is still unresolved.
 */
export async function resolveSent<T>(
  { owner, only = () => true, lookUp, onFound, repeats }: Unresolved<T>,
  { ids, wait }: Pick<CommandTools, 'ids' | 'wait'>,
): Promise<boolean> {
  const bettor = owner()
  if (bettor === undefined || bettor === null) return false
  const unresolved = (): SentId[] => unresolvedOf(ids, bettor).filter(only)
  for (const sent of unresolved()) {
    const found = await Promise.race([lookUp(sent), wait(lookUpTimeoutMs)])
    if (owner() !== bettor) return false
    if (!found || ids.of(sent.mark) !== sent.id) continue
    if (!found.ok && !(repeats && isChecked(found))) continue
    ids.drop(sent.mark)
    if (found.ok) await onFound(found.value, sent)
  }
  return unresolved().length > 0
}

function isSame<T>({ about, overlaps }: Command<T>, sent: SentId): boolean {
  if (overlaps) return sent.about.some((part) => about.includes(part))
  return sent.about.length === about.length && sent.about.every((part, at) => part === about[at])
}

const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])].toSorted()

/** True if the server checked the command and refused it; other refusals happen before the check. */
export const isChecked = ({ status }: Failed): boolean => [403, 404, 409, 422].includes(status)
