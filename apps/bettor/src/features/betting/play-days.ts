import type { BetView } from '@nare/contract/betting'
import type { BetDay } from '@nare/contract/bet-days'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import { isoDay } from '@nare/ui/format'

/** Whether a bet was settled on a day. */
export const isSettledOn = ({ settled_at }: Pick<BetView, 'settled_at'>, day: string): boolean =>
  settled_at !== undefined && isoDay(Date.parse(settled_at)) === day

/** A day with the rounds of one game. */
export type GameDay = BetDay & { game: string }

export const isOfGame = (sum: BetDay): sum is GameDay => sum.game !== undefined

/** The games by days, the days in the order of the sums. */
export function byDay(sums: readonly GameDay[]): { day: string; games: GameDay[] }[] {
  return [...new Set(sums.map(({ day }) => day))].map((day) => ({ day, games: sums.filter((sum) => sum.day === day) }))
}

type Sums = Pick<BetDay, 'staked' | 'returned' | 'tax' | 'net'>

/** What several days or games have staked, returned after tax, and won or lost together, and their tax on winnings; decimal text. */
export function sumOf(days: readonly Sums[]): Sums {
  const sum = (field: 'staked' | 'returned' | 'tax'): bigint =>
    days.reduce((total, day) => total + cents(day[field] ?? '0'), 0n)
  const [staked, returned, tax] = [sum('staked'), sum('returned'), sum('tax')]
  return {
    ...{ staked: text(staked), returned: text(returned), net: text(returned - staked) },
    ...(tax > 0n && { tax: text(tax) }),
  }
}

const dayMs = 86_400_000

/** What was won or lost up to the end of each of the last `count` days, the oldest first, in cents. */
export function courseOf(sums: readonly BetDay[], { today, count }: { today: string; count: number }): number[] {
  const start = Date.parse(today)
  const course: number[] = []
  for (let ago = count - 1; ago >= 0; ago--) {
    const day = new Date(start - ago * dayMs).toISOString().slice(0, 10)
    const net = sums.filter((sum) => sum.day === day).reduce((total, sum) => total + Number(cents(sum.net)), 0)
    course.push((course.at(-1) ?? 0) + net)
  }
  return course
}

/** The course as the points of an SVG line in a box; the first point is zero at the beginning. `zero` is the height of nothing won or lost. */
export function lineOf(
  course: readonly number[],
  { width, height }: { width: number; height: number },
): { points: string; zero: number } {
  const values = [0, ...course]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const yOf = (value: number): number => (high === low ? height / 2 : ((high - value) / (high - low)) * height)
  const points = values.map((value, n) => `${round((n / (values.length - 1)) * width)},${round(yOf(value))}`)
  return { points: points.join(' '), zero: round(yOf(0)) }
}

const round = (value: number): number => Math.round(value * 10) / 10
const cents = (amount: string): bigint =>
  amount.startsWith('-') ? -(parseMoney(amount.slice(1)) ?? 0n) : (parseMoney(amount) ?? 0n)
const text = (value: bigint): string => formatMoney(money(value))
