import * as z from 'zod/mini'
import { zBet, zLeft } from './betting.ts'
import { route } from './route.ts'
import { zCommandId, zId, zMoney, zMoneyIn, zText, zTime } from './shapes.ts'

/** Why a bet cannot be cashed out now, with the English sentence of each. */
export const cashOutReasons = {
  product: "Bets of this product can't be cashed out",
  cashed_out: 'You have cashed out this bet',
  settled: 'This bet is settled',
  lost: 'This bet has a lost pick',
  editing: 'A change of this bet is being checked. Try again in a moment',
  settling: 'A result of this bet is being settled. Try again in a moment',
  suspended: 'A pick of this bet is suspended. Try again in a moment',
  interrupted: 'A match of this bet is interrupted or postponed',
  silent_feed: 'A match of this bet has no live data right now',
  starting: 'A match of this bet is about to start. Try again in a moment',
  no_price: 'A pick of this bet has no price right now',
  off: 'Cash-outs are switched off right now',
  worthless: 'This bet is worth less than a cent right now',
} as const

export type CashOutReason = keyof typeof cashOutReasons

/**
 * A price for the whole remaining bet, valid until `expires_at`. `fair` is the amount without the house's margin. Cashing out p percent
 * uses a stake of `left.stake` × p / 100 and pays `amount` × that stake / `left.stake`, both rounded down to the cent.
 * `slip_has_live_interval` is the in-play delay in seconds after which the server checks the value again; 0 before kick-off.
 */
export const zCashOutQuote = z.object({
  quote_id: z.string(),
  amount: zMoney,
  expires_at: zTime,
  fair: zMoney,
  left: zLeft,
  slip_has_live_interval: z.number(),
})
export type CashOutQuote = z.output<typeof zCashOutQuote>

/** What cashing out a bet would pay now: an amount, or the reason why it cannot be cashed out, with its sentence. */
export const zCashOutNow = z.object({
  bet_id: z.string(),
  at: zTime,
  amount: z.optional(zMoney),
  reason: z.optional(z.string()),
  message: z.optional(z.string()),
  left: z.optional(zLeft),
  /** The bet is cashed out automatically once it is worth this amount. */
  rule: z.optional(zMoney),
})
export type CashOutNow = z.output<typeof zCashOutNow>

/** The state of the topic `bet:<bet_id>`, a bettor's own: the value of the whole remaining bet, or the reason why it has none. */
export type BetValueState = { amount?: string; at: string; reason?: CashOutReason }

/** A part of the remaining bet: text from "0.01" to "1", parsed into hundredths. */
export const zPart = z.pipe(
  z.string().check(z.regex(/^(0?\.(0[1-9]|[1-9]\d?)|1(\.0{1,2})?)$/)),
  z.transform((text) => Math.round(Number(text) * 100)),
)

/** Cash-out: the bettor gives up the possible payout and gets the current value of the bet. */
export const cashOut = {
  /** Refused as `not_available` with `reason` and its sentence. */
  quote: route({
    method: 'POST',
    path: '/v1/bets/:bet_id/cash-out/quote',
    auth: 'bettor',
    input: z.object({ bet_id: zId }),
    answer: zCashOutQuote,
    failures: ['not_found', 'not_available', 'too_many_requests', 'overloaded', 'unknown'],
    fallback: 'Fetching the cash-out value failed',
  }),
  /**
   * Accepts a quote, once. If the value has risen since, pays the higher value. If it has fallen, refuses with `quote_changed` and a new
   * `quote`. Without `part`, cashes out the whole remaining bet. A repeated id returns the first result.
   */
  take: route({
    method: 'POST',
    path: '/v1/bets/:bet_id/cash-out',
    auth: 'bettor',
    input: z.object({ bet_id: zId, id: zCommandId, quote_id: zText(300), part: z.optional(zPart) }),
    answer: z.object({ message: z.string(), amount: zMoney, bet: zBet, balance: zMoney }),
    failures: [
      'not_found',
      'not_available',
      'quote_changed',
      'quote_expired',
      'quote_used',
      'id_reused',
      'invalid_input',
      'session_expired',
      'too_many_requests',
      'overloaded',
      'unknown',
    ],
    fallback: 'Cashing out failed',
  }),
  now: route({
    method: 'GET',
    path: '/v1/bets/:bet_id/cash-out',
    auth: 'bettor',
    input: z.object({ bet_id: zId }),
    answer: z.object({ data: zCashOutNow }),
    failures: ['not_found', 'overloaded'],
    fallback: 'Fetching the cash-out value failed',
  }),
  /** Sets a rule: the whole remaining bet is cashed out automatically once it is worth this amount. A second rule replaces the first. */
  setRule: route({
    method: 'PUT',
    path: '/v1/bets/:bet_id/cash-out/rule',
    auth: 'bettor',
    input: z.object({ bet_id: zId, id: zCommandId, amount: zMoneyIn }),
    answer: z.object({ data: zCashOutNow }),
    failures: [
      'not_found',
      'not_available',
      'id_reused',
      'invalid_input',
      'too_many_requests',
      'overloaded',
      'unknown',
    ],
    fallback: 'Setting the automatic cash-out failed',
  }),
  clearRule: route({
    method: 'DELETE',
    path: '/v1/bets/:bet_id/cash-out/rule',
    auth: 'bettor',
    input: z.object({ bet_id: zId }),
    answer: z.object({ data: zCashOutNow }),
    failures: ['not_found', 'too_many_requests', 'overloaded', 'unknown'],
    fallback: 'Removing the automatic cash-out failed',
  }),
} as const
