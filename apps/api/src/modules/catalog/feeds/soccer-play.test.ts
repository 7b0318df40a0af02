import { expect, test } from 'vitest'
import { matchModelFromStrengths } from '@nare/odds/match-model'
import { priceMatch } from '@nare/odds/pricing'
import { uniform } from '../simulated/chance.ts'
import { clockAt, playOn, type Played } from './soccer-play.ts'

const model = matchModelFromStrengths({ lh: 1.6, la: 1.1 })
const kickOff: Played = {
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

function playWhole(seed: string, minutes: readonly number[]): Played {
  const chance = chanceOf(seed)
  return minutes.reduce((at, to) => playOn(model, at, { to, chance }).played, kickOff)
}

const everyMinute = Array.from({ length: 90 }, (_, n) => n + 1)

test('matches played minute by minute end as often as their prices say, and so do matches played in one go', () => {
  const size = 4000
  const fair = (key: string) =>
    priceMatch(model, { markets: ['1'] })[0]?.outcomes.find((one) => one.key === key)?.probability ?? 0
  for (const minutes of [everyMinute.filter((minute) => minute % 9 === 0), [90]]) {
    const ends = Array.from({ length: size }, (_, n) => playWhole(`${minutes.length}:${n}`, minutes))
    const share = (holds: (end: Played) => boolean) => ends.filter(holds).length / size
    expect(share(({ score }) => score.home > score.away)).toBeCloseTo(fair('home_team'), 1.5)
    expect(share(({ score }) => score.home === score.away)).toBeCloseTo(fair('draw'), 1.5)
    expect(share(({ score, halfTime }) => (halfTime?.home ?? 9) > score.home)).toBe(0)
  }
})

test('the score never falls, agrees with its goals, and half-time is what stood after 45 minutes', () => {
  for (let n = 0; n < 50; n += 1) {
    const chance = chanceOf(`path:${n}`)
    let at = kickOff
    let atHalf = at.score
    for (const to of everyMinute) {
      const { played, events } = playOn(model, at, { to, chance })
      expect(events.filter((one) => one.kind === 'goal')).toHaveLength(played.goals.length - at.goals.length)
      expect(played.score.home).toBe(played.goals.filter((side) => side === 'home').length)
      if (to === 45) atHalf = played.score
      at = played
    }
    expect(at.halfTime).toEqual(atHalf)
  }
})

test('the clock stands at 45 in the pause and at 90 until the end', () => {
  expect(clockAt(44.9)).toEqual({ minute: 44, firstOver: false, over: false })
  expect(clockAt(50)).toEqual({ minute: 45, firstOver: true, over: false })
  expect(clockAt(62)).toEqual({ minute: 46, firstOver: true, over: false })
  expect(clockAt(110)).toEqual({ minute: 90, firstOver: true, over: false })
  expect(clockAt(111).over).toBe(true)
})
