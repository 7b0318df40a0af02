import { expect, test } from 'vitest'
import { areaOf, chartOf, percentsOf } from './area.ts'

const chances = (
  minute: number | null,
  [home, draw, away]: [number, number | null, number],
  at = '2026-11-29T12:00:00Z',
) => ({
  ...{ at, minute, home, draw, away },
})

test('percent of chances sum to 100', () => {
  expect(percentsOf({ home: 0.335, draw: 0.33, away: 0.335 })).toEqual({ home: 34, draw: 32, away: 34 })
  expect(percentsOf({ home: 0.758, draw: 0.193, away: 0.049 })).toEqual({ home: 76, draw: 19, away: 5 })
  expect(percentsOf({ home: 0.625, draw: null, away: 0.375 })).toEqual({ home: 63, draw: null, away: 37 })
  expect(percentsOf({ home: 0.995, draw: 0, away: 0.005 })).toEqual({ home: 100, draw: 0, away: 0 })
})

test('the chart of a match in play begins with the chances before it and is as wide as the match', () => {
  const chart = chartOf([chances(null, [0.5, 0.3, 0.2]), chances(9, [0.6, 0.2, 0.2]), chances(45, [0.7, 0.2, 0.1])])
  expect(chart).toEqual({
    isInPlay: true,
    lastMinute: 90,
    points: [
      { x: 0, home: 50, away: 20 },
      { x: 10, home: 60, away: 20 },
      { x: 50, home: 70, away: 10 },
    ],
  })
  expect(chartOf([chances(97, [0.7, 0.2, 0.1])]).points.at(-1)?.x).toBe(100)
  // Nothing is known of the first half.
  const late = chartOf([chances(null, [0.5, 0.3, 0.2]), chances(45, [0.7, 0.2, 0.1])])
  expect(late.points.map(({ x }) => x)).toEqual([50])
})

test('before a match the chart goes from the first to the last moment; a single one is a level line', () => {
  const at = (hour: number) => `2026-11-29T${String(hour).padStart(2, '0')}:00:00Z`
  const day = [6, 9, 12].map((hour) => chances(null, [0.5, 0.3, 0.2], at(hour)))
  expect(chartOf(day).points.map(({ x }) => x)).toEqual([0, 50, 100])
  expect(chartOf(day.slice(0, 1)).points).toEqual([
    { x: 0, home: 50, away: 20 },
    { x: 100, home: 50, away: 20 },
  ])
})

test('the area of the side at home stands on the ground, that of the other hangs from the top', () => {
  const points = [
    { x: 0, home: 50, away: 20 },
    { x: 50, home: 70, away: 10 },
  ]
  expect(areaOf(points, 'home')).toBe('M0 100L0 50L50 30L50 100Z')
  expect(areaOf(points, 'away')).toBe('M0 0L0 20L50 10L50 0Z')
})
