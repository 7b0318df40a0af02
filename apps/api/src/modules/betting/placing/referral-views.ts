import type { BetView } from '@nare/contract/betting'
import { failures } from '@nare/contract/failures'
import type { Referral } from '@nare/contract/referral-state'
import { formatMoney, formatPrice, money, parseMoney, price } from '@nare/money/money'
import { betView, type UnplacedState } from '#modules/tickets/tickets'
import { detailOf, type Facts } from '../match-tickets.ts'
import { refusalOfReferral } from './referral.ts'
import type { ReferralRow } from './referral-store.ts'

/** How far a referral is, as its bettor and the traders see it. */
export function referralView(row: ReferralRow): Referral {
  const { state, until, withdrawAt, offerStake, offerPrice, offerWin, totalOdds } = row
  const refusal = refusalOfReferral(row)
  const odds = offerPrice ?? totalOdds
  return {
    state,
    until: until.toISOString(),
    ...(offerWin !== null && {
      offer: {
        stake: formatMoney(money(offerStake ?? row.stake)),
        total_odds: odds === null ? null : formatPrice(price(odds)),
        possible_win: formatMoney(money(offerWin)),
      },
    }),
    ...(withdrawAt !== null && { withdraw_at: withdrawAt.toISOString() }),
    ...(refusal && { code: refusal.code, error: refusal.sentence ?? failures[refusal.code].sentence }),
  }
}

/** Whether the bet still waits. */
const stateOf = ({ state }: ReferralRow): 'referred' | 'refused' =>
  state === 'refused' || state === 'withdrawn' ? 'refused' : 'referred'

/** The rows of the picks as legs, at the prices that were asked. */
export const legRows = ({ slip }: Pick<ReferralRow, 'slip'>) =>
  slip.picks.map((pick) => ({
    match_id: Number(pick.match_id),
    market_id: pick.sub_type_id,
    odd_key: pick.odd_key,
    price: pricesText(pick.asked),
    state: 'open' as const,
    start_time: pick.start_time,
  }))

/** A price of decimal text in thousandths, as rows have it. */
const pricesText = (text: string): string => {
  const [whole = '0', part = ''] = text.split('.')
  return String(BigInt(whole) * 1000n + BigInt(part.padEnd(3, '0').slice(0, 3)))
}

/** A bet that waits for a trader or was refused, at what was asked. */
export function referredBetView(row: ReferralRow, facts: Facts): BetView {
  const { percent, amount } = row.slip.boost
  const view = betView(
    {
      bet_id: row.betId,
      client_id: row.clientId,
      product: 'sports',
      type: row.type,
      system: row.slip.system && row.type === 'system' ? [...row.slip.system] : null,
      stake: row.stake,
      bonus_stake: row.bonusStake,
      total_odds: row.totalOdds,
      possible_win: row.possibleWin,
      boost_percent: String(percent),
      boost_amount: parseMoney(amount) ?? 0n,
      rules_version: '',
      state: 'open',
      returned: 0n,
      tax: 0n,
      tax_percent: null,
      paid_boost: 0n,
      paid_percent: '0',
      placed_at: row.createdAt,
      settled_at: null,
      cashed: 0n,
      left_stake: null,
      left_win: null,
      replaced_by: null,
      replaces: null,
      rule: null,
    },
    detailOf(legRows(row), facts, { asPlaced: true }),
    { asPlaced: true },
  )
  return { ...view, state: stateOf(row), referral: referralView(row) }
}

/** The state of a bet that waits, for the topic `bets`. */
export const unplacedState = (row: ReferralRow): UnplacedState => ({
  bettor: row.bettor,
  betId: row.betId,
  version: row.version,
  state: {
    state: stateOf(row),
    referral: referralView(row),
    stake: formatMoney(money(row.stake)),
    returned: '0.00',
    legs: row.slip.picks.map((_, n) => ({ n, state: 'open' })),
  },
})
