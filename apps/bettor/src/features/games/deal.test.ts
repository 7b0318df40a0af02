import { expect, test } from 'vitest'
import { dealerDelay, dealStepMs, dealtMs, playerDelay } from './deal.ts'

const steps = (ms: number): number => ms / dealStepMs
const open = { state: 'open' as const, moves: [], result: { player: [['♠8', '♥8']], dealer: ['♦6'] } }

test('the first four cards are dealt one after the other, the one face down last', () => {
  const at = [playerDelay(open, { hand: 0, at: 0 }), playerDelay(open, { hand: 0, at: 1 })]
  expect([...at, dealerDelay(open, 0), dealerDelay(open, 1)].map(steps)).toEqual([0, 1, 2, 3])
  expect(steps(dealtMs(open))).toBe(3)
})

test('a hit is dealt at once, a split left to right, and the dealer draws last, card by card', () => {
  const hit = { ...open, moves: ['hit' as const], result: { player: [['♠8', '♥8', '♣2']], dealer: ['♦6'] } }
  expect([playerDelay(hit, { hand: 0, at: 2 }), dealtMs(hit)]).toEqual([0, 0])
  const halves = {
    player: [
      ['♠8', '♣2'],
      ['♥8', '♣3'],
    ],
    dealer: ['♦6'],
  }
  const split = { ...open, moves: ['split' as const], result: halves }
  expect([0, 1].map((hand) => steps(playerDelay(split, { hand, at: 1 })))).toEqual([0, 1])
  expect(steps(dealtMs(split))).toBe(1)
  const done = {
    state: 'done' as const,
    moves: ['stand' as const],
    result: { ...open.result, dealer: ['♦6', '♦K', '♣4'] },
  }
  expect([1, 2].map((at) => steps(dealerDelay(done, at)))).toEqual([1, 2])
  expect(steps(dealtMs(done))).toBe(2)
})
