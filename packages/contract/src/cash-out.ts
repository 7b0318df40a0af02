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
  settling: 'A result of this bet is being settled. Try again in a moment',
  suspended: 'A pick of this bet is suspended. Try again in a moment',
  interrupted: 'A match of this bet is interrupted or postponed',
  silent_feed: 'A match of this bet has no live data right now',
  starting: 'A match of this bet is about to start. Try again in a moment',
  no_price: 'A pick of this bet has no price right now',
  worthless: 'This bet is worth less than a cent right now',
} as const

export type CashOutReason = keyof typeof cashOutReasons

/**
 * A price for all that is left of a bet, good until `expires_at`. `fair` is the amount without the house's margin. For a part of p
 * hundredths the stake is `left.stake` × p / 100 and the amount `amount` × that stake / `left.stake`, both rounded down to the cent.
 * `slip_has_live_interval` is how many seconds a take waits before it is judged anew, 0 before kick-off.
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
  /** The bet is cashed out by itself as soon as it is worth this amount. */
  rule: z.optional(zMoney),
})
export type CashOutNow = z.output<typeof zCashOutNow>

/** The state of the topic `bet:<bet_id>`, a bettor's own: the amount for all that is left, or why there is none. */
export type BetValueState = { amount?: string; at: string; reason?: CashOutReason }

/** A part of what is left, text from "0.01" to "1", as hundredths. */
export const zPart = z.pipe(
  z.string().check(z.regex(/^(0?\.(0[1-9]|[1-9]\d?)|1(\.0{1,2})?)$/)),
  z.transform((text) => Math.round(Number(text) * 100)),
)

/** Cashing a bet out: its bettor gives up what it may win for what it is worth now. */
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
   * Takes a quote once. A value that rose since is paid; where it fell the refusal `quote_changed` carries a fresh `quote`. Without
   * `part` all that is left is cashed out. A repeated id answers what its first call did.
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
  /** Cashes out all that is left by itself as soon as it is worth this amount. A second rule replaces the first. */
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
