import { expect, test } from 'vitest'
import { matchModelFromStrengths } from '@nare/odds/match-model'
import { priceMatch } from '@nare/odds/pricing'
import { isFullLength } from '#testing/full-length'
import { uniform } from '../simulated/chance.ts'
import { clockAt, simulateUntil, type MatchProgress } from './soccer-simulation.ts'

const model = matchModelFromStrengths({ lh: 1.6, la: 1.1 })
const kickOff: MatchProgress = {
  minute: 0,
  score: { home: 0, away: 0 },
  reds: { home: 0, away: 0 },
  halfTime: undefined,
  goals: [],
}

function chanceOf(seed: string) {
  let drawn = 0
  return () => uniform(`${seed}:${drawn++}`)
}

function simulateMatch(seed: string, minutes: readonly number[]): MatchProgress {
  const chance = chanceOf(seed)
  return minutes.reduce((at, to) => simulateUntil(model, at, { to, chance }).progress, kickOff)
}

const everyMinute = Array.from({ length: 90 }, (_, n) => n + 1)

test('results are as frequent as the prices imply, whether a match is simulated in steps or in one call', () => {
  const [size, decimals] = isFullLength ? [4000, 1.5] : [800, 1]
  const fair = (key: string) =>
    priceMatch(model, { markets: ['1'] })[0]?.outcomes.find((outcome) => outcome.key === key)?.probability ?? 0
  for (const minutes of [everyMinute.filter((minute) => minute % 9 === 0), [90]]) {
    const ends = Array.from({ length: size }, (_, n) => simulateMatch(`${minutes.length}:${n}`, minutes))
    const share = (matches: (end: MatchProgress) => boolean) => ends.filter(matches).length / size
    expect(share(({ score }) => score.home > score.away)).toBeCloseTo(fair('home_team'), decimals)
    expect(share(({ score }) => score.home === score.away)).toBeCloseTo(fair('draw'), decimals)
    expect(share(({ score, halfTime }) => (halfTime?.home ?? 9) > score.home)).toBe(0)
  }
})

test('the score never decreases, matches its goals, and half-time is the score after 45 minutes', () => {
  for (let n = 0; n < 50; n += 1) {
    const chance = chanceOf(`path:${n}`)
    let at = kickOff
    let atHalf = at.score
    for (const to of everyMinute) {
      const { progress, events } = simulateUntil(model, at, { to, chance })
      expect(events.filter((event) => event.kind === 'goal')).toHaveLength(progress.goals.length - at.goals.length)
      expect(progress.score.home).toBe(progress.goals.filter((side) => side === 'home').length)
      if (to === 45) atHalf = progress.score
      at = progress
    }
    expect(at.halfTime).toEqual(atHalf)
  }
})

test('the clock shows 45 during the break and 90 until the end, with the minutes of injury time', () => {
  expect(clockAt(44.9)).toEqual({ minute: 44, firstOver: false, over: false })
  expect(clockAt(45)).toEqual({ minute: 45, added: 1, firstOver: false, over: false })
  expect(clockAt(46.9)).toEqual({ minute: 45, added: 2, firstOver: false, over: false })
  expect(clockAt(50)).toEqual({ minute: 45, firstOver: true, over: false })
  expect(clockAt(62)).toEqual({ minute: 46, firstOver: true, over: false })
  expect(clockAt(110)).toEqual({ minute: 90, added: 4, firstOver: true, over: false })
  expect(clockAt(111).over).toBe(true)
})
