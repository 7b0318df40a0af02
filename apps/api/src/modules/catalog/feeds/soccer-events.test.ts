import { beforeAll, expect, test } from 'vitest'
import type { EventType } from '@nare/bets/grading/events'
import { cardsOf, type Score } from '@nare/bets/result'
import { matchModelFromStrengths } from '@nare/odds/match-model'
import { priceMatch } from '@nare/odds/pricing'
import { isFullLength } from '#testing/full-length'
import { uniform } from '../simulated/chance.ts'
import {
  isUsuallyGoal,
  playUntil,
  without,
  type Happening,
  type OpenQuestion,
  type PlayProgress,
} from './soccer-events.ts'
import type { Chance } from './soccer-simulation.ts'

const model = matchModelFromStrengths({ lh: 1.6, la: 1.1 })
const none: Score = { home: 0, away: 0 }
const kickOff: PlayProgress = {
  minute: 0,
  score: none,
  reds: none,
  halfTime: undefined,
  goals: [],
  corners: none,
  yellows: none,
  substitutions: none,
}
const total = ({ home, away }: Score) => home + away

function chanceOf(seed: string): Chance {
  let drawn = 0
  return () => uniform(`${seed}:${drawn++}`)
}

/** The match after the answer to its open question, applied as the feed applies it. */
function answerQuestion(progress: PlayProgress, { kind, side }: OpenQuestion, isGoal: boolean): PlayProgress {
  const { score, goals } = progress
  const by = (n: number) => ({ ...score, [side]: score[side] + n })
  if (kind === 'penalty') return isGoal ? { ...progress, score: by(1), goals: [...goals, side] } : progress
  return isGoal ? progress : { ...progress, score: by(-1), goals: without(goals, side) }
}

type Match = { readonly end: PlayProgress; readonly happenings: Happening[]; readonly questions: OpenQuestion[] }

/** Plays a match in steps of nine minutes. Every third match draws the answers to its open questions anew, as after a restart. */
function playMatch(n: number): Match {
  const chance = chanceOf(`match ${n}`)
  let at = kickOff
  const happenings: Happening[] = []
  const questions: OpenQuestion[] = []
  for (let to = 9; to <= 90; to += 9) {
    const played = playUntil(model, at, { to, chance, mayPause: to < 90 })
    at = played.progress
    happenings.push(...played.happenings)
    if (!played.question) continue
    questions.push(played.question)
    const isGoal = n % 3 === 0 ? isUsuallyGoal(played.question.kind, chance) : played.question.isGoal
    at = answerQuestion(at, played.question, isGoal)
  }
  return { end: at, happenings, questions }
}

const size = isFullLength ? 1200 : 400
/** How far a share of so many matches may be from its probability: 0.045 of 1,200. */
const tolerance = 0.045 * Math.sqrt(1200 / size)
let matches: Match[] = []
beforeAll(() => {
  matches = Array.from({ length: size }, (_, n) => playMatch(n))
}, 60_000)

const share = (holds: (match: Match) => boolean) => matches.filter(holds).length / size
const mean = (of: (match: Match) => number) => matches.reduce((sum, match) => sum + of(match), 0) / size
const count = (type: EventType) =>
  mean(({ happenings }) => happenings.filter((happening) => happening.type === type).length)

test('results are as frequent as the prices imply, with penalties and reviews, even if a restart draws their outcomes anew', () => {
  const outcomes = priceMatch(model, { markets: ['1'] })[0]?.outcomes ?? []
  const fair = (key: string) => outcomes.find((outcome) => outcome.key === key)?.probability ?? 0
  const isNear = (found: number, p: number) => Math.abs(found - p) < 3 * Math.sqrt((p * (1 - p)) / size)
  expect(
    isNear(
      share(({ end }) => end.score.home > end.score.away),
      fair('home_team'),
    ),
  ).toBe(true)
  expect(
    isNear(
      share(({ end }) => end.score.home === end.score.away),
      fair('draw'),
    ),
  ).toBe(true)
  const over = priceMatch(model, { markets: ['18'] }).find((market) => market.line === '2.5')?.outcomes
  const overShare = over?.find((outcome) => outcome.key === 'over 2.5')?.probability ?? 0
  expect(
    isNear(
      share(({ end }) => total(end.score) > 2.5),
      overShare,
    ),
  ).toBe(true)
})

test('totals of corners and cards are as frequent as their prices imply', () => {
  for (const [marketId, of] of [
    ['166', ({ end }: Match) => total(end.corners)],
    ['139', ({ end }: Match) => total(cardsOf(end))],
  ] as const) {
    const lines = priceMatch({ ...model, counts: { minute: 0, corners: 0, cards: 0 } }, { markets: [marketId] })
    expect(lines.length).toBeGreaterThan(2)
    for (const { line, outcomes } of lines.filter((priced) => priced.line.endsWith('.5'))) {
      const over = outcomes.find((outcome) => outcome.key.startsWith('over'))?.probability ?? 0
      expect(Math.abs(share((match) => of(match) > Number(line)) - over), `${marketId} over ${line}`).toBeLessThan(
        tolerance,
      )
    }
  }
})

test('the events of simulated matches have the rates of real matches', () => {
  const between = (type: EventType, min: number, max: number) => {
    expect(count(type), type).toBeGreaterThan(min)
    expect(count(type), type).toBeLessThan(max)
  }
  between('corner', 9.3, 10.3)
  between('yellow_card', 3.7, 4.6)
  between('red_card', 0.1, 0.25)
  between('substitution', 7, 10)
  between('penalty_awarded', 0.18, 0.36)
  between('own_goal', 0.04, 0.13)
  between('video_check', 0.25, 0.5)
  expect(mean(({ end }) => Math.max(end.substitutions.home, end.substitutions.away))).toBeLessThanOrEqual(5)
})

test('a match pauses at an open question: a goal under review counts already, a penalty does not', () => {
  const all = matches.flatMap(({ questions }) => questions)
  expect(all.filter(({ kind }) => kind === 'penalty').length).toBeGreaterThan(size / 12)
  expect(all.filter(({ kind, isGoal }) => kind === 'video_check' && !isGoal).length).toBeGreaterThan(size / 30)
  for (let n = 0; n < 400; n += 1) {
    const chance = chanceOf(`pause ${n}`)
    const { progress, question, happenings } = playUntil(model, kickOff, { to: 45, chance, mayPause: true })
    const goals = (side: 'home' | 'away') => progress.goals.filter((goal) => goal === side).length
    expect({ home: goals('home'), away: goals('away') }).toEqual(progress.score)
    if (!question) continue
    expect(happenings.at(-1)?.type).toBe(question.kind === 'penalty' ? 'penalty_awarded' : 'video_check')
  }
})

test('a match that may not pause has no open questions, and its last goal has the final score', () => {
  for (let n = 0; n < 200; n += 1) {
    const chance = chanceOf(`whole ${n}`)
    const { progress, question, happenings } = playUntil(model, kickOff, { to: 90, chance, mayPause: false })
    expect(question).toBeUndefined()
    const last = happenings.findLast((happening) => happening.score)?.score ?? none
    expect(last).toEqual(progress.score)
    expect(happenings.every((event, at) => event.minute >= (happenings[at - 1]?.minute ?? 0))).toBe(true)
  }
})
