import type { Failed } from '@nare/client/call'
import { payments, type PaymentView } from '@nare/contract/payments'
import { deposit, withdraw } from '../../state/calls-payments.ts'
import { resolveCommand, noAnswer, type CommandOutcome, type CommandResult } from '../../state/command-outcome.ts'
import type { Steps } from '../../state/store.ts'
import type { CommandIds } from './command-ids.ts'

export type Kind = 'deposit' | 'withdrawal'
type Order = { kind: Kind; amount: string; provider: PaymentView['provider'] }
type Tools = { ids: CommandIds; wait: (ms: number) => Promise<void>; onChecking: () => void }
/** A payment that the server took: its id, and its amount as decimal text. */
export type Taken = { id: string; amount: string }

/**
 * Sends a deposit or a withdrawal and finds out what became of it: one that hangs or whose answer was lost is looked up by the
 * id of its command. Where an earlier one that nobody had heard of took effect instead, that one is answered. Where its bettor has
 * left the phone meanwhile, the answer is `unknown`.
 */
export function sendPayment(
  { kind, amount, provider }: Order,
  { ids, wait, onChecking }: Tools,
): Steps<CommandOutcome<Taken>> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    const isHere = (): boolean => getState().auth.user?.id === owner
    const { id, earlier } = ids.next()
    const [running, answer] = send(start({ id, kind, amount, provider }))
    const ask = async () => (isHere() ? send(lookUp(kind, id)) : left)
    const fate = await resolveCommand({ answer, lookUp: ask, wait, onChecking })
    running.abort()
    // Who left is told on their next visit, by the id; whoever is here now is told nothing.
    if (!isHere()) return { is: 'unknown', failed: left, absent: false }
    if (fate.is === 'done') ids.done(id)
    if (fate.is === 'unknown') return isFailure(fate) ? { is: 'refused', failed: fate.failed } : fate
    if (fate.is === 'done') return fate
    const { code } = fate.failed
    if (code === 'id_reused') {
      const looked = await ask()
      if (!looked.ok && looked.code !== 'not_found') return { is: 'unknown', failed: noAnswer(''), absent: false }
      ids.done(id)
      return looked.ok ? { is: 'done', value: looked.value } : fate
    }
    if (!earlier) ids.done(id)
    else if (code === 'not_sent' || code === 'overloaded') return { ...fate, is: 'unknown', absent: false }
    return fate
  }
}

/** A server that failed, and then again and again knew of no such payment. */
const isFailure = ({ failed, absent }: Extract<CommandOutcome<Taken>, { is: 'unknown' }>): boolean =>
  absent && failed.status >= 500 && failed.code !== 'unknown'

const lost = noAnswer('')
const left: Failed = { ...lost, status: 401, code: 'session_expired' }

type Started = [running: { abort: () => void }, answer: Promise<CommandResult<Taken>>]

function start({ id, kind, amount, provider }: Order & { id: string }) {
  return (send: Parameters<Steps>[0]): Started => {
    if (kind === 'deposit') {
      const running = send(deposit({ id, amount, provider, one_at_a_time: true }))
      const answer = running.then((result): CommandResult<Taken> =>
        deposit.fulfilled.match(result)
          ? { ok: true, value: { id: result.payload.deposit_id, amount } }
          : (result.payload ?? lost),
      )
      return [running, answer]
    }
    const running = send(withdraw({ id, amount, provider }))
    const answer = running.then((result): CommandResult<Taken> =>
      withdraw.fulfilled.match(result)
        ? { ok: true, value: { id: result.payload.withdrawal_id, amount } }
        : (result.payload ?? lost),
    )
    return [running, answer]
  }
}

/** Asks for a payment by its own id or by that of its command. */
export function lookUp(kind: Kind, id: string): Steps<CommandResult<Taken>> {
  return async (_send, _state, { call }) => {
    const reply = await call(payments.payment, { id, kind })
    if (!reply.ok) return reply
    return { ok: true, value: { id: reply.body.data.payment_id, amount: reply.body.data.amount } }
  }
}
