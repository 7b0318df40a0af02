import type { Score, Side } from '@nare/bets/result'
import { scoreAt } from '@nare/odds/draw'
import { goalsBy } from '@nare/odds/goal-times'
import { inPlay } from '@nare/odds/inplay'
import type { MatchModel } from '@nare/odds/match-model'

/** A running match as far as it has been played. `minute` is 0 to 90; `halfTime` is there once the second half began. */
export type Played = {
  readonly minute: number
  readonly score: Score
  readonly reds: Score
  readonly halfTime: Score | undefined
  readonly goals: readonly Side[]
}

export type Event = { readonly kind: 'goal' | 'red_card'; readonly side: Side }

/** A fraction of [0, 1), each call another. */
export type Chance = () => number

const redCardsAMinute = 0.0009

/**
 * Plays a match on to a minute. What comes later is never drawn: the end is drawn from the distribution that the prices
 * at this moment come from, each goal still to come falls into these minutes with its chance, and the rest is forgotten.
 * So the match follows its prices exactly, and nothing about its future exists anywhere.
 */
export function playOn(
  model: MatchModel,
  from: Played,
  { to, chance }: { to: number; chance: Chance },
): { played: Played; events: Event[] } {
  const events: Event[] = []
  let played = from
  if (played.minute < 45) {
    played = playWithin(model, played, { to: Math.min(45, to), chance, events })
  }
  if (to > 45) {
    if (!played.halfTime) played = { ...played, halfTime: played.score }
    played = playWithin(model, played, { to: Math.min(90, to), chance, events })
  }
  return { played, events }
}

type Within = { to: number; chance: Chance; events: Event[] }

function playWithin(model: MatchModel, from: Played, { to, chance, events }: Within): Played {
  if (to <= from.minute) return from
  const { minute, score, reds, halfTime } = from
  const now = inPlay(model, { minute, score, redCards: reds, ...(halfTime && { halfTime }) })
  const drawn = scoreAt(now, chance())
  const periodEnds = minute < 45 && !halfTime ? 45 : 90
  const end = periodEnds === 45 ? (drawn.halfTime ?? drawn.fullTime) : drawn.fullTime
  const share = (goalsBy(to) - goalsBy(minute)) / (goalsBy(periodEnds) - goalsBy(minute))
  const scored: Side[] = [
    ...fallen('home', end.home - score.home, { share, chance }),
    ...fallen('away', end.away - score.away, { share, chance }),
  ]
  const goals = shuffled(scored, chance)
  for (const side of goals) events.push({ kind: 'goal', side })
  const cards = (side: Side) => (chance() < redCardsAMinute * (to - minute) ? [side] : [])
  const sentOff = [...cards('home'), ...cards('away')]
  for (const side of sentOff) events.push({ kind: 'red_card', side })
  const plus = (a: Score, sides: readonly Side[]): Score => ({
    home: a.home + sides.filter((side) => side === 'home').length,
    away: a.away + sides.filter((side) => side === 'away').length,
  })
  return { ...from, minute: to, score: plus(score, goals), reds: plus(reds, sentOff), goals: [...from.goals, ...goals] }
}

function fallen(side: Side, toCome: number, { share, chance }: { share: number; chance: Chance }): Side[] {
  return Array.from({ length: Math.max(0, toCome) }, () => side).filter(() => chance() < share)
}

function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  return list
    .map((one) => ({ one, at: chance() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** Real minutes of a match: two halves with their stoppage time and the pause between them. */
export const halves = { firstEnds: 47, secondBegins: 62, secondEnds: 111 } as const

/** The minute on the clock after so many real minutes since kick-off, and what is over by then. */
export function clockAt(elapsed: number): { minute: number; firstOver: boolean; over: boolean } {
  const firstOver = elapsed >= halves.firstEnds
  if (elapsed < halves.secondBegins) {
    return { minute: Math.min(45, Math.max(0, Math.floor(elapsed))), firstOver, over: false }
  }
  const minute = Math.min(90, 45 + Math.max(1, Math.floor(elapsed - halves.secondBegins)))
  return { minute, firstOver, over: elapsed >= halves.secondEnds }
}
