import { expect, test } from 'vitest'
import { ballPath, linesOf, momentsOf } from './commentary.ts'

const commitment = '9f3a'.repeat(16)
const goal = (minute: number, side: 'home' | 'away', home_score: number, away_score: number) => ({
  ...{ minute, side, home_score, away_score },
})
const match = (minute: number, events: ReturnType<typeof goal>[]) => {
  const last = events.at(-1)
  return { minute, events, home_score: last?.home_score ?? 0, away_score: last?.away_score ?? 0 }
}
const kinds = (minute: number, events: ReturnType<typeof goal>[]) =>
  linesOf(match(minute, events), []).map(({ kind }) => kind)

test('cosmetic moments follow from the commitment only, and differ between matches', () => {
  expect(momentsOf(commitment, '50000001')).toEqual(momentsOf(commitment, '50000001'))
  expect(momentsOf(commitment, '50000001')).not.toEqual(momentsOf(commitment, '50000002'))
  const minutes = momentsOf(commitment, '50000001').map(({ minute }) => minute)
  expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
  for (const minute of minutes) expect(minute >= 1 && minute <= 90).toBe(true)
})

test('the goals and scores of a commentary equal those of the play-out, whatever the cosmetic moments are', () => {
  const events = [goal(12, 'home', 1, 0), goal(50, 'away', 1, 1)]
  const goals = (moments: ReturnType<typeof momentsOf>) =>
    linesOf(match(60, events), moments).filter(({ kind }) => kind === 'goal' || kind === 'half_time')
  expect(goals(momentsOf(commitment, '50000001'))).toEqual(goals([]))
  expect(goals([])).toEqual([
    { ...goal(50, 'away', 1, 1), kind: 'goal' },
    { minute: 45, kind: 'half_time', home_score: 1, away_score: 0 },
    { ...goal(12, 'home', 1, 0), kind: 'goal' },
  ])
})

test('no later minute is shown, and full time only at the end', () => {
  const moments = momentsOf(commitment, '50000001')
  for (const minute of [0, 10, 44, 89]) {
    const lines = linesOf(match(minute, []), moments)
    expect(lines.every((line) => line.minute <= minute)).toBe(true)
    expect(lines.some(({ kind }) => kind === 'full_time')).toBe(false)
  }
  expect(kinds(0, [])).toEqual(['kick_off'])
  expect(kinds(45, [])).toEqual(['kick_off'])
  expect(kinds(46, [])).toEqual(['half_time', 'kick_off'])
  expect(kinds(90, [goal(90, 'home', 1, 0)])).toEqual(['full_time', 'goal', 'half_time', 'kick_off'])
})

test('a cosmetic moment in the minute of a goal is omitted, so that no near miss is shown next to the goal', () => {
  const [moment] = momentsOf(commitment, '50000001')
  if (!moment) throw new Error('a match has moments')
  const lines = linesOf(match(moment.minute, [goal(moment.minute, 'home', 1, 0)]), [moment])
  expect(lines.map(({ kind }) => kind)).not.toContain(moment.kind)
})

test('the ball stays on the pitch for all minutes', () => {
  const path = ballPath(commitment, '50000001')
  expect(path).toHaveLength(91)
  for (const { x, y } of path) expect(x > 0 && x < 1 && y > 0 && y < 1).toBe(true)
})
