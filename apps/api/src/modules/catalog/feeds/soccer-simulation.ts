import type { Score, Side } from '@nare/bets/result'
import { scoreAt } from '@nare/odds/draw'
import { goalsBy } from '@nare/odds/goal-times'
import { inPlay } from '@nare/odds/inplay'
import type { MatchModel } from '@nare/odds/match-model'

/** The progress of a match. `minute` is 0 to 90; `halfTime` is present from the start of the second half. */
export type MatchProgress = {
  readonly minute: number
  readonly score: Score
  readonly reds: Score
  readonly halfTime: Score | undefined
  readonly goals: readonly Side[]
}

export type Event = { readonly kind: 'goal' | 'red_card'; readonly side: Side }

/** Returns a new random number in [0, 1) on each call. */
export type Chance = () => number

const redCardsAMinute = 0.0009

/**
 * Simulates a match up to a minute. A final score is drawn from the distribution behind the current prices. Each further goal falls into
 * these minutes with its probability; the others are discarded. So the results agree exactly with the prices, and no future event is ever
 * stored.
 */
export function simulateUntil(
  model: MatchModel,
  from: MatchProgress,
  { to, chance }: { to: number; chance: Chance },
): { progress: MatchProgress; events: Event[] } {
  const events: Event[] = []
  let progress = from
  if (progress.minute < 45) {
    progress = simulatePeriod(model, progress, { to: Math.min(45, to), chance, events })
  }
  if (to > 45) {
    if (!progress.halfTime) progress = { ...progress, halfTime: progress.score }
    progress = simulatePeriod(model, progress, { to: Math.min(90, to), chance, events })
  }
  return { progress, events }
}

type Within = { to: number; chance: Chance; events: Event[] }

function simulatePeriod(model: MatchModel, from: MatchProgress, { to, chance, events }: Within): MatchProgress {
  if (to <= from.minute) return from
  const { minute, score, reds, halfTime } = from
  const now = inPlay(model, { minute, score, redCards: reds, ...(halfTime && { halfTime }) })
  const drawn = scoreAt(now, chance())
  const periodEnds = minute < 45 && !halfTime ? 45 : 90
  const end = periodEnds === 45 ? (drawn.halfTime ?? drawn.fullTime) : drawn.fullTime
  const share = (goalsBy(to) - goalsBy(minute)) / (goalsBy(periodEnds) - goalsBy(minute))
  const scored: Side[] = [
    ...goalsScored('home', end.home - score.home, { share, chance }),
    ...goalsScored('away', end.away - score.away, { share, chance }),
  ]
  const goals = shuffled(scored, chance)
  for (const side of goals) events.push({ kind: 'goal', side })
  const cards = (side: Side) => (chance() < redCardsAMinute * (to - minute) ? [side] : [])
  const sentOff = [...cards('home'), ...cards('away')]
  for (const side of sentOff) events.push({ kind: 'red_card', side })
  const add = (a: Score, sides: readonly Side[]): Score => ({
    home: a.home + sides.filter((side) => side === 'home').length,
    away: a.away + sides.filter((side) => side === 'away').length,
  })
  return { ...from, minute: to, score: add(score, goals), reds: add(reds, sentOff), goals: [...from.goals, ...goals] }
}

function goalsScored(side: Side, toCome: number, { share, chance }: { share: number; chance: Chance }): Side[] {
  return Array.from({ length: Math.max(0, toCome) }, () => side).filter(() => chance() < share)
}

function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  return list
    .map((one) => ({ one, at: chance() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** Real minutes since kick-off: two halves with stoppage time, and the break. */
export const halves = { firstEnds: 47, secondBegins: 62, secondEnds: 111 } as const

/** The match clock: `added` are the minutes of injury time, from 1; absent before and after it. */
export type MatchClock = {
  readonly minute: number
  readonly added?: number
  readonly firstOver: boolean
  readonly over: boolean
}

/** The injury time that is announced at the end of each half, in minutes. */
export const injuryTime = {
  first: halves.firstEnds - 45,
  second: halves.secondEnds - halves.secondBegins - 45,
} as const

/** The match clock this many real minutes after kick-off, and which halves are over. */
export function clockAt(elapsed: number): MatchClock {
  const firstOver = elapsed >= halves.firstEnds
  if (elapsed < halves.secondBegins) {
    const minute = Math.min(45, Math.max(0, Math.floor(elapsed)))
    const added = Math.floor(elapsed) - 44
    return { minute, ...(added >= 1 && !firstOver && { added }), firstOver, over: false }
  }
  const minute = Math.min(90, 45 + Math.max(1, Math.floor(elapsed - halves.secondBegins)))
  const over = elapsed >= halves.secondEnds
  const added = Math.floor(elapsed - halves.secondBegins) - 44
  return { minute, ...(added >= 1 && !over && { added }), firstOver, over }
}
