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
import { one, risks, type Seeds } from './round.ts'
import { wheel, wheelSizes, wheelTable } from './wheel.ts'

/** The games of one bettor, by the name that calls use. */
export const games = { dice, limbo, mines, plinko, keno, wheel, roulette, 'hi-lo': hiLo, blackjack } as const
export type GameName = keyof typeof games
export const gameNames = Object.keys(games) as GameName[]
export type { BlackjackMove, Seeds }

/** Stated returns in percent. Roulette's is that of its zero, blackjack's that of best play, cut down. */
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
const range = (least: number, most: number): number[] => Array.from({ length: most - least + 1 }, (_, n) => least + n)
const byRisk = <T>(table: (risk: (typeof risks)[number]) => T) =>
  Object.fromEntries(risks.map((risk) => [risk, table(risk)]))

/** What each bet pays with its stake, by its name. */
const rouletteMultipliers = () =>
  Object.fromEntries(
    rouletteBets.map((on) => {
      const pays = roulettePays([{ on, amount: money(one) }])
      return [on, multiplierText(pays.find((paid) => paid > 0n) ?? 0n)]
    }),
  )

/** The factor of a right guess, 13 / ranks that win, by guess and then the rank of the card. All 13 win: it cannot be guessed. */
const hiLoFactors = () =>
  Object.fromEntries(
    (['higher or same', 'lower or same'] as const).map((guess) => [
      guess,
      Object.fromEntries(ranks.map((rank) => [rank, `${ranks.length}/${winningRanks(`♠${rank}`, guess)}`])),
    ]),
  )

/** Everything that decides what a game pays: the options a bettor has, with every table. */
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

/** The hash of a server seed, shown before the first round that uses it. */
export function serverSeedHash(serverSeed: string): string {
  return toHex(sha256(serverSeed))
}
