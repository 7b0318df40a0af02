import { payments, type PaymentView } from '@nare/contract/payments'
import { type CommandResult } from '../../commands/command-outcome.ts'
import { request } from '../../commands/request.ts'
import { resolveSent, runCommand, type CommandTools, type Outcome } from '../../commands/run-command.ts'
import { deposit, withdraw } from '../../state/calls-payments.ts'
import type { Steps } from '../../state/store.ts'

export type Kind = 'deposit' | 'withdrawal'
/** A passkey's answer, and the id of the only command that it confirms. */
export type Confirmed = { id: string; passkey: Readonly<Record<string, unknown>> }
type Order = { kind: Kind; amount: string; provider: PaymentView['provider']; confirmed?: Confirmed | undefined }
/** A payment that the server accepted: its id and its amount as decimal text. */
export type SentPayment = { id: string; amount: string }

/**
 * Sends a deposit or a withdrawal and returns its outcome. While the outcome of a payment is unknown, at most one payment of its kind
 * takes effect, whatever its amount; if it is the earlier one, returns that payment.
 */
export function sendPayment(
  { kind, amount, provider, confirmed }: Order,
  { onChecking, ...tools }: CommandTools & { onChecking: () => void },
): Steps<Outcome<SentPayment>> {
  return async (send, getState) =>
    runCommand(
      {
        owner: () => getState().auth.user?.id,
        about: [],
        send: (id) =>
          kind === 'deposit'
            ? send(
                request(deposit, { id, amount, provider, one_at_a_time: true }, (sent) => ({
                  id: sent.deposit_id,
                  amount,
                })),
              )
            : send(
                request(
                  withdraw,
                  { id, amount, provider, ...(confirmed && { passkey: confirmed.passkey }) },
                  (sent) => ({
                    id: sent.withdrawal_id,
                    amount,
                  }),
                ),
              ),
        lookUp: (id) => send(lookUp(kind, id)),
        onChecking,
        fallback: '',
      },
      confirmed ? { ...tools, newId: () => confirmed.id } : tools,
    )
}

/** Looks up payments of a kind without a response, once. Returns whether any is still unresolved. */
export function resolvePayments(
  kind: Kind,
  tools: CommandTools,
  onFound: (payment: SentPayment) => unknown,
): Steps<boolean> {
  return async (send, getState) =>
    resolveSent({ owner: () => getState().auth.user?.id, lookUp: ({ id }) => send(lookUp(kind, id)), onFound }, tools)
}

/** Looks up a payment by its id or its command id. */
function lookUp(kind: Kind, id: string): Steps<CommandResult<SentPayment>> {
  return async (_send, _state, { call }) => {
    const reply = await call(payments.payment, { id, kind })
    if (!reply.ok) return reply
    return { ok: true, value: { id: reply.body.data.payment_id, amount: reply.body.data.amount } }
  }
}
