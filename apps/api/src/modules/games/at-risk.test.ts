import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rouletteBets, roulettePays } from '@nare/games/roulette'
import { money } from '@nare/money/money'
import { roundAtRisk } from './at-risk.ts'

type Round = Parameters<typeof roundAtRisk>[0]
const round = (game: Round['game'], options: unknown, given: Partial<Round> = {}): Round => ({
  ...{ game, options, staked: 100_00n, payout: 0n, multiplier: 0n },
  ...given,
})
const roulette = (bets: readonly [on: string, amount: number][]): Round =>
  round(
    'roulette',
    { bets: bets.map(([on, amount]) => ({ on, amount: `${amount}.00` })) },
    { staked: BigInt(bets.reduce((sum, [, amount]) => sum + amount * 100, 0)) },
  )

test.each([
  ['red alone', roulette([['red', 100]]), 100_00n],
  [
    'red and black',
    roulette([
      ['red', 100],
      ['black', 100],
    ]),
    0n,
  ],
  [
    'two dozens',
    roulette([
      ['dozen 1', 100],
      ['dozen 2', 100],
    ]),
    200_00n,
  ],
  ['all numbers but one', roulette(Array.from({ length: 36 }, (_, n) => [String(n), 10])), 0n],
  ['a dice roll that wins in half of all cases', round('dice', { target: '50.00', over: true }), 100_00n],
  ['a dice roll that wins in 98 of 100 cases', round('dice', { target: '98.00', over: false }), 0n],
  ['limbo with a low target', round('limbo', { target: '1.02' }), 0n],
  ['crash that waited for 1.50', round('crash', null, { multiplier: 15_000n }), 100_00n],
  ['crash that waited for 1.01', round('crash', null, { multiplier: 10_100n }), 0n],
  ['a wheel that paid a half', round('wheel', {}, { payout: 50_00n }), 50_00n],
])('at risk in a round: %s', (_, played, expected) => {
  expect(roundAtRisk(played)).toBe(expected)
})

test('what counts of a spin never exceeds what its bets can lose', () => {
  const anyBet = fc.tuple(fc.constantFrom(...rouletteBets), fc.integer({ min: 1, max: 500 }))
  fc.assert(
    fc.property(fc.array(anyBet, { minLength: 1, maxLength: 12 }), (bets) => {
      const played = roulette(bets)
      const pays = roulettePays(bets.map(([on, amount]) => ({ on, amount: money(BigInt(amount) * 100n) })))
      const worst = pays.reduce((least, payout) => (payout < least ? payout : least), pays[0] ?? money(0n))
      const loss = played.staked - worst
      expect(roundAtRisk(played)).toBeLessThanOrEqual(loss > 0n ? loss : 0n)
    }),
  )
})
