import type { Failed } from '@nare/client/call'
import { noAnswer, resolveCommand, type CommandResult } from '../../state/command-outcome.ts'
import { markOf, type SentIds } from '../../state/sent-ids.ts'
import type { Steps } from '../../state/store.ts'

export type Tools = { newId: () => string; ids: SentIds; wait: (ms: number) => Promise<void> }

export type Command<T> = {
  /** What the command does and to what: while its outcome is unknown, the same command is sent under the same id. */
  about: readonly [kind: string, ...what: string[]]
  request: (id: string) => Steps<CommandResult<T>>
}

export type Outcome<T> =
  | { is: 'done'; value: T }
  | { is: 'refused'; failed: Failed }
  /** Whether it took effect is not known; its id is kept. */
  | { is: 'unknown' }

/**
 * Sends a command of rewards and returns its outcome. The server accepts an id once and answers the same to it, so a command that
 * hangs, or whose answer was lost, is looked up by sending it again. The outcome is `unknown` while no answer can be had, and when
 * the bettor has logged out meanwhile.
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
      // This sending did nothing; the first may still be on its way.
      return { ...result, status: 404, code: 'not_found' }
    }
    const outcome = await resolveCommand({ answer: send(request(id)), lookUp, wait: tools.wait, onChecking })
    // Another bettor's session must neither see nor end this command.
    if (!isOwn()) return { is: 'unknown' }
    if (outcome.is === 'unknown' && !outcome.absent) return { is: 'unknown' }
    if (outcome.is === 'refused' && earlier !== undefined && !isJudged(outcome.failed)) return { is: 'unknown' }
    tools.ids.drop(mark)
    return outcome.is === 'unknown' ? { is: 'refused', failed: judged ?? outcome.failed } : outcome
  }
}

/** The server looked at the command and refused it; other refusals never got that far. */
const isJudged = ({ status }: Failed): boolean => [403, 404, 409, 422].includes(status)

const ended: Failed = { ...noAnswer(''), status: 401, code: 'session_expired' }
