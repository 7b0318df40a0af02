import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Counted, mayOffer } from '@nare/bets/markets/markets'
import { outcome } from '@nare/bets/grading/outcome'
import { countLeft, countRate, countShare, countTail } from './counts.ts'
import { inPlay } from './inplay.ts'
import { implied } from './ladder.ts'
import { matchModelFromStrengths, withCounts } from './match-model.ts'
import { priceMatch } from './pricing.ts'
import { selectionShare } from './selection-share.ts'

const all: readonly Counted[] = ['corners', 'cards']
const ids: Readonly<Record<Counted, string>> = { corners: '166', cards: '139' }
const match = matchModelFromStrengths({ lh: 1.5, la: 1.2 })
const over = (kind: Counted, line: number, moment = { minute: 0, soFar: 0 }) => {
  const more = Math.floor(line) - moment.soFar
  return more < 0 ? 1 : (countTail(kind, moment)[more] ?? 0)
}

test('O21 before the match the lines have the frequencies measured in 10,781 matches', () => {
  const corners = { 6.5: 0.836, 8.5: 0.631, 9.5: 0.51, 10.5: 0.391, 12.5: 0.204, 14.5: 0.089 }
  const cards = { 1.5: 0.909, 2.5: 0.784, 3.5: 0.62, 4.5: 0.451, 5.5: 0.304, 6.5: 0.196 }
  for (const [line, measured] of Object.entries(corners))
    expect(Math.abs(over('corners', Number(line)) - measured), line).toBeLessThan(0.004)
  for (const [line, measured] of Object.entries(cards))
    expect(Math.abs(over('cards', Number(line)) - measured), line).toBeLessThan(0.01)
})

const moments = fc.record({ minute: fc.integer({ min: 0, max: 90 }), soFar: fc.integer({ min: 0, max: 25 }) })

test('O21 over a line becomes more likely with each corner or card, and less likely with each minute without one', () => {
  fc.assert(
    fc.property(fc.constantFrom(...all), moments, fc.integer({ min: 0, max: 20 }), (kind, { minute, soFar }, more) => {
      const line = soFar + more + 0.5
      expect(over(kind, line, { minute, soFar: soFar + 1 })).toBeGreaterThanOrEqual(over(kind, line, { minute, soFar }))
      if (minute === 90) return
      expect(over(kind, line, { minute: minute + 1, soFar })).toBeLessThanOrEqual(over(kind, line, { minute, soFar }))
      expect(countLeft(kind, { minute: minute + 1, soFar })).toBeLessThan(countLeft(kind, { minute, soFar }))
    }),
    { numRuns: 300 },
  )
})

test('O21 at minute 90 the count is certain', () => {
  for (const kind of all) {
    expect(over(kind, 7.5, { minute: 90, soFar: 8 })).toBe(1)
    expect(over(kind, 8.5, { minute: 90, soFar: 8 })).toBe(0)
    expect(countLeft(kind, { minute: 90, soFar: 8 })).toBe(0)
  }
})

test('O21 a count simulated minute by minute from the rate has the priced distribution', () => {
  for (const kind of all) {
    let chances = [1]
    for (let step = 0; step < 90 * stepsPerMinute; step++) {
      const [from, to] = [step / stepsPerMinute, (step + 1) / stepsPerMinute]
      const share = countShare(kind, to) - countShare(kind, from)
      const next = Array.from({ length: Math.min(chances.length + 1, 40) }, () => 0)
      for (const [soFar, p] of chances.entries()) {
        const happens = countRate(kind, { minute: from, soFar }) * share
        next[soFar] = (next[soFar] ?? 0) + p * (1 - happens)
        if (soFar + 1 < next.length) next[soFar + 1] = (next[soFar + 1] ?? 0) + p * happens
      }
      chances = next
    }
    for (const line of [2.5, 4.5, 9.5, 12.5]) {
      const slow = chances.slice(Math.ceil(line)).reduce((sum, p) => sum + p, 0)
      expect(Math.abs(slow - over(kind, line)), `${kind} ${line}`).toBeLessThan(0.003)
    }
  }
})
const stepsPerMinute = 20

const counted = fc.record({
  minute: fc.integer({ min: 0, max: 89 }),
  corners: fc.record({ home: fc.integer({ min: 0, max: 12 }), away: fc.integer({ min: 0, max: 12 }) }),
  cards: fc.record({ home: fc.integer({ min: 0, max: 9 }), away: fc.integer({ min: 0, max: 9 }) }),
})

test('O21 the book of every line sums to at least 1, and each probability equals the share of counts that settle it as won', () => {
  fc.assert(
    fc.property(counted, ({ minute, ...counts }) => {
      const priced = priceMatch(inPlay(match, { minute, score: { home: 0, away: 0 }, ...counts }), {
        markets: Object.values(ids),
      })
      for (const { marketId, line, outcomes } of priced) {
        expect(mayOffer('soccer', marketId, line)).toBe(true)
        expect(outcomes.reduce((sum, { price }) => sum + implied(price), 0)).toBeGreaterThanOrEqual(1)
        const kind = marketId === '166' ? 'corners' : 'cards'
        const soFar = counts[kind].home + counts[kind].away
        const tail = countTail(kind, { minute, soFar })
        for (const { key, probability } of outcomes) {
          const settled = Array.from(
            tail,
            (above, k) => ((k === 0 ? 1 : (tail[k - 1] ?? 0)) - above) * won(soFar + k, key),
          )
          expect(
            settled.reduce((sum, p) => sum + p, 0),
            `${marketId} ${key}`,
          ).toBeCloseTo(probability, 7)
        }
        function won(count: number, key: string): number {
          const result = { finished: true, fullTime: { home: 0, away: 0 }, [kind]: { home: count, away: 0 } }
          return outcome(marketId, key, result) === 'won' ? 1 : 0
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('O21 totals of corners and cards are offered only where the feed counts them', () => {
  const offered = (kind: typeof match) => new Set(priceMatch(kind).map(({ marketId }) => marketId))
  expect([offered(match).has('166'), offered(match).has('139')]).toEqual([false, false])
  const before = offered(withCounts(match))
  expect([before.has('166'), before.has('139')]).toEqual([true, true])
  const later = offered(inPlay(match, { minute: 30, score: { home: 0, away: 0 }, corners: { home: 3, away: 1 } }))
  expect([later.has('166'), later.has('139')]).toEqual([true, false])
})

test('O21 no probability jumps at kick-off', () => {
  const nil = { home: 0, away: 0 }
  const markets = Object.values(ids)
  const started = inPlay(match, { minute: 0, score: nil, corners: nil, cards: nil })
  expect(priceMatch(started, { markets })).toEqual(priceMatch(withCounts(match), { markets }))
})

test('O20 a placed total of corners has the probability at which it is offered, and a passed line is certain', () => {
  const later = inPlay(match, { minute: 70, score: { home: 1, away: 0 }, corners: { home: 6, away: 3 } })
  const share = (oddKey: string) => selectionShare(later, { marketId: '166', oddKey })
  for (const { outcomes } of priceMatch(later, { markets: ['166'] }))
    for (const { key, probability } of outcomes) expect(share(key)?.win).toBeCloseTo(probability, 12)
  expect([share('over 8.5'), share('under 8.5')]).toEqual([
    { win: 1, refund: 0 },
    { win: 0, refund: 0 },
  ])
  expect([share('over 9'), selectionShare(later, { marketId: '139', oddKey: 'over 3.5' })]).toEqual([
    undefined,
    undefined,
  ])
})
