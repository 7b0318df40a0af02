import { quote } from '@nare/bets/ticket/quote'
import type { Settings } from '@nare/contract/content'
import { formatMoney, formatPrice, money, parseMoney, parsePrice, price } from '@nare/money/money'
import type { BetType } from '../state/betting.ts'
import type { LegNow } from './cta.ts'
import { systemBets } from './system-size.ts'

export type Preview = {
  totalOdds: string | null
  win: string | null
  boosted: string | null
  /** The number of bets. */
  lines: number
  /** The stake of each bet of a system, rounded down; absent without a stake or bets. */
  each?: string
}

type PreviewInput = {
  prices: readonly string[]
  type: BetType
  system: readonly number[]
  stake: string
  /** The stakes of singles, if they are not all `stake`. */
  stakes?: readonly string[]
  boost: Settings['boost'] | undefined
}

/**
 * A preview of a slip's odds and possible win at the prices shown; receipts show the server's values. Amounts and odds are
 * decimal text. The win of several singles is the sum of their wins.
 */
export function preview({ prices, type, system, stake, stakes, boost }: PreviewInput): Preview {
  const stakeAmount = parseMoney(stake)
  const parsed = prices.map((text) => parsePrice(text) ?? price(1000n))
  const legs = parsed.map((at, index) => ({
    matchId: String(index),
    marketId: '',
    oddKey: '',
    expected: at,
    present: at,
    marketState: 'open' as const,
    matchState: 'live' as const,
    startsAtMs: 0,
  }))
  const rules = boost && {
    table: boost.table,
    minLeg: parsePrice(boost.min_leg) ?? price(1000n),
    cap: parseMoney(boost.cap) ?? money(0n),
  }
  if (type === 'single') return singles(parsed, stakes ?? parsed.map(() => stake))
  const result = quote(
    { legs, type, system, ...(stakeAmount !== undefined && { stake: stakeAmount }) },
    { nowMs: 0, boost: rules },
  )
  const lines = type === 'system' ? systemBets(parsed.length, system) : 1
  return {
    totalOdds: type === 'multi' ? totalOddsOf(parsed) : null,
    win: result.netWin === null ? null : formatMoney(result.netWin),
    boosted: result.netWinBoosted === null ? null : formatMoney(result.netWinBoosted),
    lines,
    ...(type === 'system' &&
      lines > 0 &&
      stakeAmount !== undefined && { each: formatMoney(money(stakeAmount / BigInt(lines))) }),
  }
}

/** The possible payout of a preview; null as long as one of the picks has no price. */
export const payoutOf = ({ win, boosted }: Preview, now: readonly Pick<LegNow, 'odd_value'>[]): string | null =>
  now.some(({ odd_value }) => odd_value === null) ? null : (boosted ?? win)

function singles(prices: readonly bigint[], stakes: readonly string[]): Preview {
  const amounts = stakes.map(parseMoney)
  const win = prices.reduce<bigint | null>((sum, at, index) => {
    const stake = amounts[index]
    return sum === null || stake === undefined ? null : sum + (stake * at) / 1000n
  }, 0n)
  const text = win === null ? null : formatMoney(money(win))
  return { totalOdds: prices.length === 1 ? totalOddsOf(prices) : null, win: text, boosted: text, lines: prices.length }
}

function totalOddsOf(prices: readonly bigint[]): string {
  const exact = prices.reduce((total, at) => total * at, 1n)
  return formatPrice(price(exact / 1000n ** BigInt(Math.max(0, prices.length - 1))))
}
