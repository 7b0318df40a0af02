import type { EarnRule, PointRules } from '#country/country'
import { money, type Money } from '@nare/money/money'

/** The fields of a settled ticket that decide its points; odds in thousandths. */
export type EarningTicket = {
  readonly product: EarnRule['product']
  readonly state: 'open' | 'won' | 'lost' | 'void' | 'cashed_out'
  /** The part of what was at risk on its event, in cents. */
  readonly atRisk: bigint
  readonly totalOdds: bigint | null
  readonly lowestLegOdds: bigint | null
}

/**
 * The points of a ticket: the rule's points for each whole `per` of what was at risk, whether the ticket won or lost. A void or
 * open ticket and the cashed-out part of a stake earn nothing. A system has no total odds: the odds of its lowest leg are used.
 */
export function pointsOf(ticket: EarningTicket, rules: readonly EarnRule[]): bigint {
  if (ticket.state !== 'won' && ticket.state !== 'lost') return 0n
  const rule = rules.find(({ product }) => product === ticket.product)
  if (!rule) return 0n
  const odds = ticket.totalOdds ?? ticket.lowestLegOdds
  if (rule.leastOdds !== null && (odds === null || odds < rule.leastOdds)) return 0n
  return (ticket.atRisk / rule.per) * BigInt(rule.points)
}

/** The most that 100 points are worth when redeemed, in cents. */
export const valueOf100 = (table: PointRules['redeem']): bigint =>
  table.reduce((valueMax, row) => {
    const value = (row.bonus * 100n) / BigInt(row.points)
    return value > valueMax ? value : valueMax
  }, 1n)

/** What points are worth when redeemed, in cents, rounded up: what they cost at most. */
export const worthOf = (points: bigint, table: PointRules['redeem']): bigint =>
  (points * valueOf100(table) + 99n) / 100n

/** The bonus for this number of points, largest rows of the table first; undefined if the points are not a sum of rows. */
export function bonusFor(points: bigint, table: PointRules['redeem']): Money | undefined {
  let left = points
  let bonus = 0n
  for (const row of table.toSorted((a, b) => b.points - a.points)) {
    const times = left / BigInt(row.points)
    left -= times * BigInt(row.points)
    bonus += times * row.bonus
  }
  return left === 0n && bonus > 0n ? money(bonus) : undefined
}
