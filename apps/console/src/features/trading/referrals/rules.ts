import type { ReferredBet } from '@nare/contract/operator-trading-referrals'
import { centsOf } from '../../../parts/cents.ts'

/** The whole seconds until a time, never below zero. */
export const secondsLeft = (until: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - nowMs) / 1000))

/** What a bet is on, in a line: its first pick, and how many others. */
export function standText(legs: ReferredBet['legs']): string {
  const [leg] = legs
  if (!leg) return ''
  const others = legs.length > 1 ? ` and ${legs.length - 1} more` : ''
  return `${leg.home_team} v ${leg.away_team}: ${leg.display} at ${leg.odd_value}${others}`
}

/**
 * How much of the limit of its fullest outcome would be used with this bet, in percent: what the house may lose there already, and this bet's win
 * in equal parts on its legs.
 */
export function roomPercent({
  legs,
  possible_win,
  stake,
}: Pick<ReferredBet, 'legs' | 'possible_win' | 'stake'>): number {
  const added = (centsOf(possible_win) - centsOf(stake)) / BigInt(Math.max(1, legs.length))
  const used = legs.map(({ liability, liability_max }) => {
    const most = centsOf(liability_max)
    return most > 0n ? Number(((centsOf(liability) + added) * 100n) / most) : 0
  })
  return Math.max(0, ...used)
}
