import type { Score, Side } from '@nare/bets/result'
import type { CricketInnings } from '@nare/odds/cricket'
import { playingTime, type OtherMoment, type OtherSport } from '@nare/odds/other-inplay'

/**
 * The state of a match in play that the feed stores in addition to its score and periods. It contains nothing about the future. `played`
 * counts seconds of playing time, in tennis points, in cricket balls including pauses. `carry` are the points or runs that each side has
 * earned in the model but that are not in the score yet.
 */
export type OtherPlay = {
  readonly played: number
  readonly carry?: Score
  readonly points?: Score
  readonly server?: Side
  readonly innings?: CricketInnings
  readonly pause?: number
}

/** A match of another sport so far. `periods` are quarters, halves, sets or innings. */
export type OtherProgress = {
  readonly score: Score
  readonly periods: readonly Score[]
  readonly play: OtherPlay
  readonly over: boolean
}

/** `stop` is the reason to suspend betting, if something happened that the earlier prices did not include. */
export type Advanced = { readonly progress: OtherProgress; readonly stop?: 'goal' | 'other' }

/** A match before its start. */
export const notStarted: OtherProgress = { score: { home: 0, away: 0 }, periods: [], play: { played: 0 }, over: false }

/** The moment of a match as the price model needs it. */
export function momentOf(sport: OtherSport, { score, periods, play }: OtherProgress): OtherMoment {
  const { played, points, server, innings } = play
  return {
    minute: isTimed(sport) ? played / 60 : 0,
    score,
    periods,
    ...(points && { points }),
    ...(server && { server }),
    ...(innings && { innings }),
  }
}

/** A sport that is played against the clock. */
export type TimedSport = keyof typeof playingTime

export function isTimed(sport: OtherSport): sport is TimedSport {
  return sport in playingTime
}
