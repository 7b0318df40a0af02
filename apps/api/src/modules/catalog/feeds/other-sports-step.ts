import type { Margins } from '@nare/odds/margins'
import type { OtherSport, Ratings } from '@nare/odds/other-sports'
import { otherLines } from '../pricing.ts'
import type { RunningMatch } from '../store-feed.ts'
import { isTimed, momentOf, notStarted, type OtherPlay, type OtherProgress } from './other-sports-progress.ts'
import { advanceOther } from './other-sports-simulation.ts'
import type { MatchMessage } from './port.ts'
import type { Chance } from './soccer-simulation.ts'

export type OtherStep = {
  readonly sport: OtherSport
  readonly ratings: Ratings
  /** Real minutes since the start. */
  readonly elapsed: number
  readonly chance: Chance
  /** Whether betting may resume in this step, unless it suspends betting again. */
  readonly mayReopen: boolean
  readonly margins?: Margins | undefined
}

/**
 * The messages of one step of a match of a sport other than soccer: the changes since the last step and the prices after them. Betting is
 * suspended in the same batch before a goal, a score in rugby, a wicket or the end of a set is shown; a later step reopens it.
 */
export function otherStep(
  match: RunningMatch,
  { sport, ratings, elapsed, chance, mayReopen, margins }: OtherStep,
): { messages: MatchMessage[]; isStopped: boolean } {
  const from = progressOf(match)
  const { progress, stop } = advanceOther({ sport, ratings, chance }, from, elapsed)
  const { score, periods, play, over } = progress
  const messages: MatchMessage[] = []
  if (stop && !match.suspended) messages.push({ kind: 'stop', reason: stop })
  if (play.played !== from.play.played || match.state !== 'live') {
    const minute = isTimed(sport) ? { minute: Math.floor(play.played / 60) } : {}
    messages.push({ kind: 'score', state: 'live', ...minute, score, periods, play })
    if (!over) {
      const lines = otherLines(sport, ratings, momentOf(sport, progress), { margins })
      messages.push({ kind: 'price', lines, whole: true })
    }
  }
  if (over) messages.push({ kind: 'result', certainty: 1, fullTime: score, periods })
  else if (match.suspended && !stop && mayReopen) messages.push({ kind: 'reopen' })
  return { messages, isStopped: stop !== undefined && !over }
}

/** The stored progress of a match. A match without it, stored by an older version of the feed, is played again from its start. */
function progressOf({ score, periods, play }: RunningMatch): OtherProgress {
  return isPlay(play) ? { score, periods, play, over: false } : notStarted
}

/** The stored value was written by this feed from this type. */
function isPlay(stored: unknown): stored is OtherPlay {
  return typeof stored === 'object' && stored !== null && 'played' in stored && typeof stored.played === 'number'
}
