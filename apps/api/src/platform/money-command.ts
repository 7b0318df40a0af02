import { refused, type Outcome, type Refusal } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import type { Call } from './call.ts'
import { isUnavailable, OutcomeUnknown } from './db-faults.ts'
import { withTimeout } from './timeout.ts'
import type { Log } from './log.ts'
import { TooManyWaiting, type Turns } from './turns.ts'

/** Refusals that depend on the state of the server, not on the command's content. */
type Busy = 'too_many_requests' | 'overloaded' | 'unknown'

export type InTurn = <I extends object, O extends Outcome<unknown, FailureCode>>(
  kind: string,
  handler: (input: I, call: Call<'bettor'>) => Promise<O>,
) => (input: I, call: Call<'bettor'>) => Promise<O | Refusal<Busy>>

/** Longer than a transaction may take, so that the result of the transaction arrives before this timeout. */
const answerMsMax = 12_000

/** Thrown to the caller of a command that has not ended in time. The command still waits or runs. */
class NotEnded extends OutcomeUnknown {}

/** Returns the outcome of `work`, or a refusal if a queue is full or the database is lost or hangs. */
export async function answerOrRefuse<O extends Outcome<unknown, FailureCode>>(
  work: Promise<O>,
  log: Log,
): Promise<O | Refusal<Busy>> {
  try {
    return await work
  } catch (error) {
    if (error instanceof TooManyWaiting) return refused('too_many_requests', { retry_after_s: 1 })
    if (error instanceof OutcomeUnknown) {
      if (error instanceof NotEnded) log.warn({ reason: error.message }, 'a command has not ended in time')
      else log.warn({ err: error }, 'the outcome of a commit is unknown')
      return refused('unknown', { retry_after_s: 2 })
    }
    if (isUnavailable(error)) return refused('overloaded', { retry_after_s: 2 })
    throw error
  }
}

/** Reads the response after the commit of a command. If the read fails, throws `OutcomeUnknown`, because the command has been committed. */
export async function afterCommit<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(read(), {
      ms: answerMsMax,
      late: () => new OutcomeUnknown('the response was not read in time'),
    })
  } catch (error) {
    throw isUnavailable(error) ? new OutcomeUnknown('the response could not be read', { cause: error }) : error
  }
}

/**
 * Wraps the handler of a money command so that it runs in its bettor's turn. Equal commands in flight (same session, id and
 * content) run once. If the work takes too long, its caller gets `unknown`, but the turn ends only with the work. With `isProtection` the
 * commands protect the bettor and run before waiting ones, those with `isUrgent` first, see `QueueEntry`.
 */
export function oneAtATime(turns: Turns, { isProtection = false, isUrgent = false } = {}): InTurn {
  return <I extends object, O extends Outcome<unknown, FailureCode>>(
    kind: string,
    handler: (input: I, call: Call<'bettor'>) => Promise<O>,
  ) =>
    (input: I, call: Call<'bettor'>): Promise<O | Refusal<Busy>> => {
      const { bettor, signingKey } = call.session
      const sharedKey = 'id' in input ? `${kind} ${signingKey} ${contentOf(input)}` : undefined
      const protection = isProtection ? kind : undefined
      const answer = Promise.withResolvers<O>()
      let reason = 'it waits for its turn or for an equal command'
      const late = () => new NotEnded(reason)
      const turn = turns.runAlone({ key: bettor.toString(), sharedKey, protection, isUrgent }, () => {
        reason = 'it is still running'
        const running = handler(input, call)
        answer.resolve(withTimeout(running, { ms: answerMsMax, late }))
        return running
      })
      turn.then(answer.resolve, answer.reject)
      // A command that shares the result of an equal one does not start the work, so the timeout above does not cover it.
      return answerOrRefuse(withTimeout(answer.promise, { ms: turns.waitMsMax + answerMsMax, late }), call.log)
    }
}

const contentOf = (input: object): string =>
  JSON.stringify(input, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
