import { expect, test } from 'vitest'
import { inPlay } from './inplay.ts'
import { matchModelFromStrengths } from './match-model.ts'
import { priceMatch } from './pricing.ts'
import { selectionShare } from './selection-share.ts'

const match = matchModelFromStrengths({ lh: 1.6, la: 1.1, x: 0.1 })
const halfTime = { home: 1, away: 0 }
const later = inPlay(match, { minute: 70, score: { home: 2, away: 1 }, halfTime })
const chanceOf = (
  from: typeof match,
  marketId: string,
  oddKey: string,
  scoreAtBet?: { home: number; away: number },
) => {
  const share = selectionShare(from, { marketId, oddKey, ...(scoreAtBet ? { scoreAtBet } : {}) })
  return share ? share.win / (1 - share.refund) : undefined
}

test('O20 a placed selection has the probability at which it is offered', () => {
  for (const from of [match, later]) {
    for (const { marketId, outcomes } of priceMatch(from)) {
      for (const { key, probability } of outcomes) {
        expect(chanceOf(from, marketId, key, from.score), `${marketId} ${key}`).toBeCloseTo(probability, 9)
      }
    }
  }
})

test('O20 a decided selection is certain, even on a line that is no longer offered', () => {
  expect(selectionShare(later, { marketId: '18', oddKey: 'over 2.5' })?.win).toBeCloseTo(1, 9)
  expect(selectionShare(later, { marketId: '60', oddKey: 'home_team' })).toEqual({ win: 1, refund: 0 })
  expect(selectionShare(later, { marketId: '66', oddKey: 'away_team plus 1' })).toEqual({ win: 0, refund: 1 })
  expect(selectionShare(later, { marketId: '45', oddKey: '1:1' })?.win).toBe(0)
})

test('O20 an Asian handicap counts the goals after its placement', () => {
  const before = selectionShare(later, { marketId: '16', oddKey: 'home_team minus 0.5' })?.win ?? NaN
  const since = selectionShare(later, { marketId: '16', oddKey: 'home_team minus 0.5', scoreAtBet: later.score })?.win
  expect(before).toBeGreaterThan(0.7)
  expect(since).toBeLessThan(0.4)
})

test('O20 a later goal is less likely than the next goal, and a scored goal gives undefined', () => {
  const none = (number: number) => selectionShare(later, { marketId: '8', oddKey: `none ${number}` })?.win ?? NaN
  expect(none(5)).toBeGreaterThan(none(4))
  expect(selectionShare(later, { marketId: '8', oddKey: 'home_team 3' })).toBeUndefined()
})

test('O20 unknown outcomes, and markets that need a missing half-time score, give undefined', () => {
  const unknown = inPlay(match, { minute: 60, score: { home: 1, away: 0 } })
  expect(selectionShare(match, { marketId: '18', oddKey: 'over it' })).toBeUndefined()
  expect(selectionShare(unknown, { marketId: '47', oddKey: 'draw/draw' })).toBeUndefined()
  expect(selectionShare(unknown, { marketId: '90', oddKey: 'over 0.5' })).toBeUndefined()
})
