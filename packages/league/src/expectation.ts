import { settleBet } from '@nare/bets/ticket/settle'
import type { Money, Price } from '@nare/money/money'

/** A leg of a league bet: its price and the exact chance of its outcome. A leg of a void round counts 1.00, whatever its outcome. */
export type ExpectedLeg = { readonly price: Price; readonly chance: number; readonly isVoid: boolean }

/**
 * The mean of what a league bet pays, in cents, and the variance of it. Legs are on different matches, which are drawn apart from each other. A
 * single or a multi pays one amount, rounded down; the lines of a system are added before rounding. Example: a stake of 10.00 at 1.84 with the
 * chance 0.5 has the mean 9.20.
 */
export function expectedReturn({
  stake,
  legs,
  system,
}: {
  readonly stake: Money
  readonly legs: readonly ExpectedLeg[]
  readonly system: readonly number[] | null
}): { mean: number; variance: number } {
  if (system) return ofSystem(stake, legs, system)
  const chance = legs.reduce((all, leg) => all * (leg.isVoid ? 1 : leg.chance), 1)
  const won = legs.map(({ price, isVoid }) => ({ price, state: isVoid ? ('void' as const) : ('won' as const) }))
  const pays = Number(settleBet({ type: legs.length === 1 ? 'single' : 'multi', stake, legs: won }).returned)
  return { mean: chance * pays, variance: pays ** 2 * chance * (1 - chance) }
}

/**
 * The lines of a size are the elementary symmetric polynomial of the legs' multipliers. `products[a][b]` is the mean of the product of those of
 * the sizes a and b over the legs so far; a further leg is in both lines, in one of them, or in none.
 */
function ofSystem(stake: Money, legs: readonly ExpectedLeg[], sizes: readonly number[]) {
  const most = Math.max(...sizes)
  let products = grid(most, (a, b) => (a === 0 && b === 0 ? 1 : 0))
  for (const { price, chance, isVoid } of legs) {
    const factor = isVoid ? 1 : Number(price) / 1_000
    const [mean, square] = isVoid ? [1, 1] : [chance * factor, chance * factor ** 2]
    const before = products
    const at = (a: number, b: number): number => before[a]?.[b] ?? 0
    products = grid(most, (a, b) => at(a, b) + mean * (at(a - 1, b) + at(a, b - 1)) + square * at(a - 1, b - 1))
  }
  const each = Number(stake) / sizes.reduce((sum, size) => sum + choose(legs.length, size), 0)
  const mean = each * sizes.reduce((sum, size) => sum + (products[size]?.[0] ?? 0), 0)
  const square = sizes.reduce((sum, a) => sum + sizes.reduce((of, b) => of + (products[a]?.[b] ?? 0), 0), 0)
  return { mean, variance: each ** 2 * square - mean ** 2 }
}

const grid = (most: number, value: (a: number, b: number) => number): number[][] =>
  Array.from({ length: most + 1 }, (_, a) => Array.from({ length: most + 1 }, (_of, b) => value(a, b)))

const choose = (of: number, count: number): number =>
  Array.from({ length: count }, (_, n) => (of - n) / (n + 1)).reduce((ways, one) => ways * one, 1)
