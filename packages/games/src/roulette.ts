import { indexOf } from '@nare/fair/stream'
import { money, type Money } from '@nare/money/money'
import { unitMultiplier, refuse, type Game } from './round.ts'

export type RouletteBet = { readonly on: string; readonly amount: Money }
export type RouletteOptions = { readonly bets: readonly RouletteBet[] }
export type RouletteResult = { readonly number: number }

const pockets = 37
const betsMax = 100
const red = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])

const outside: Readonly<Record<string, (number: number) => boolean>> = {
  red: (n) => red.has(n),
  black: (n) => n > 0 && !red.has(n),
  odd: (n) => n % 2 === 1,
  even: (n) => n > 0 && n % 2 === 0,
  '1-18': (n) => n >= 1 && n <= 18,
  '19-36': (n) => n >= 19,
  'dozen 1': (n) => n >= 1 && n <= 12,
  'dozen 2': (n) => n >= 13 && n <= 24,
  'dozen 3': (n) => n >= 25,
  'column 1': (n) => n > 0 && n % 3 === 1,
  'column 2': (n) => n > 0 && n % 3 === 2,
  'column 3': (n) => n > 0 && n % 3 === 0,
}

const numbers = Array.from({ length: pockets }, (_, n) => n)

/** Two numbers beside each other on the table, whose rows hold three numbers: 1-2 in a row, 1-4 in a column, and the zero with 1, 2, 3. */
const splits = numbers.flatMap((n): [number, number][] =>
  n === 0
    ? [1, 2, 3].map((other) => [0, other])
    : [...(n % 3 === 0 ? [] : [n + 1]), n + 3].flatMap((other) => (other < pockets ? [[n, other]] : [])),
)
/** The rows of the table. */
const streets = numbers.filter((n) => n % 3 === 1).map((n) => [n, n + 1, n + 2])

const covered: ReadonlyMap<string, readonly number[]> = new Map([
  ...numbers.map((n): [string, number[]] => [String(n), [n]]),
  ...Object.entries(outside).map(([on, covers]): [string, number[]] => [on, numbers.filter(covers)]),
  ...splits.map((pair): [string, number[]] => [`split ${pair.join('-')}`, pair]),
  ...streets.map((row): [string, number[]] => [`street ${row.join('-')}`, row]),
])

/** The numbers that a bet covers; none for an unknown name. */
export const coveredBy = (on: string): readonly number[] => covered.get(on) ?? []

/** The names of all bets, such as "17", "red", "1-18", "dozen 2", "column 3", "split 1-2" and "street 1-2-3". */
export const rouletteBets: readonly string[] = [...covered.keys()]

/** The payout of the bets for each number, stakes included: exactly 36 / covered numbers times the amount of a bet. */
export function roulettePays(bets: readonly RouletteBet[]): Money[] {
  const payouts = numbers.map(() => 0n)
  for (const { on, amount } of bets) {
    const hits = coveredBy(on)
    for (const number of hits) payouts[number] = (payouts[number] ?? 0n) + amount * BigInt((pockets - 1) / hits.length)
  }
  return payouts.map(money)
}

/** European roulette, with one zero. */
export const roulette: Game<RouletteOptions, never, RouletteResult> = {
  name: 'roulette',
  play(stream, { options: { bets }, terms: { stake, maxWin } }) {
    const sum = bets.reduce((total, { amount }) => total + amount, 0n)
    const isValid = bets.length > 0 && bets.length <= betsMax && sum === stake
    if (!isValid || bets.some(({ on, amount }) => amount <= 0n || !covered.has(on))) return refuse('bad_options')
    const payouts = roulettePays(bets)
    if (payouts.some((payout) => payout > maxWin)) return refuse('win_too_large')
    const number = indexOf(stream(), pockets)
    const payout = payouts[number] ?? money(0n)
    const multiplier = (payout * unitMultiplier) / stake
    return { ok: true, round: { state: 'done', result: { number }, multiplier, staked: stake, payout } }
  },
}
