import { expect, test } from 'vitest'
import { cupText } from '#testing/cup-file'
import { halvesOf, isTimed, momentOf, timedGoals, type TimedMatch } from './cup-clock.ts'
import { parseCup } from './openfootball.ts'

function timed(given: Record<string, unknown>): TimedMatch {
  const [match] = parseCup(cupText([{ team1: 'Simba', team2: 'Chui', ...given }]), 'cup.json')
  if (!match || !isTimed(match)) throw new Error('the match has no goal times')
  return match
}

const match = timed({
  score: { ft: [2, 2] },
  goals1: [
    { name: 'A', minute: 16 },
    { name: 'B', minute: '90+6', penalty: true },
  ],
  goals2: [
    { name: 'C', minute: '45+3' },
    { name: 'D', minute: 46 },
  ],
})

test('a half lasts until its last goal, and has at least two or four minutes of stoppage time', () => {
  expect(halvesOf(match)).toEqual({ firstEnds: 49, secondBegins: 64, secondEnds: 116 })
  expect(halvesOf(timed({ score: { ft: [0, 0] } }))).toEqual({ firstEnds: 47, secondBegins: 62, secondEnds: 111 })
})

test('the clock shows the minute and the half of a goal when it falls', () => {
  for (const goal of timedGoals(match)) {
    expect(momentOf(match, goal.at)).toMatchObject({ minute: goal.minute, added: goal.added })
    const second = goal.minute > 45
    expect(goal.at > halvesOf(match).secondBegins).toBe(second)
  }
})

test('betting stops before a goal is shown and resumes with it', () => {
  for (const { at, stopsAt, shownAt, resumesAt } of timedGoals(match)) {
    const goalsAt = (elapsed: number) => momentOf(match, elapsed).sides.length
    expect(momentOf(match, stopsAt - 0.01).stopped).toBeUndefined()
    expect(momentOf(match, stopsAt).stopped).toBeDefined()
    expect(goalsAt(shownAt - 0.01)).toBe(goalsAt(stopsAt))
    expect(goalsAt(shownAt)).toBe(goalsAt(stopsAt) + 1)
    expect(momentOf(match, shownAt).stopped).toBe('goal')
    expect(momentOf(match, resumesAt).stopped).toBeUndefined()
    expect(stopsAt).toBeLessThanOrEqual(at)
  }
})

test('a penalty stops betting from its award', () => {
  const penalty = timedGoals(match).find(({ kind }) => kind === 'penalty_scored')
  expect(momentOf(match, (penalty?.at ?? 0) - 0.5).stopped).toBe('penalty')
})

test('goals of one minute are shown one after the other', () => {
  const twice = timed({
    score: { ft: [2, 0] },
    goals1: [
      { name: 'A', minute: 80 },
      { name: 'A', minute: 80 },
    ],
  })
  const [first, second] = timedGoals(twice)
  expect(second?.shownAt).toBeGreaterThan(first?.shownAt ?? 99)
  expect(momentOf(twice, first?.shownAt ?? 0).sides).toEqual(['home'])
})

test('the clock shows 45 with added minutes, stops in the break, and continues with 46', () => {
  const shown = [0, 0.5, 44.9, 45.1, 48.9, 49, 63.9, 64, 108.9, 109.1, 115.9].map((elapsed) => {
    const { minute, added } = momentOf(match, elapsed)
    return added > 0 ? `${minute}+${added}` : String(minute)
  })
  expect(shown).toEqual(['0', '1', '45', '45+1', '45+4', '45', '45', '46', '90', '90+1', '90+7'])
  expect(momentOf(match, 48.9).halfTime).toBeUndefined()
  expect(momentOf(match, 49).halfTime).toEqual({ home: 1, away: 1 })
})

test('the model’s minute only grows, is 45 in the break, and 90 after the usual stoppage time', () => {
  let before = 0
  for (let elapsed = 0; elapsed < 116; elapsed += 0.25) {
    const { modelMinute } = momentOf(match, elapsed)
    expect(modelMinute).toBeGreaterThanOrEqual(before)
    before = modelMinute
  }
  expect(momentOf(match, 55).modelMinute).toBe(45)
  expect(momentOf(match, 46).modelMinute).toBeLessThan(45)
  expect(momentOf(match, 64 + 45 + 4.9).modelMinute).toBeLessThan(90)
  expect(momentOf(match, 64 + 45 + 5.1).modelMinute).toBe(90)
})

test('at the end the score is the final one', () => {
  expect(momentOf(match, 115.9).over).toBe(false)
  expect(momentOf(match, 116)).toMatchObject({
    over: true,
    score: { home: 2, away: 2 },
    halfTime: { home: 1, away: 1 },
  })
})
