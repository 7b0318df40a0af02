import { expect, test } from 'vitest'
import { cupText } from '#testing/cup-file'
import { cupStrengths } from './cup-strengths.ts'
import { parseCup } from './openfootball.ts'

const day = (n: number, team1: string, team2: string, ft: readonly [number, number]) => ({
  date: `2031-06-0${n}`,
  team1,
  team2,
  score: { ft },
})

const ratesAt = (rows: readonly ReturnType<typeof day>[]) => {
  const matches = parseCup(cupText(rows), 'cup.json')
  const rates = cupStrengths(matches)
  return matches.map(({ id }) => rates.get(id) ?? { lh: 0, la: 0 })
}

test('before the first match all sides are equal, whatever its result', () => {
  const [rate] = ratesAt([day(1, 'Simba', 'Chui', [7, 0])])
  expect(rate).toEqual({ lh: 1.3, la: 1.3 })
})

test('a winner is stronger in its next match, more so after a clear win, and the loser is weaker', () => {
  const [, narrow] = ratesAt([day(1, 'Simba', 'Chui', [1, 0]), day(2, 'Simba', 'Tembo', [0, 0])])
  const [, clear] = ratesAt([day(1, 'Simba', 'Chui', [4, 0]), day(2, 'Simba', 'Tembo', [0, 0])])
  const [, beaten] = ratesAt([day(1, 'Simba', 'Chui', [4, 0]), day(2, 'Tembo', 'Chui', [0, 0])])
  expect(narrow?.lh).toBeGreaterThan(1.3)
  expect(clear?.lh).toBeGreaterThan(narrow?.lh ?? 9)
  expect(beaten?.la).toBeLessThan(1.3)
  for (const rate of [narrow, clear, beaten]) expect((rate?.lh ?? 0) + (rate?.la ?? 0)).toBeCloseTo(2.6, 2)
})

test('no result changes the strengths of an earlier match', () => {
  const rows = [1, 2, 3, 4, 5].map((n) => day(n, 'Simba', n % 2 ? 'Chui' : 'Tembo', [n % 3, 1]))
  const changed = rows.map((row, n) => (n < 3 ? row : { ...row, score: { ft: [9, 0] as const } }))
  expect(ratesAt(changed).slice(0, 4)).toEqual(ratesAt(rows).slice(0, 4))
  expect(ratesAt(changed)[4]).not.toEqual(ratesAt(rows)[4])
})

test('a side that always wins still leaves the other a chance', () => {
  const rates = ratesAt([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => day(n, 'Simba', `Side ${n}`, [9, 0])))
  for (const { la } of rates) expect(la).toBeGreaterThanOrEqual(0.35)
})
