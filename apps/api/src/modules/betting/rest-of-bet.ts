import type { LegState } from '@nare/bets/result'
import type { Bet } from '@nare/bets/ticket/settle'
import { money, price, type Money } from '@nare/money/money'
import type { UndecidedTicket } from '#modules/tickets/tickets'
import type { BetRules } from './rules.ts'

/** What cash-outs have left of a bet, with the prices and states of its legs in the order of the slip. */
export type RestOfBet = Pick<UndecidedTicket, 'type' | 'system' | 'stake'> & {
  readonly cashedOut?: Pick<NonNullable<UndecidedTicket['cashedOut']>, 'originalStake' | 'paid'> | undefined
  readonly prices: readonly bigint[]
  readonly states: readonly LegState[]
}

/** The rest of a bet as results settle it, under the rules it was placed with. */
export function restOfBet(bet: RestOfBet, { boost, cap }: BetRules): Bet {
  return {
    type: bet.type,
    stake: money(bet.stake),
    system: bet.system ?? undefined,
    legs: bet.prices.map((at, n) => ({ price: price(at), state: bet.states[n] ?? 'open' })),
    boost: { ...boost, cap: limitOfRest(boost.cap, bet) },
    cap: limitOfRest(cap, bet),
  }
}

/** A limit of the whole bet, reduced in proportion to the stake that remains after cash-outs. */
const limitOfRest = (limit: Money, { stake, cashedOut }: RestOfBet): Money =>
  cashedOut ? money((limit * stake) / cashedOut.originalStake) : limit
