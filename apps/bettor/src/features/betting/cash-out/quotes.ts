import type { Failed } from '@nare/client/call'
import { cashOut as calls, type CashOutQuote } from '@nare/contract/cash-out'
import type { Steps } from '../../../state/store.ts'

/** A quote with less time left is not used: it would expire before the request arrives. */
const quoteLifeMinMs = 1000
/** The maximum number of quotes tried per tap while they keep expiring. */
export const quoteTriesMax = 3

/** Whether a quote has the amount that the bettor saw and is still valid. `nowMs` is the server's time. */
export const isUsable = (quote: CashOutQuote | undefined, seen: string, nowMs: number): quote is CashOutQuote =>
  quote !== undefined && quote.amount === seen && Date.parse(quote.expires_at) - nowMs > quoteLifeMinMs

/** Requests a quote of all that is left of a bet. */
export function newQuote(bet_id: string): Steps<CashOutQuote | Failed> {
  return async (_send, _state, { call }) => {
    const reply = await call(calls.quote, { bet_id })
    return reply.ok ? reply.body : reply
  }
}

/** The lower quote that a refusal carries. */
export function lowerQuote({ code, body }: Failed): CashOutQuote | undefined {
  if (code !== 'quote_changed') return undefined
  const parsed = calls.quote.answer.safeParse(body['quote'])
  return parsed.success ? (parsed.data as CashOutQuote) : undefined
}
