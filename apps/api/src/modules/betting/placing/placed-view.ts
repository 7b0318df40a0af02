import type { BetView } from '@nare/contract/betting'
import { betView, type BetRow } from '#modules/tickets/tickets'
import { detailOf, type Facts } from '../match-tickets.ts'
import type { NewBet } from './place-store.ts'

/** A new bet as the placement returns it. */
export function placedView(bet: NewBet, facts: Facts): BetView {
  const row: BetRow = {
    bet_id: bet.betId,
    client_id: bet.clientId,
    product: bet.product,
    type: bet.type,
    system: bet.system ? [...bet.system] : null,
    stake: bet.stake,
    bonus_stake: bet.bonusStake ?? 0n,
    total_odds: bet.totalOdds,
    possible_win: bet.possibleWin,
    boost_percent: String(bet.boostPercent),
    boost_amount: bet.boostAmount,
    rules_version: bet.rulesVersion,
    state: 'open',
    returned: 0n,
    tax: 0n,
    tax_percent: null,
    paid_boost: 0n,
    paid_percent: '0',
    placed_at: bet.placedAt,
    settled_at: null,
    cashed: 0n,
    left_stake: null,
    left_win: null,
    replaced_by: null,
    replaces: null,
    rule: null,
  }
  const legs = bet.legs.map((leg) => ({
    match_id: leg.matchId,
    market_id: leg.marketId,
    odd_key: leg.oddKey,
    price: String(leg.price),
    state: 'open' as const,
    start_time: leg.startTime.toISOString(),
  }))
  return betView(row, detailOf(legs, facts, { asPlaced: true }), { asPlaced: true })
}
