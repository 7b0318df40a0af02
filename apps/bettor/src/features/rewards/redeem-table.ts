import type { points } from '@nare/contract/points'
import type { Answer } from '@nare/contract/route'
import { formatMoney, money, parseMoney } from '@nare/money/money'

export type PointsTable = Answer<typeof points.table>['data']
type Rows = PointsTable['redeem']

/** The step in which points are redeemed: the smallest row of the table; undefined for an empty table. */
export const stepOf = (rows: Rows): number | undefined =>
  rows.length === 0 ? undefined : Math.min(...rows.map(({ points }) => points))

/** The maximum that a bettor with `points` can redeem, in whole steps. */
export function mostOf(rows: Rows, points: number): number {
  const step = stepOf(rows)
  return step === undefined ? 0 : Math.floor(points / step) * step
}

/** The bonus for a number of points, as decimal text, computed from the largest rows first. Undefined if the number is not in whole steps. */
export function bonusFor(rows: Rows, points: number): string | undefined {
  const step = stepOf(rows)
  if (step === undefined || !Number.isInteger(points) || points <= 0 || points % step !== 0) return undefined
  let left = points
  let cents = 0n
  for (const row of rows.toSorted((row, other) => other.points - row.points)) {
    const times = Math.floor(left / row.points)
    cents += BigInt(times) * (parseMoney(row.bonus) ?? 0n)
    left -= times * row.points
  }
  return left === 0 ? formatMoney(money(cents)) : undefined
}

/** The suggested amounts: the rows of the table that the bettor can afford, and the maximum. */
export function choicesOf(rows: Rows, points: number): number[] {
  const most = mostOf(rows, points)
  const within = rows.map((row) => row.points).filter((amount) => amount <= most)
  return [...new Set([...within, ...(most > 0 ? [most] : [])])].toSorted((a, b) => a - b)
}
