import { fromHex, sha256, toHex } from '@nare/fair/hash'
import { money } from '@nare/money/money'
import { expect, test } from 'vitest'
import { drawCard } from './cards.ts'
import { crashPoint, multiplierAt, reachedAt } from './crash.ts'
import { dice } from './dice.ts'
import { gameNames, games, multiplierText, optionsOf, serverSeedHash } from './games.ts'
import { keno } from './keno.ts'
import { limbo } from './limbo.ts'
import { mines } from './mines.ts'
import { plinko } from './plinko.ts'
import published from './published-vectors.json' with { type: 'json' }
import { roulette } from './roulette.ts'
import { numbersOf, type Played } from './round.ts'

const { stake_like: stakeLike, bustabit_current: bustabit } = published
const terms = { stake: money(10_000n), maxWin: money(10n ** 15n) }
const at = (nonce: number) => numbersOf({ serverSeed: stakeLike.serverSeed, clientSeed: stakeLike.clientSeed, nonce })
const resultOf = <R>(played: Played<R>): R => {
  if (!played.ok) throw new Error(played.reason)
  return played.round.result
}

test('dice, limbo and roulette draw the numbers that other operators published for the same seeds', () => {
  for (const [nonce, roll] of Object.entries(stakeLike.dice)) {
    const options = { target: 5_000, over: true }
    const round = dice.play(at(Number(nonce)), { options, moves: [], terms })
    expect(resultOf(round).roll).toBe(Math.round(roll * 100))
  }
  for (const [nonce, multiplier] of Object.entries(stakeLike.limbo)) {
    const round = limbo.play(at(Number(nonce)), { options: { target: 200 }, moves: [], terms })
    expect(resultOf(round).multiplier).toBe(Math.round(multiplier * 100))
  }
  const extreme = stakeLike.limbo_extreme
  const far = limbo.play(numbersOf(extreme), { options: { target: 200 }, moves: [], terms })
  expect(resultOf(far).multiplier).toBe(Math.round(extreme.value * 100))
  for (const [nonce, number] of Object.entries(stakeLike.roulette)) {
    const options = { bets: [{ on: 'red', amount: terms.stake }] }
    expect(resultOf(roulette.play(at(Number(nonce)), { options, moves: [], terms })).number).toBe(number)
  }
})

test('mines, keno, plinko and cards draw the results that other operators published for the same seeds', () => {
  const revealed = mines.play(at(1), { options: { mines: 3 }, moves: [{ reveal: 18 }], terms })
  expect(resultOf(revealed).mines).toEqual(stakeLike.mines_nonce1_3)
  for (const [nonce, drawn] of Object.entries(stakeLike.keno)) {
    const round = keno.play(at(Number(nonce)), { options: { picks: [1], risk: 'low' }, moves: [], terms })
    // The published numbers count from 1.
    expect(resultOf(round).drawn).toEqual(drawn.map((number) => number - 1))
  }
  for (const [rows, rights] of Object.entries(stakeLike.plinko_rights)) {
    const slots = rights.map((_, n) => {
      const round = plinko.play(at(n + 1), { options: { rows: Number(rows), risk: 'low' }, moves: [], terms })
      return resultOf(round).slot
    })
    expect(slots).toEqual(rights)
  }
  const numbers = at(1)
  const cards = stakeLike.cards_nonce1_first10
  expect(cards.map(() => drawCard(numbers))).toEqual(cards)
})

test('the public crash chain has the published points', () => {
  let hash = fromHex(bustabit.hash)
  const points = bustabit.busts_walking_back.map(() => {
    const point = crashPoint({ salt: bustabit.salt, hash, returnPercent: 99 })
    hash = sha256(hash)
    return point / 100
  })
  expect(points).toEqual(bustabit.busts_walking_back)
})

test('reachedAt is the first millisecond at which a flight has the multiplier', () => {
  for (const hundredths of [100, 101, 102, 150, 199, 200, 1_000, 12_345, 100_000_00]) {
    const ms = reachedAt(hundredths)
    expect(multiplierAt(ms)).toBeGreaterThanOrEqual(hundredths)
    if (ms > 0) expect(multiplierAt(ms - 1)).toBeLessThan(hundredths)
  }
  expect([reachedAt(100), multiplierAt(0), multiplierAt(10_000)]).toEqual([0, 100, 182])
})

test('the options of each game contain all its payout tables', () => {
  for (const name of gameNames) expect(JSON.parse(JSON.stringify(optionsOf[name]()))).not.toEqual({})
  expect(optionsOf.roulette()).toMatchObject({
    multipliers: {
      '0': '36.0000',
      '17': '36.0000',
      red: '2.0000',
      '19-36': '2.0000',
      'dozen 2': '3.0000',
      'column 3': '3.0000',
      'split 0-2': '18.0000',
      'street 34-35-36': '12.0000',
    },
  })
  expect(optionsOf['hi-lo']()).toMatchObject({
    factors: {
      'higher or same': { '2': '13/13', '3': '13/12', A: '13/1' },
      'lower or same': { '2': '13/1', K: '13/12' },
    },
  })
  expect(Object.keys(games)).toEqual(gameNames)
  expect([multiplierText(19_800n), multiplierText(0n), multiplierText(99n)]).toEqual(['1.9800', '0.0000', '0.0099'])
  expect(serverSeedHash('server seed')).toBe(toHex(sha256('server seed')))
})
