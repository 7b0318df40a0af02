import type { Failed } from '@nare/client/call'
import { payments, type PaymentView } from '@nare/contract/payments'
import { deposit, withdraw } from '../../state/calls-payments.ts'
import { resolveCommand, noAnswer, type CommandOutcome, type CommandResult } from '../../state/command-outcome.ts'
import type { Steps } from '../../state/store.ts'
import type { CommandIds } from './command-ids.ts'

export type Kind = 'deposit' | 'withdrawal'
type Order = { kind: Kind; amount: string; provider: PaymentView['provider'] }
type Tools = { ids: CommandIds; wait: (ms: number) => Promise<void>; onChecking: () => void }
/** A payment that the server accepted: its id and its amount as decimal text. */
export type SentPayment = { id: string; amount: string }

/**
 * Sends a deposit or a withdrawal and returns its outcome. A payment without a timely response is looked up by its command id. If
 * an earlier unresolved payment took effect instead, returns that payment. If the bettor has logged out meanwhile, the outcome is
 * `unknown`.
 */
export function sendPayment(
  { kind, amount, provider }: Order,
  { ids, wait, onChecking }: Tools,
): Steps<CommandOutcome<SentPayment>> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    const isSameBettor = (): boolean => getState().auth.user?.id === owner
    const { id, earlier } = ids.next()
    const [running, answer] = send(startPayment({ id, kind, amount, provider }))
    const retryLookUp = async () => (isSameBettor() ? send(lookUp(kind, id)) : loggedOut)
    const outcome = await resolveCommand({ answer, lookUp: retryLookUp, wait, onChecking })
    running.abort()
    // The bettor who logged out sees the outcome at the next login, by the id. The current bettor must not see it.
    if (!isSameBettor()) return { is: 'unknown', failed: loggedOut, absent: false }
    if (outcome.is === 'done') ids.done(id)
    if (outcome.is === 'unknown') return isFailure(outcome) ? { is: 'refused', failed: outcome.failed } : outcome
    if (outcome.is === 'done') return outcome
    const { code } = outcome.failed
    if (code === 'id_reused') {
      const found = await retryLookUp()
      if (!found.ok && found.code !== 'not_found') return { is: 'unknown', failed: noAnswer(''), absent: false }
      ids.done(id)
      return found.ok ? { is: 'done', value: found.value } : outcome
    }
    if (!earlier) ids.done(id)
    else if (code === 'not_sent' || code === 'overloaded') return { ...outcome, is: 'unknown', absent: false }
    return outcome
  }
}

/** Whether the server failed and repeated look-ups found no such payment. */
const isFailure = ({ failed, absent }: Extract<CommandOutcome<SentPayment>, { is: 'unknown' }>): boolean =>
  absent && failed.status >= 500 && failed.code !== 'unknown'

const noResponse = noAnswer('')
const loggedOut: Failed = { ...noResponse, status: 401, code: 'session_expired' }

type RunningPayment = [running: { abort: () => void }, answer: Promise<CommandResult<SentPayment>>]

function startPayment({ id, kind, amount, provider }: Order & { id: string }) {
  return (send: Parameters<Steps>[0]): RunningPayment => {
    if (kind === 'deposit') {
      const running = send(deposit({ id, amount, provider, one_at_a_time: true }))
      const answer = running.then((result): CommandResult<SentPayment> =>
        deposit.fulfilled.match(result)
          ? { ok: true, value: { id: result.payload.deposit_id, amount } }
          : (result.payload ?? noResponse),
      )
      return [running, answer]
    }
    const running = send(withdraw({ id, amount, provider }))
    const answer = running.then((result): CommandResult<SentPayment> =>
      withdraw.fulfilled.match(result)
        ? { ok: true, value: { id: result.payload.withdrawal_id, amount } }
        : (result.payload ?? noResponse),
    )
    return [running, answer]
  }
}

/** Looks up a payment by its id or its command id. */
export function lookUp(kind: Kind, id: string): Steps<CommandResult<SentPayment>> {
  return async (_send, _state, { call }) => {
    const reply = await call(payments.payment, { id, kind })
    if (!reply.ok) return reply
    return { ok: true, value: { id: reply.body.data.payment_id, amount: reply.body.data.amount } }
  }
}
