import { money } from '@nare/money/money'
import { sha256, toHex } from '@nare/fair/hash'
import { blackjack, type BlackjackMove } from './blackjack.ts'
import { dice } from './dice.ts'
import { ranks } from './cards.ts'
import { hiLo, winningRanks } from './hi-lo.ts'
import { keno, kenoTable } from './keno.ts'
import { limbo } from './limbo.ts'
import { fields, mines, minesMultiplier } from './mines.ts'
import { plinko, plinkoRows, plinkoTable } from './plinko.ts'
import { roulette, rouletteBets, roulettePays } from './roulette.ts'
import { unitMultiplier, risks, type Seeds } from './round.ts'
import { wheel, wheelSizes, wheelTable } from './wheel.ts'

/** The single-player games by their names on the wire. */
export const games = { dice, limbo, mines, plinko, keno, wheel, roulette, 'hi-lo': hiLo, blackjack } as const
export type GameName = keyof typeof games
export const gameNames = Object.keys(games) as GameName[]
export type { BlackjackMove, Seeds }

/** Stated returns in percent, rounded down. Roulette's follows from its zero; blackjack's assumes best play. */
export const returnPercent: Readonly<Record<GameName | 'crash', string>> = {
  dice: '99.00',
  limbo: '99.00',
  mines: '99.00',
  plinko: '99.00',
  keno: '99.00',
  wheel: '99.00',
  roulette: '97.29',
  'hi-lo': '99.00',
  blackjack: '99.42',
  crash: '97.00',
}

/** A multiplier in ten-thousandths as text with four places: "1.9800". */
export function multiplierText(multiplier: bigint): string {
  const digits = multiplier.toString().padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

const texts = (table: readonly bigint[]): string[] => table.map(multiplierText)
const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, n) => first + n)
const byRisk = <T>(table: (risk: (typeof risks)[number]) => T) =>
  Object.fromEntries(risks.map((risk) => [risk, table(risk)]))

/** The multiplier of each bet, stake included, by its name. */
const rouletteMultipliers = () =>
  Object.fromEntries(
    rouletteBets.map((on) => {
      const payouts = roulettePays([{ on, amount: money(unitMultiplier) }])
      return [on, multiplierText(payouts.find((payout) => payout > 0n) ?? 0n)]
    }),
  )

/** The factor of a right guess, 13 / number of winning ranks, by guess and rank of the card. A guess that all 13 ranks win is refused. */
const hiLoFactors = () =>
  Object.fromEntries(
    (['higher or same', 'lower or same'] as const).map((guess) => [
      guess,
      Object.fromEntries(ranks.map((rank) => [rank, `${ranks.length}/${winningRanks(`♠${rank}`, guess)}`])),
    ]),
  )

/** The options of each game with all its payout tables. */
export const optionsOf: Readonly<Record<GameName, () => object>> = {
  dice: () => ({ target: { least: '0.01', most: '99.99', winning_rolls_most: 9_800 }, over: [true, false] }),
  limbo: () => ({ target: { least: '1.01', most: '1000000.00' } }),
  mines: () => ({
    fields,
    mines: { least: 1, most: fields - 1 },
    multipliers: Object.fromEntries(
      range(1, fields - 1).map((count) => [
        count,
        texts(range(1, fields - count).map((safe) => minesMultiplier(count, safe))),
      ]),
    ),
  }),
  plinko: () =>
    byRisk((risk) =>
      Object.fromEntries(
        range(plinkoRows.least, plinkoRows.most).map((rows) => [rows, texts(plinkoTable({ rows, risk }))]),
      ),
    ),
  keno: () =>
    byRisk((risk) => Object.fromEntries(range(1, 10).map((picks) => [picks, texts(kenoTable({ picks, risk }))]))),
  wheel: () =>
    byRisk((risk) =>
      Object.fromEntries(wheelSizes.map((segments) => [segments, texts(wheelTable({ segments, risk }))])),
    ),
  roulette: () => ({ bets: rouletteBets, multipliers: rouletteMultipliers() }),
  'hi-lo': () => ({ cards_most: 52, factors: hiLoFactors() }),
  blackjack: () => ({ dealer_stands: 17, natural_pays: '3:2', insurance_pays: '2:1', splits_most: 1 }),
}

/** The hash of a server seed, which is shown before the first round that uses the seed. */
export function serverSeedHash(serverSeed: string): string {
  return toHex(sha256(serverSeed))
}
