import { display, market, marketTitle, lineOf } from '@nare/bets/markets'
import { ucn } from '@nare/bets/ucn'
import type { BetView } from '@nare/contract/betting'
import { formatMoney, formatPrice, money, price } from '@nare/money/money'
import type { LegFacts } from '#modules/catalog/catalog'
import type { BetRow, LegRow } from './bets-store.ts'
import type { NewBet } from './place-store.ts'

type Facts = ReadonlyMap<number, LegFacts>

/** A stored bet in the contract's shape. With `asPlaced` it is the open bet that the placement returned, whatever happened since. */
export function betView(row: BetRow, facts: Facts, { asPlaced = false }: { asPlaced?: boolean } = {}): BetView {
  const settled = !asPlaced && row.state !== 'open'
  const boost = settled
    ? { percent: row.paid_percent, amount: row.paid_boost }
    : { percent: row.boost_percent, amount: row.boost_amount }
  return {
    bet_id: String(row.bet_id),
    id: row.client_id,
    product: row.product,
    type: row.type,
    ...(row.system && { system: row.system }),
    placed_at: row.placed_at.toISOString(),
    ...(settled && row.settled_at && { settled_at: row.settled_at.toISOString() }),
    stake: formatMoney(money(row.stake)),
    total_odds: row.total_odds === null ? null : formatPrice(price(row.total_odds)),
    possible_win: formatMoney(money(row.possible_win)),
    boost: { percent: Number(boost.percent), amount: formatMoney(money(boost.amount)) },
    state: asPlaced ? 'open' : row.state,
    returned: formatMoney(money(asPlaced ? 0n : row.returned)),
    rules_version: row.rules_version,
    legs: row.legs.map((leg) => legView(asPlaced ? { ...leg, state: 'open' } : leg, facts)),
  }
}

/** A new bet as the placement returns it. */
export function placedView(bet: NewBet, facts: Facts): BetView {
  return betView(
    {
      bet_id: bet.betId,
      client_id: bet.clientId,
      product: 'sports',
      type: bet.type,
      system: bet.system ? [...bet.system] : null,
      stake: bet.stake,
      total_odds: bet.totalOdds,
      possible_win: bet.possibleWin,
      boost_percent: String(bet.boostPercent),
      boost_amount: bet.boostAmount,
      rules_version: bet.rulesVersion,
      state: 'open',
      returned: 0n,
      paid_boost: 0n,
      paid_percent: '0',
      placed_at: bet.placedAt,
      settled_at: null,
      legs: bet.legs.map((leg) => ({
        match_id: leg.matchId,
        market_id: leg.marketId,
        odd_key: leg.oddKey,
        price: String(leg.price),
        state: 'open',
        start_time: leg.startTime.toISOString(),
      })),
    },
    facts,
    { asPlaced: true },
  )
}

function legView(leg: LegRow, facts: Facts): BetView['legs'][number] {
  const match = facts.get(leg.match_id)
  const line = lineOf(leg.market_id, leg.odd_key) ?? ''
  const kind = market(leg.market_id)
  return {
    ucn: ucn(String(leg.match_id), leg.market_id, leg.odd_key),
    match_id: String(leg.match_id),
    sub_type_id: leg.market_id,
    odd_key: leg.odd_key,
    odd_value: formatPrice(price(BigInt(leg.price))),
    home_team: match?.home_team ?? '',
    away_team: match?.away_team ?? '',
    competition_name: match?.competition_name ?? '',
    category: match?.category ?? '',
    start_time: new Date(leg.start_time).toISOString(),
    game_id: match?.game_id ?? '',
    market: kind ? marketTitle(leg.market_id, line) : leg.market_id,
    display: display(leg.market_id, leg.odd_key) ?? leg.odd_key,
    state: leg.state,
    result: leg.state === 'open' ? null : (match?.result ?? null),
  }
}
