import { expect, test } from 'vitest'
import { chancesOf, type WinnerPrices } from './chances.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const keys = ['home_team', 'draw', 'away_team']
const at = (atMs: number, prices: readonly number[], names = keys): WinnerPrices => ({ atMs, keys: names, prices })

test('chances are the shares behind the prices, without the margin', () => {
  const [fair] = chancesOf([at(0, [2000, 4000, 4000])], { minutes: [] })
  expect(fair).toEqual({ at: '1970-01-01T00:00:00.000Z', minute: null, home: 0.5, draw: 0.25, away: 0.25 })
  const [short] = chancesOf([at(0, [1900, 3600, 3700])], { minutes: [] })
  expect((short?.home ?? 0) + (short?.draw ?? 0) + (short?.away ?? 0)).toBeCloseTo(1, 2)
  expect(short?.home).toBeLessThan(1 / 1.9)
  const [two] = chancesOf([at(0, [1500, 2600], ['home_team', 'away_team'])], { minutes: [] })
  expect(two).toMatchObject({ draw: null })
  expect((two?.home ?? 0) + (two?.away ?? 0)).toBeCloseTo(1, 2)
})

test('before the kick-off the last price of each hour of a day counts, in play that of each minute', () => {
  const before = Array.from({ length: 90 }, (_, n) => at(n * 20 * minuteMs, [2000 + n, 4000, 4000]))
  const kickOffMs = 30 * hourMs
  const inPlay = [1, 1.5, 2, 2.5].map((n) => at(kickOffMs + n * minuteMs, [1500 + n, 4000, 9000]))
  const minutes = [0, 1, 2].map((minute) => ({ atMs: kickOffMs + minute * minuteMs, minute }))
  const found = chancesOf([...before, ...inPlay], { minutes, kickOffMs })
  expect(found.filter(({ minute }) => minute === null)).toHaveLength(24)
  expect(found[0]?.at).toBe(new Date(6 * hourMs + 40 * minuteMs).toISOString())
  expect(found.slice(24).map(({ at: time, minute }) => [time, minute])).toEqual([
    [new Date(kickOffMs + 1.5 * minuteMs).toISOString(), 1],
    [new Date(kickOffMs + 2.5 * minuteMs).toISOString(), 2],
  ])
})

test('a long match has sixty points in play, the first and the last among them', () => {
  const minutes = Array.from({ length: 97 }, (_, minute) => ({ atMs: minute * minuteMs, minute }))
  const prices = minutes.map(({ atMs }) => at(atMs, [2000, 4000, 4000]))
  const found = chancesOf(prices, { minutes, kickOffMs: 0 })
  expect(found).toHaveLength(60)
  expect([found[0]?.minute, found.at(-1)?.minute]).toEqual([0, 96])
})

test('prices that are no book of a winner are left out', () => {
  const strange = [at(0, [1000, 4000, 4000]), at(1, [2000, 4000], ['over 2.5', 'under 2.5']), at(2, [])]
  expect(chancesOf(strange, { minutes: [] })).toEqual([])
})
