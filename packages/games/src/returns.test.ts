import { money } from '@nare/money/money'
import { expect, test } from 'vitest'
import { blackjackReturn } from './blackjack-return.ts'
import { rankOf, ranks } from './cards.ts'
import { crashPoint } from './crash.ts'
import { diceMultiplier, winningRolls } from './dice.ts'
import { winningRanks } from './hi-lo.ts'
import { kenoDrawn, kenoSize, kenoTable } from './keno.ts'
import { limboMultiplier } from './limbo.ts'
import { fields, minesMultiplier } from './mines.ts'
import { plinkoRows, plinkoTable } from './plinko.ts'
import { coveredBy, rouletteBets, roulettePays } from './roulette.ts'
import { choose, unitMultiplier, risks } from './round.ts'
import { wheelSizes, wheelTable } from './wheel.ts'

const percent = (paid: bigint, of: bigint): number => Number((paid * 10n ** 9n) / of) / 10 ** 7
const sum = (list: readonly bigint[]): bigint => list.reduce((total, each) => total + each, 0n)

test('every bet on dice returns at most 99 % and more than 98.9 %', () => {
  for (let target = 0; target <= 10_000; target++)
    for (const over of [true, false]) {
      const winning = winningRolls({ target, over })
      if (winning < 1 || winning > 9_800) continue
      const back = percent(BigInt(winning) * diceMultiplier({ target, over }), 10_001n * unitMultiplier)
      expect(back).toBeLessThanOrEqual(99)
      expect(back).toBeGreaterThan(98.9)
    }
})

/** Counts the numbers below 2^32 that reach a target. Larger numbers draw smaller multipliers. */
function reaching(target: number): number {
  let [least, most] = [0, 2 ** 32]
  while (least < most) {
    const middle = Math.floor((least + most) / 2)
    if (limboMultiplier(middle) >= target) least = middle + 1
    else most = middle
  }
  return least
}

test('limbo returns 98 to 99.1 % at small and large targets', () => {
  for (const target of [101, 102, 150, 199, 200, 1_000, 3_333, 100_000, 999_999, 10_000_000, 100_000_000]) {
    const back = percent(BigInt(reaching(target)) * BigInt(target), 2n ** 32n * 100n)
    expect([target, back > 98 && back < 99.1]).toEqual([target, true])
  }
})

test('each step of mines returns at most 99 % and more than 98.9 %', () => {
  for (let mines = 1; mines < fields; mines++)
    for (let safe = 1; safe <= fields - mines; safe++) {
      const ways = choose(fields - mines, safe)
      const back = percent(ways * minesMultiplier(mines, safe), choose(fields, safe) * unitMultiplier)
      expect(back).toBeLessThanOrEqual(99)
      expect(back).toBeGreaterThan(98.9)
    }
})

test('plinko, keno and wheel return 98.9 to 99.1 % with every table, by enumeration', () => {
  const backs: number[] = []
  for (const risk of risks) {
    for (let rows: number = plinkoRows.least; rows <= plinkoRows.most; rows++) {
      const paid = plinkoTable({ rows, risk }).map((multiplier, slot) => choose(rows, slot) * multiplier)
      expect(paid).toHaveLength(rows + 1)
      backs.push(percent(sum(paid), 2n ** BigInt(rows) * unitMultiplier))
    }
    for (let picks = 1; picks <= 10; picks++) {
      const ways = (hits: number): bigint => choose(kenoDrawn, hits) * choose(kenoSize - kenoDrawn, picks - hits)
      const paid = kenoTable({ picks, risk }).map((multiplier, hits) => ways(hits) * multiplier)
      expect(paid).toHaveLength(picks + 1)
      backs.push(percent(sum(paid), choose(kenoSize, picks) * unitMultiplier))
    }
    for (const segments of wheelSizes) {
      const table = wheelTable({ segments, risk })
      expect(table).toHaveLength(segments)
      backs.push(percent(sum(table), BigInt(segments) * unitMultiplier))
    }
  }
  expect(Math.min(...backs)).toBeGreaterThanOrEqual(98.9)
  expect(Math.max(...backs)).toBeLessThanOrEqual(99.1)
})

test('every roulette bet returns 36/37 of its stake', () => {
  for (const on of rouletteBets) {
    expect([on, sum(roulettePays([{ on, amount: money(100n) }]))]).toEqual([on, 3_600n])
  }
})

test('roulette has 60 splits and 12 streets, each of numbers that touch on the table', () => {
  const named = (kind: string) => rouletteBets.filter((on) => on.startsWith(kind))
  expect([named('split').length, named('street').length, rouletteBets.length]).toEqual([60, 12, 49 + 72])
  const numbersOf = (on: string): number[] => (on.split(' ')[1] ?? '').split('-').map(Number)
  for (const on of named('split')) {
    const [first = NaN, second = NaN] = numbersOf(on)
    const touches = first === 0 ? second <= 3 : second === first + 3 || (second === first + 1 && first % 3 !== 0)
    expect([on, coveredBy(on), touches]).toEqual([on, [first, second], true])
  }
  for (const on of named('street')) {
    const [first = NaN] = numbersOf(on)
    expect([on, coveredBy(on), first % 3]).toEqual([on, [first, first + 1, first + 2], 1])
  }
})

test('a guess of hi-lo wins with the ranks that it covers', () => {
  for (const card of ranks.map((rank) => `♠${rank}`)) {
    const own = rankOf(card)
    const covers = (wins: (rank: number) => boolean): number => ranks.filter((_, rank) => wins(rank)).length
    expect(winningRanks(card, 'higher or same')).toBe(covers((rank) => rank >= own))
    expect(winningRanks(card, 'lower or same')).toBe(covers((rank) => rank <= own))
  }
})

test('blackjack returns 99.42 % with the best strategy, rounded down', () => {
  expect(Math.floor(blackjackReturn() * 10_000) / 100).toBe(99.42)
})

test('the share of crash games that reach 2.00 gives a return of 97 %', () => {
  const hash = new Uint8Array(32)
  const games = 20_000
  let reached = 0
  for (let n = 0; n < games; n++) {
    new DataView(hash.buffer).setUint32(0, n)
    if (crashPoint({ salt: 'a salt', hash }) >= 200) reached++
  }
  // Three standard deviations of the share at a chance of 0.485.
  expect(Math.abs(reached / games - 0.485)).toBeLessThan(3 * Math.sqrt((0.485 * 0.515) / games))
})
