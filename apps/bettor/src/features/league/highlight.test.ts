import { expect, test } from 'vitest'
import { sidesOf } from './club-colours.ts'
import { freshGoal, goalMinutes, goalOnPitch, pathWithGoals } from './highlight.ts'

const goal = (minute: number, side: 'home' | 'away', score: string) => {
  const [home_score = 0, away_score = 0] = score.split(':').map(Number)
  return { minute, side, home_score, away_score }
}
const match = (match_id: string, ...events: ReturnType<typeof goal>[]) => ({ match_id, events })

test('a goal is highlighted for a few minutes from its own on', () => {
  const played = match('m1', goal(27, 'home', '1:0'), goal(48, 'away', '1:1'))
  const at = (minute: number) => freshGoal(played, minute)?.minute
  expect([26, 27, 32, 33, 48, 53, 54].map(at)).toEqual([undefined, 27, 27, undefined, 48, 48, undefined])
  expect([goalMinutes(played, 'home'), goalMinutes(played, 'away'), goalMinutes(match('m2'), 'home')]).toEqual([
    "27'",
    "48'",
    '',
  ])
})

test('the pitch shows the goal of the chosen match first, then one in a match with an own bet, and no other', () => {
  const chosen = match('m1', goal(40, 'home', '1:0'))
  const own = match('m2', goal(42, 'away', '0:1'))
  const other = match('m3', goal(43, 'home', '1:0'))
  const at = (minute: number, mine: string[]) =>
    goalOnPitch([chosen, own, other], { chosen, own: new Set(mine), minute })?.match.match_id
  expect([at(44, ['m2']), at(47, ['m2']), at(47, []), at(60, ['m2'])]).toEqual(['m1', 'm2', undefined, undefined])
})

test('the ball lies in the goal in its minute and starts again from the centre', () => {
  const path = Array.from({ length: 91 }, () => ({ x: 0.3, y: 0.3 }))
  const shown = pathWithGoals(path, [goal(10, 'home', '1:0'), goal(11, 'away', '1:1'), goal(90, 'away', '1:2')])
  expect([9, 10, 11, 12, 13, 90].map((minute) => shown[minute]?.x)).toEqual([0.3, 0.985, 0.015, 0.5, 0.3, 0.015])
  expect(shown).toHaveLength(91)
})

test('both sides of a match have different colours, also if their shirts are the same', () => {
  const { home, away } = sidesOf('Mombasa Mariners', 'Kakamega Canopy')
  expect(home.shirt).not.toBe(away.shirt)
  expect(sidesOf('Nobody', 'No one').home.shirt).not.toBe(sidesOf('Nobody', 'No one').away.shirt)
})
