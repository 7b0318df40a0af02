import type { GameRound } from '@nare/contract/games'
import { gameNames } from '@nare/contract/game-shapes'
import { playWire, type WireRound } from '@nare/games/wire'
import { multiplierText, serverSeedHash } from '@nare/games/games'
import { formatMoney, money } from '@nare/money/money'
import { expect, test } from 'vitest'
import { checkedRound, isCheckable } from './check.ts'

const serverSeed = 'ab'.repeat(32)
const hash = serverSeedHash(serverSeed)
const terms = { stake: money(2_000n), maxWin: money(100_000_000n) }

/** A finished round of each game. */
const wireRounds: readonly WireRound[] = [
  { game: 'dice', options: { target: '50.50', over: true }, moves: [] },
  { game: 'limbo', options: { target: '1.01' }, moves: [] },
  { game: 'mines', options: { mines: 3 }, moves: [{ reveal: 7 }, { reveal: 8 }, { cash_out: true }] },
  { game: 'plinko', options: { rows: 12, risk: 'high' }, moves: [] },
  { game: 'keno', options: { picks: [0, 5, 39], risk: 'low' }, moves: [] },
  { game: 'wheel', options: { segments: 30, risk: 'medium' }, moves: [] },
  { game: 'roulette', options: { bets: [{ on: 'red', amount: '20.00' }] }, moves: [] },
  { game: 'hi-lo', options: {}, moves: [] },
  { game: 'blackjack', options: {}, moves: ['stand'] },
]

function published(wireRound: WireRound, nonce: number): GameRound {
  const played = playWire(wireRound, { seeds: { serverSeed, clientSeed: 'twiga', nonce }, terms })
  if (!played.ok) throw new Error(`${wireRound.game}: ${played.reason}`)
  const { result, multiplier, staked, payout } = played.round
  const isOpen = played.round.state === 'open'
  return {
    ...wireRound,
    ...{ round_id: '1', id: 'c', stake: '20.00', staked: formatMoney(staked), max_win: '1000000.00', placed_at: '' },
    // An open round with nothing to cash out gets its stake back when it expires.
    ...{
      state: 'done',
      result,
      multiplier: multiplierText(multiplier),
      payout: isOpen ? '20.00' : formatMoney(payout),
    },
    fairness: { server_seed_hash: hash, client_seed: 'twiga', nonce, server_seed: serverSeed },
  } as unknown as GameRound
}

test('the rounds above cover every game', () => {
  expect(wireRounds.map(({ game }) => game)).toEqual(gameNames)
})

/** The first nonce with which the moves of the round are valid. */
const nonceOf = (wireRound: WireRound): number => {
  for (let nonce = 0; nonce < 200; nonce++) {
    const played = playWire(wireRound, { seeds: { serverSeed, clientSeed: 'twiga', nonce }, terms })
    if (played.ok) return nonce
  }
  throw new Error(wireRound.game)
}

test.each(wireRounds)('a round of $game matches its seeds, and each changed value is detected', (wireRound) => {
  const round = published(wireRound, nonceOf(wireRound))
  const wrong = (changed: object, seen?: string) =>
    checkedRound({ ...round, ...changed } as GameRound, seen).steps.flatMap(({ ok, name }) => (ok ? [] : [name]))
  expect(isCheckable(round)).toBe(true)
  expect([wrong({}), wrong({}, hash)]).toEqual([[], []])
  expect(wrong({}, 'another')).toEqual(['seen'])
  expect(wrong({ payout: '20.01' })).toEqual(['payout'])
  expect(wrong({ staked: '21.00' })).toContain('stakes')
  expect(wrong({ result: { ...round.result, extra: 1 } })).toEqual(['result'])
  const forged = { ...round.fairness, server_seed: 'cd'.repeat(32) }
  const { steps, refused } = checkedRound({ ...round, fairness: forged } as GameRound, undefined)
  expect(refused ?? steps.find(({ name }) => name === 'hash')?.ok).not.toBe(true)
})

test.each<WireRound>([
  { game: 'mines', options: { mines: 3 }, moves: [{ reveal: 7 }, { reveal: 8 }] },
  { game: 'hi-lo', options: {}, moves: [{ skip: true }, { guess: 'higher or same' }] },
  { game: 'blackjack', options: {}, moves: [] },
])('a returned stake fails the check of a round of $game that could be cashed out or stood', (wireRound) => {
  for (let nonce = 0; nonce < 200; nonce++) {
    const played = playWire(wireRound, { seeds: { serverSeed, clientSeed: 'twiga', nonce }, terms })
    if (!played.ok || played.round.state !== 'open') continue
    const { steps } = checkedRound({ ...published(wireRound, nonce), multiplier: '1.0000' }, undefined)
    const wrong = steps.flatMap(({ ok, name }) => (ok ? [] : [name]))
    if (wireRound.game !== 'blackjack') return expect(wrong).toEqual(['multiplier', 'payout'])
    if (wrong.length > 0) return expect(wrong).toContain('payout')
  }
  throw new Error('no nonce gives such a round')
})

test('a round cannot be checked while it is open or its seed is secret', () => {
  const round = published(wireRounds[0] as WireRound, 0)
  const { server_seed: _, ...sealed } = round.fairness
  expect(isCheckable({ ...round, state: 'open' } as GameRound)).toBe(false)
  expect(isCheckable({ ...round, fairness: sealed } as GameRound)).toBe(false)
})
