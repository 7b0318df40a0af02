import { roulettePays } from '@nare/games/roulette'
import { formatMoney, money, parseMoney, type Money } from '@nare/money/money'

/** A chip on the table: the field, and the amount in cents. */
export type Chip = { readonly on: string; readonly amount: Money }
export const chipsMax = 100

/** The chips summed by field, in the format of the contract. */
export function betsOf(chips: readonly Chip[]): { on: string; amount: string }[] {
  return [...sums(chips)].map(([on, amount]) => ({ on, amount: formatMoney(amount) }))
}

/** The total of all chips. */
export const costOf = (chips: readonly Chip[]): Money => money(chips.reduce((sum, { amount }) => sum + amount, 0n))

/** The payout of these chips for the number that pays the most. */
export function largestWinOf(chips: readonly Chip[]): Money {
  const bets = [...sums(chips)].map(([on, amount]) => ({ on, amount }))
  return roulettePays(bets).reduce((largest, payout) => (payout > largest ? payout : largest), money(0n))
}

/** The chips with one more; unchanged if `value` is not a positive amount or the table is full. */
export function withChip(chips: readonly Chip[], { on, value }: { on: string; value: string }): readonly Chip[] {
  const amount = parseMoney(value)
  return amount && amount > 0n && chips.length < chipsMax ? [...chips, { on, amount }] : chips
}

/** The amount on a chip of 24 px: "20", "2.5", "1.2k", "15k", rounded down. */
export function chipText(amount: string): string {
  const value = Number(amount)
  if (value < 1000) return value < 100 ? amount.replace(/\.?0+$/, '') : String(Math.floor(value))
  const thousands = value / 1000
  return `${thousands < 10 ? Math.floor(thousands * 10) / 10 : Math.floor(thousands)}k`
}

function sums(chips: readonly Chip[]): Map<string, Money> {
  const amounts = new Map<string, Money>()
  for (const { on, amount } of chips) amounts.set(on, money((amounts.get(on) ?? 0n) + amount))
  return amounts
}

const reds = roulettePays([{ on: 'red', amount: money(1n) }])
export type Colour = 'red' | 'black' | 'green'
export const colourOf = (number: number): Colour =>
  number === 0 ? 'green' : (reds[number] ?? 0n) > 0n ? 'red' : 'black'

/** The numbers of a European wheel, clockwise. */
export const wheelOrder = [
  ...[0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10],
  ...[5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26],
] as const
