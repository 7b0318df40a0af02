import type { Failed } from '@nare/client/call'
import { noAnswer, resolveCommand, type CommandResult } from '../../state/command-outcome.ts'
import { markOf, type SentIds } from '../../state/sent-ids.ts'
import type { Steps } from '../../state/store.ts'

export type Tools = { newId: () => string; ids: SentIds; wait: (ms: number) => Promise<void> }

export type Command<T> = {
  /** The content of the command: while its outcome is unknown, a command with the same content reuses its id. */
  about: readonly [kind: string, ...what: string[]]
  request: (id: string) => Steps<CommandResult<T>>
}

export type Outcome<T> =
  | { is: 'done'; value: T }
  | { is: 'refused'; failed: Failed }
  /** The outcome is unknown. The id stays stored. */
  | { is: 'unknown' }

/**
 * Sends a command of rewards and returns its outcome. Repeating an id returns its first result, so a command that hangs or gets no
 * response is looked up by sending it again. The outcome is `unknown` if there is still no response, or if the bettor has logged out
 * meanwhile.
 */
export function sendOnce<T>({ about, request }: Command<T>, tools: Tools, onChecking: () => void): Steps<Outcome<T>> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    const mark = markOf(owner, about)
    const earlier = tools.ids.of(mark)
    const id = earlier ?? tools.newId()
    tools.ids.keep(mark, id)
    const isOwn = (): boolean => getState().auth.user?.id === owner
    let judged: Failed | undefined
    const lookUp = async (): Promise<CommandResult<T>> => {
      if (!isOwn()) return ended
      const result = await send(request(id))
      if (result.ok || !isJudged(result)) return result
      judged = result
      // This attempt had no effect, but the first request may still arrive.
      return { ...result, status: 404, code: 'not_found' }
    }
    const outcome = await resolveCommand({ answer: send(request(id)), lookUp, wait: tools.wait, onChecking })
    // Another bettor's session must neither see nor finish this command.
    if (!isOwn()) return { is: 'unknown' }
    if (outcome.is === 'unknown' && !outcome.absent) return { is: 'unknown' }
    if (outcome.is === 'refused' && earlier !== undefined && !isJudged(outcome.failed)) return { is: 'unknown' }
    tools.ids.drop(mark)
    return outcome.is === 'unknown' ? { is: 'refused', failed: judged ?? outcome.failed } : outcome
  }
}

/** True if the server checked the command and refused it; other refusals happen before the check. */
const isJudged = ({ status }: Failed): boolean => [403, 404, 409, 422].includes(status)

const ended: Failed = { ...noAnswer(''), status: 401, code: 'session_expired' }
