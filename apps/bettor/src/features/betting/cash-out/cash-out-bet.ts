import type { Failed } from '@nare/client/call'
import type { BetView } from '@nare/contract/betting'
import { cashOut as calls, type CashOutQuote } from '@nare/contract/cash-out'
import { noAnswer, type CommandResult } from '../../../commands/command-outcome.ts'
import { resolveSent, runCommand, type CommandTools } from '../../../commands/run-command.ts'
import { unresolvedOf, type SentId } from '../../../commands/sent-ids.ts'
import { updateUser } from '../../../state/persistence.ts'
import type { Steps } from '../../../state/store.ts'
import { isLess, type Part } from './figures.ts'
import { isUsable, lowerQuote, newQuote, quoteTriesMax } from './quotes.ts'

/** `nowMs` is the server's time. */
export type Tools = CommandTools & { nowMs: () => number }
/**
 * The cash-out that the bettor confirmed. `seen` is the displayed value of the whole remaining bet, as decimal text. Without
 * `seen` no cash-out is sent: only earlier ones without a response are looked up.
 */
export type CashOutRequest = { bet_id: string; part: Part; seen: string | undefined; quote: CashOutQuote | undefined }
export type Paid = { amount: string; bet: BetView }
export type Outcome =
  | ({ is: 'paid' } & Paid)
  /** The value is lower than the bettor saw. Nothing was cashed out. */
  | { is: 'fell'; quote: CashOutQuote }
  | { is: 'refused'; failed: Failed }
  /** A look-up found that a cash-out without a response had no effect. */
  | { is: 'not_paid' }
  /** Nothing was left to look up: another tab has resolved the cash-out. */
  | { is: 'resolved_elsewhere' }
  /** The outcome is still unknown. The command id stays stored. */
  | { is: 'unknown' }
type Progress = { onChecking: () => void; onSent: (quote: CashOutQuote) => void }

/**
 * Cashes out a bet, or a part of it, for at least the value that the bettor saw. Requests a new quote if the current one has
 * expired or has a different amount. Does not accept a lower quote. Looks up earlier cash-outs of this bet without a response
 * first, and goes on only if all of them were refused. Each command has an id, so a repeated command pays once.
 */
export function cashOutBet(request: CashOutRequest, tools: Tools, progress: Progress): Steps<Outcome> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    const { bet_id, seen } = request
    const isOfBet = ({ about: [bet] }: SentId): boolean => bet === bet_id
    const hasEarlier = unresolvedOf(tools.ids, owner).some(isOfBet)
    if (hasEarlier) {
      progress.onChecking()
      let paid: Paid | undefined
      const isUnresolved = await send(resolveCashOuts(tools, (found) => (paid ??= found), isOfBet))
      if (getState().auth.user?.id !== owner || (isUnresolved && !paid)) return { is: 'unknown' }
      if (paid) return { is: 'paid', ...paid }
    }
    if (seen === undefined) return { is: hasEarlier ? 'not_paid' : 'resolved_elsewhere' }
    let { quote } = request
    for (let tries = 0; tries < quoteTriesMax; tries++) {
      const usable = isUsable(quote, seen, tools.nowMs()) ? quote : await send(newQuote(bet_id))
      if ('ok' in usable) return { is: 'refused', failed: usable }
      if (isLess(usable.amount, seen)) return { is: 'fell', quote: usable }
      const outcome = await send(acceptQuote({ ...request, quote: usable }, tools, progress))
      if (outcome.is !== 'refused' || outcome.failed.code !== 'quote_expired') return outcome
      quote = undefined
    }
    return { is: 'refused', failed: { ...noResponse, code: 'overloaded', status: 503 } }
  }
}

function acceptQuote(
  { bet_id, part, quote }: CashOutRequest & { quote: CashOutQuote },
  tools: Tools,
  { onChecking, onSent }: Progress,
): Steps<Outcome> {
  return async (send, getState) => {
    const about = [bet_id, quote.quote_id, part]
    onSent(quote)
    const outcome = await runCommand(
      {
        owner: () => getState().auth.user?.id,
        about,
        send: (id) => send(sendCommand({ id, about })),
        onChecking,
        fallback: calls.take.fallback,
      },
      tools,
    )
    if (outcome.is === 'unknown') return { is: 'unknown' }
    if (outcome.is === 'done') {
      void send(updateUser({ balance: outcome.value.balance }))
      return { is: 'paid', ...outcome.value }
    }
    if (outcome.absent) return { is: 'not_paid' }
    const lower = lowerQuote(outcome.failed)
    return lower ? { is: 'fell', quote: lower } : { is: 'refused', failed: outcome.failed }
  }
}

/** Sends a cash-out by its id and its content: bet, quote and part. */
function sendCommand({
  id,
  about: [bet_id = '', quote_id = '', part = '1'],
}: Pick<SentId, 'id' | 'about'>): Steps<CommandResult<Paid & { balance: string }>> {
  return async (_send, _state, { call }) => {
    const reply = await call(calls.take, { id, bet_id, quote_id, ...(part !== '1' && { part }) })
    return reply.ok ? { ok: true, value: reply.body } : reply
  }
}

/**
 * Resolves earlier cash-outs without a response by repeating them. Their quotes have expired, so a repeat starts no new payment.
 * Returns whether any is still unresolved.
 */
export function resolveCashOuts(
  tools: Tools,
  onPaid: (paid: Paid) => unknown,
  only?: (sent: SentId) => boolean,
): Steps<boolean> {
  return async (send, getState) =>
    resolveSent(
      {
        owner: () => getState().auth.user?.id,
        ...(only && { only }),
        lookUp: (sent) => send(sendCommand(sent)),
        onFound: ({ balance, ...paid }) => {
          void send(updateUser({ balance }))
          return onPaid(paid)
        },
        repeats: true,
      },
      tools,
    )
}

const noResponse: Failed = noAnswer(calls.take.fallback)
