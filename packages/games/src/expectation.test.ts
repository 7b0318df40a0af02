import { money } from '@nare/money/money'
import { expect, test } from 'vitest'
import { blackjackNet, bestMove } from './blackjack-return.ts'
import type { BlackjackResult } from './blackjack.ts'
import { crashExpectation, crashPoint } from './crash.ts'
import { expectationOf, type FinishedRound } from './expectation.ts'
import { limboChance, limboMultiplier } from './limbo.ts'
import { playWire, type WireMove, type WireMoves, type WireResults, type WireRound } from './wire.ts'

const stake = money(1_000n)
const terms = { stake, maxWin: money(10n ** 12n) }
const seeds = (nonce: number) => ({ serverSeed: 'f'.repeat(64), clientSeed: 'expectations', nonce })

/** Plays a round; `next` gives the move after each that leaves it open. */
function played(
  round: Omit<WireRound, 'moves'>,
  nonce: number,
  next?: (result: never, n: number, moves: readonly WireMove[]) => WireMove,
) {
  const moves: WireMove[] = []
  for (;;) {
    const of = playWire({ ...round, moves } as unknown as WireRound, { seeds: seeds(nonce), terms })
    if (!of.ok) throw new Error(of.reason)
    const { state, result, staked, payout } = of.round
    if (state === 'done')
      return { payout: Number(payout), of: expectationOf({ ...round, moves, result, stake, staked }) }
    moves.push(next?.(result as never, moves.length, moves) ?? 'stand')
  }
}

const known = (round: Pick<FinishedRound, 'game' | 'options'>) =>
  expectationOf({ ...round, moves: [], result: { revealed: [], cards: [] }, stake, staked: stake })

test('the mean and variance of a round are those of its table', () => {
  // A number of roulette: 36 stakes in 1 of 37.
  const number = known({ game: 'roulette', options: { bets: [{ on: '17', amount: '10.00' }] } })
  expect(number.mean).toBeCloseTo(36_000 / 37)
  expect(number.variance).toBeCloseTo(36_000 ** 2 / 37 - (36_000 / 37) ** 2, 3)
  // Dice over 49.50 of 100.01: 5,050 of 10,001 rolls win floor(9900 × 10001 / 5050) = 1.9605, which is 19.60 of a stake of 10.00.
  const dice = known({ game: 'dice', options: { target: '49.50', over: true } })
  expect(dice.mean).toBeCloseTo((5_050 / 10_001) * 1_960)
  expect(dice.variance).toBeCloseTo(1_960 ** 2 * (5_050 / 10_001) * (4_951 / 10_001), 2)
  const wheel = known({ game: 'wheel', options: { segments: 10, risk: 'high' } })
  expect([wheel.mean, wheel.variance]).toEqual([990, expect.closeTo(9_900 ** 2 / 10 - 990 ** 2, 3)])
  const plinko = known({ game: 'plinko', options: { rows: 8, risk: 'high' } })
  expect(plinko.mean / 1_000).toBeCloseTo(0.99, 2)
  const keno = known({ game: 'keno', options: { picks: [1, 2, 3], risk: 'medium' } })
  expect(keno.mean / 1_000).toBeCloseTo(0.99, 2)
})

test('the chance of a limbo target counts the numbers that reach it', () => {
  for (const target of [101, 102, 150, 200, 3_333, 999_999, 100_000_000]) {
    const reaching = Math.round(limboChance(target) * 2 ** 32)
    expect([limboMultiplier(reaching - 1) >= target, limboMultiplier(reaching) >= target]).toEqual([true, false])
  }
  expect(known({ game: 'limbo', options: { target: '2.00' } }).mean / 1_000).toBeCloseTo(0.99, 4)
})

/** How far the sums of many rounds are from their means, in standard deviations, and the ratio of squares to variances. */
function deviation(rounds: readonly { payout: number; of: { mean: number; variance: number } }[]) {
  const variance = rounds.reduce((sum, { of }) => sum + of.variance, 0)
  const off = rounds.map(({ payout, of }) => payout - of.mean)
  return {
    z: off.reduce((sum, one) => sum + one, 0) / Math.sqrt(variance),
    ratio: off.reduce((sum, one) => sum + one ** 2, 0) / variance,
  }
}

const many = (count: number, play: (n: number) => { payout: number; of: { mean: number; variance: number } }) =>
  deviation(Array.from({ length: count }, (_, n) => play(n)))

test('however a player of mines and hi-lo decides, payouts are as far from their means as the variances say', () => {
  // One waits for two fields, one goes on after every win until the eighth, by turns: decisions that depend on the draw.
  const ofMines = many(4_000, (n) =>
    played({ game: 'mines', options: { mines: 3 } }, n, ((_: unknown, at: number) =>
      at < (n % 2 ? 2 : 8) ? { reveal: (n + 3 * at) % 25 } : { cash_out: true }) as never),
  )
  const ofHiLo = many(4_000, (n) =>
    played({ game: 'hi-lo', options: {} }, n, ((
      { cards }: WireResults['hi-lo'],
      at: number,
      moves: readonly WireMoves['hi-lo'][],
    ) => {
      const card = cards.at(-1) ?? ''
      if (at >= 4 && moves.some((move) => 'guess' in move)) return { cash_out: true }
      // A guess that cannot lose is refused, and one that rarely wins would make the variance one of few rounds.
      if (at === 1 || /[2A]$/.test(card)) return { skip: true }
      return { guess: /[3-8]$/.test(card) ? 'higher or same' : 'lower or same' }
    }) as never),
  )
  for (const { z, ratio } of [ofMines, ofHiLo]) {
    expect(Math.abs(z)).toBeLessThan(3)
    expect(Math.abs(ratio - 1)).toBeLessThan(0.2)
  }
})

test('crash pays 97 % with any target, and its steps add up to the variance of the target', () => {
  const target = 200
  const hash = new Uint8Array(32)
  const { z, ratio } = many(10_000, (n) => {
    new DataView(hash.buffer).setUint32(0, n)
    const point = crashPoint({ salt: 'a salt', hash })
    const reached = point >= target ? target : Math.max(101, point + 1)
    return { payout: point >= target ? 2_000 : 0, of: crashExpectation(stake, reached) }
  })
  expect(Math.abs(z)).toBeLessThan(3)
  expect(Math.abs(ratio - 1)).toBeLessThan(0.05)
  // By hand, over all flights: a flight that ends at h has the steps to h, and the mean of their variances is 0.97 × 2 − 0.97².
  const ends = (h: number): number => 97 / h - 97 / (h + 1)
  let mean = (1 - 97 / 101) * crashExpectation(1_000n, 101).variance
  for (let h = 101; h < target; h++) mean += ends(h) * crashExpectation(1_000n, h + 1).variance
  mean += (97 / target) * crashExpectation(1_000n, target).variance
  expect(mean).toBeCloseTo((0.97 * 2 - 0.97 ** 2) * 1_000 ** 2, 3)
})

test('a round of blackjack with best play has a variance of 1.3 stakes, and rounds played so agree', () => {
  expect(blackjackNet().variance).toBeCloseTo(1.31, 1)
  const { z, ratio } = many(3_000, (n) =>
    played({ game: 'blackjack', options: {} }, n, (({ player, dealer, playing = 0, allowed = [] }: BlackjackResult) =>
      bestMove(player[playing] ?? [], { dealer: dealer[0] ?? '', allowed })) as never),
  )
  expect(Math.abs(z)).toBeLessThan(3)
  expect(Math.abs(ratio - 1)).toBeLessThan(0.08)
})
