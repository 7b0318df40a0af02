import { weightTotal, type Stream } from '@nare/fair/stream'
import { money } from '@nare/money/money'
import { expect, test } from 'vitest'
import { blackjack, type BlackjackMove } from './blackjack.ts'
import { hiLo, type HiLoMove } from './hi-lo.ts'
import { keno } from './keno.ts'
import { limbo } from './limbo.ts'
import { lastSafe, mines, minesMultiplier, type MinesMove } from './mines.ts'
import { plinko } from './plinko.ts'
import { roulette } from './roulette.ts'
import { payoutOf, type Played } from './round.ts'
import { dice } from './dice.ts'
import { wheel } from './wheel.ts'

const stake = money(1_000n)
const terms = { stake, maxWin: money(1_000_000_000n) }

/** A stream whose draws are these values out of `of`, in order. */
function giving(values: readonly number[], of: number): Stream {
  let at = 0
  return () => Math.ceil(((values[at++] ?? 0) * weightTotal) / of)
}
const suits = '♦♥♠♣'
const ranks = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A']
const dealing = (cards: readonly string[]): Stream =>
  giving(
    cards.map((card) => ranks.indexOf(card.slice(1)) * 4 + suits.indexOf(card.charAt(0))),
    52,
  )
const reasonOf = <R>(played: Played<R>): string => (played.ok ? 'played' : played.reason)

// The first numbers of these draws remove the fields 0, 1 and 2.
const minesAt = (count: number, moves: readonly MinesMove[], at = terms) =>
  mines.play(giving([0, 0, 0], 25), { options: { mines: count }, moves, terms: at })

test('mines stay hidden while a round is open, and are shown when it ends', () => {
  const open = minesAt(3, [{ reveal: 5 }])
  expect(open).toMatchObject({ ok: true, round: { state: 'open', result: { revealed: [5] }, payout: 0n } })
  expect(open.ok && 'mines' in open.round.result).toBe(false)
  const hit = minesAt(3, [{ reveal: 5 }, { reveal: 1 }])
  expect(hit).toMatchObject({ round: { state: 'done', multiplier: 0n, payout: 0n, result: { mines: [0, 1, 2] } } })
})

test('mines pay the multiplier of the revealed safe fields, and cash out automatically after the last one', () => {
  const cashed = minesAt(3, [{ reveal: 5 }, { reveal: 6 }, { cash_out: true }])
  expect(cashed).toMatchObject({ round: { state: 'done', payout: payoutOf(stake, minesMultiplier(3, 2)) } })
  const all = Array.from({ length: 22 }, (_, n) => ({ reveal: n + 3 }))
  expect(minesAt(3, all)).toMatchObject({ round: { state: 'done', payout: payoutOf(stake, minesMultiplier(3, 22)) } })
})

test('mines cash out automatically at the last field whose payout is within the maximum win', () => {
  const bounded = { stake, maxWin: payoutOf(stake, minesMultiplier(3, 4)) }
  expect(lastSafe(3, bounded)).toBe(4)
  const moves = [5, 6, 7, 8].map((reveal) => ({ reveal }))
  expect(minesAt(3, moves.slice(0, 3), bounded)).toMatchObject({ round: { state: 'open' } })
  expect(minesAt(3, moves, bounded)).toMatchObject({ round: { state: 'done', payout: bounded.maxWin } })
  expect(reasonOf(minesAt(3, [], { stake, maxWin: money(1_100n) }))).toBe('win_too_large')
})

test.each<[string, number, MinesMove[], string]>([
  ['a cash-out before a field', 3, [{ cash_out: true }], 'bad_move'],
  ['a field twice', 3, [{ reveal: 5 }, { reveal: 5 }], 'bad_move'],
  ['a field that does not exist', 3, [{ reveal: 25 }], 'bad_move'],
  ['part of a field', 3, [{ reveal: 5.5 }], 'bad_move'],
  ['a move after the end', 3, [{ reveal: 0 }, { reveal: 7 }], 'round_over'],
  ['25 mines', 25, [], 'bad_options'],
])('mines refuse %s', (_what, count, moves, reason) => {
  expect(reasonOf(minesAt(count, moves))).toBe(reason)
})

const hiLoAt = (cards: readonly string[], moves: readonly HiLoMove[], at = terms) =>
  hiLo.play(dealing(cards), { options: {}, moves, terms: at })
const higher = { guess: 'higher or same' } as const
const lower = { guess: 'lower or same' } as const

test('each right guess of hi-lo multiplies by 13 over the winning ranks, rounded down once at the end', () => {
  const moves = [higher, lower, { cash_out: true } as const]
  const won = hiLoAt(['♠8', '♦8', '♣2'], moves)
  // 8 is the seventh rank: seven ranks are higher or the same, and seven lower or the same.
  const multiplier = (9_900n * 13n * 13n) / (7n * 7n)
  expect(won).toMatchObject({ round: { state: 'done', multiplier, payout: payoutOf(stake, multiplier) } })
  expect(hiLoAt(['♠8', '♦7'], [higher])).toMatchObject({ round: { state: 'done', payout: 0n } })
})

test('a skip of hi-lo changes only the card, and the 52nd card cashes out', () => {
  const skipped = hiLoAt(['♠2', '♦8'], [{ skip: true }])
  expect(skipped).toMatchObject({ round: { state: 'open', multiplier: 10_000n, result: { cards: ['♠2', '♦8'] } } })
  const skips = Array.from({ length: 51 }, () => ({ skip: true }) as const)
  expect(hiLoAt([], skips)).toMatchObject({ round: { state: 'done', payout: stake } })
})

test.each<[string, string[], HiLoMove[], string]>([
  ['a guess that cannot lose', ['♠2'], [higher], 'bad_move'],
  ['a guess that cannot lose on an ace', ['♠A'], [lower], 'bad_move'],
  ['a cash-out before a right guess', ['♠8'], [{ cash_out: true }], 'bad_move'],
  ['a guess after a wrong one', ['♠8', '♦2'], [higher, higher], 'round_over'],
])('hi-lo refuses %s', (_what, cards, moves, reason) => {
  expect(reasonOf(hiLoAt(cards, moves))).toBe(reason)
})

test('hi-lo cashes out automatically when every further guess would pay more than the maximum win', () => {
  const bounded = { stake, maxWin: payoutOf(stake, (9_900n * 13n) / 7n) }
  expect(hiLoAt(['♠8', '♦8'], [higher], bounded)).toMatchObject({ round: { state: 'done', payout: bounded.maxWin } })
  expect(reasonOf(hiLoAt(['♠K', '♦8'], [higher], bounded))).toBe('win_too_large')
})

const blackjackAt = (cards: readonly string[], moves: readonly BlackjackMove[] = [], at = terms) =>
  blackjack.play(dealing(cards), { options: {}, moves, terms: at })

test.each<[string, string[], BlackjackMove[], bigint, bigint]>([
  ['a natural pays 3:2 immediately', ['♠A', '♠K', '♦5', '♦6'], [], 1_000n, 2_500n],
  ['two naturals return the stake', ['♠A', '♠K', '♦A', '♦K'], [], 1_000n, 1_000n],
  ['a natural of the dealer with a ten showing ends the round', ['♠9', '♠K', '♦K', '♦A'], [], 1_000n, 0n],
  [
    'a natural of the dealer with an ace showing ends the round at the first move',
    ['♠9', '♠2', '♦A', '♦K'],
    ['double'],
    1_000n,
    0n,
  ],
  ['insurance pays 2:1', ['♠9', '♠2', '♦A', '♦K'], ['insurance'], 1_500n, 1_500n],
  ['insurance is lost without a natural', ['♠10', '♠9', '♦A', '♦7'], ['insurance', 'stand'], 1_500n, 2_000n],
  ['the dealer stands on a soft 17', ['♠10', '♠8', '♦A', '♦6'], ['stand'], 1_000n, 2_000n],
  ['the dealer draws to 17', ['♠10', '♠8', '♦6', '♦K', '♦2'], ['stand'], 1_000n, 1_000n],
  ['a bust loses', ['♠10', '♠8', '♦6', '♦K', '♠4'], ['hit'], 1_000n, 0n],
  ['a double takes one card', ['♠6', '♠5', '♦6', '♦K', '♠K', '♦K'], ['double'], 2_000n, 4_000n],
  ['split aces get one card each', ['♠A', '♥A', '♦6', '♦K', '♠K', '♥9', '♣K'], ['split'], 2_000n, 4_000n],
  [
    'a hand may be doubled after a split',
    ['♠8', '♥8', '♦6', '♦K', '♠3', '♥10', '♠K', '♣K'],
    ['split', 'double', 'stand'],
    3_000n,
    6_000n,
  ],
])('blackjack: %s', (_what, cards, moves, staked, payout) => {
  expect(blackjackAt(cards, moves)).toMatchObject({ round: { state: 'done', staked, payout } })
})

test('the hidden card of the dealer is not shown before the round is over', () => {
  const open = blackjackAt(['♠8', '♥8', '♦A', '♦9'])
  expect(open).toMatchObject({
    round: {
      state: 'open',
      result: {
        player: [['♠8', '♥8']],
        dealer: ['♦A'],
        playing: 0,
        allowed: ['hit', 'stand', 'double', 'split', 'insurance'],
      },
    },
  })
})

test.each<[string, string[], BlackjackMove[], string]>([
  ['a second split', ['♠8', '♥8', '♦6', '♦K', '♣8', '♥10'], ['split', 'split'], 'bad_move'],
  ['a split of unequal cards', ['♠8', '♥9', '♦6', '♦K'], ['split'], 'bad_move'],
  ['a double of three cards', ['♠2', '♥3', '♦6', '♦K', '♣2'], ['hit', 'double'], 'bad_move'],
  ['insurance against a ten', ['♠2', '♥3', '♦K', '♦6'], ['insurance'], 'bad_move'],
  ['insurance after another move', ['♠2', '♥3', '♦A', '♦6', '♣2'], ['hit', 'insurance'], 'bad_move'],
  ['a move after the end', ['♠10', '♠8', '♦6', '♦K', '♠4'], ['hit', 'stand'], 'round_over'],
])('blackjack refuses %s', (_what, cards, moves, reason) => {
  expect(reasonOf(blackjackAt(cards, moves))).toBe(reason)
})

test('a game without an automatic cash-out refuses a stake whose largest payout is above the limit', () => {
  const at = { stake, maxWin: money(1_500n) }
  const none = { moves: [], terms: at }
  const numbers = giving([0], 2)
  const reasons = [
    dice.play(numbers, { ...none, options: { target: 5_000, over: true } }),
    limbo.play(numbers, { ...none, options: { target: 200 } }),
    plinko.play(numbers, { ...none, options: { rows: 8, risk: 'low' } }),
    keno.play(numbers, { ...none, options: { picks: [1, 2], risk: 'low' } }),
    wheel.play(numbers, { ...none, options: { segments: 10, risk: 'high' } }),
    roulette.play(numbers, { ...none, options: { bets: [{ on: 'red', amount: stake }] } }),
    blackjackAt(['♠8', '♥9', '♦6', '♦K'], [], at),
    hiLoAt(['♠8'], [], { stake, maxWin: money(1_050n) }),
  ].map((played) => reasonOf<unknown>(played))
  expect(new Set(reasons)).toEqual(new Set(['win_too_large']))
})

test('roulette accepts several bets in a round, and they must sum to the stake', () => {
  const bets = [
    { on: '17', amount: money(100n) },
    { on: 'black', amount: money(400n) },
    { on: 'dozen 2', amount: money(300n) },
    { on: 'column 2', amount: money(200n) },
  ]
  const on17 = roulette.play(giving([17], 37), { options: { bets }, moves: [], terms })
  // 17 is black, in the second dozen and in the second column.
  expect(on17).toMatchObject({ round: { result: { number: 17 }, payout: 3_600n + 800n + 900n + 600n } })
  const short = roulette.play(giving([17], 37), { options: { bets: bets.slice(1) }, moves: [], terms })
  const unknown = roulette.play(giving([17], 37), {
    options: { bets: [{ on: '37', amount: stake }] },
    moves: [],
    terms,
  })
  expect([reasonOf(short), reasonOf(unknown)]).toEqual(['bad_options', 'bad_options'])
})

test('a split of roulette pays 17 to 1 and a street 11 to 1, under one name each', () => {
  const at = (on: string, number: number) =>
    roulette.play(giving([number], 37), { options: { bets: [{ on, amount: stake }] }, moves: [], terms })
  expect(at('split 17-20', 20)).toMatchObject({ round: { payout: 18n * stake, multiplier: 180_000n } })
  expect(at('split 0-3', 0)).toMatchObject({ round: { payout: 18n * stake } })
  expect(at('split 17-20', 18)).toMatchObject({ round: { payout: 0n } })
  expect(at('street 34-35-36', 35)).toMatchObject({ round: { payout: 12n * stake, multiplier: 120_000n } })
  const others = ['split 3-4', 'split 20-17', 'split 0-4', 'split 36-39', 'street 2-3-4', 'street 1-2', 'split']
  expect(others.map((on) => reasonOf(at(on, 17)))).toEqual(others.map(() => 'bad_options'))
})

test.each([
  [
    'dice without a winning roll',
    () => dice.play(giving([0], 2), { options: { target: 0, over: false }, moves: [], terms }),
  ],
  [
    'dice that nearly always win',
    () => dice.play(giving([0], 2), { options: { target: 9_900, over: false }, moves: [], terms }),
  ],
  ['limbo at 1.00', () => limbo.play(giving([0], 2), { options: { target: 100 }, moves: [], terms })],
  ['plinko with 17 rows', () => plinko.play(giving([0], 2), { options: { rows: 17, risk: 'low' }, moves: [], terms })],
  [
    'keno with a number twice',
    () => keno.play(giving([0], 2), { options: { picks: [1, 1], risk: 'low' }, moves: [], terms }),
  ],
  ['keno without numbers', () => keno.play(giving([0], 2), { options: { picks: [], risk: 'low' }, moves: [], terms })],
  [
    'a wheel of 15 segments',
    () => wheel.play(giving([0], 2), { options: { segments: 15, risk: 'low' }, moves: [], terms }),
  ],
])('%s is refused', (_what, play) => {
  expect(reasonOf<unknown>(play())).toBe('bad_options')
})
