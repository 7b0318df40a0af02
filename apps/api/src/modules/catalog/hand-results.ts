import type { Sport } from '@nare/bets/markets/markets'
import type { Score, Side } from '@nare/bets/result'
import type { operatorResults } from '@nare/contract/operator-trading-results'
import type { Received } from '@nare/contract/route'
import type { MatchMessage, ResultFacts } from './feeds/port.ts'
import { readScore } from './manual-drive.ts'
import type { CurrentMatch } from './match-state.ts'
import type { CurrentResult } from './states.ts'

type ByHand = Received<typeof operatorResults.resultByHand>
/** The facts of a result as people write them. */
export type WrittenResult = Partial<
  Pick<
    ByHand,
    'full_time' | 'half_time' | 'goals' | 'periods' | 'corners' | 'cards' | 'retired' | 'walkover' | 'awarded'
  >
>

/** What is wrong with a written result, by its field. */
export type WrongField = { readonly wrong: string; readonly why: string }
const wrong = (field: keyof WrittenResult, why: string): WrongField => ({ wrong: field, why })

type Present = {
  readonly current: Pick<CurrentMatch, 'score' | 'halfTime' | 'goals' | 'periods'>
  readonly currentResult: CurrentResult | undefined
}

/**
 * The message that a written result of a sport stands for. A walkover is void. After a retirement or an award what the score so far has decided
 * stands and the rest is void; an award changes nothing once the match was played to its end.
 */
export function resultByHand(
  sport: Sport,
  given: WrittenResult,
  { current, currentResult }: Present,
): MatchMessage | WrongField {
  const { retired, walkover, awarded } = given
  const ends = [retired && 'retired', walkover && 'walkover', awarded && 'awarded'].filter(
    (one) => typeof one === 'string',
  )
  if (ends.length > 1) return wrong(ends[1] as 'awarded', 'A match ends in one way only')
  const hasFacts = [given.full_time, given.half_time, given.goals, given.periods, given.corners, given.cards].some(
    (one) => one !== undefined,
  )
  if (walkover) {
    if (hasFacts) return wrong('walkover', 'A walkover was not played, so it has no score')
    return { kind: 'cancel', reason: 'walkover' }
  }
  if (retired && sport !== 'tennis') return wrong('retired', 'Only a match of tennis ends by a retirement')
  if (awarded) {
    if (currentResult?.kind === 'result')
      return wrong('awarded', 'The match was played to its end: that result counts, whatever is awarded later')
    if (!hasFacts && !current.score) return { kind: 'cancel', reason: 'awarded' }
    if (!hasFacts) return { kind: 'unfinished', reason: 'awarded', ...storedFacts(current) }
  }
  const facts = factsOf(sport, given, { isFinished: !retired && !awarded })
  if ('wrong' in facts) return facts
  if (retired || awarded) return { kind: 'unfinished', reason: retired ? 'retired' : 'awarded', ...facts }
  return { kind: 'result', certainty: 2, ...facts }
}

type Course = Pick<CurrentMatch, 'state' | 'startTime'> & {
  readonly now: Date
  /** How long a match of the sport takes at least. */
  readonly shortestMs: number
}

/**
 * Whether a written result is too early: `early` if the match has begun and cannot be over yet, as far as its feed or the clock knows. Before it has
 * begun nobody knows a score, so such a result is wrong. What makes the match void needs no time.
 */
export function timeOf(
  message: MatchMessage,
  given: WrittenResult,
  { state, startTime, now, shortestMs }: Course,
): WrongField | 'early' | 'in time' {
  if (message.kind === 'cancel' || state === 'ended' || state === 'abandoned') return 'in time'
  const begun = state === 'live' || state === 'interrupted' || now >= startTime
  if (!begun)
    return wrong(
      scoreFields.find((field) => given[field] !== undefined) ?? 'full_time',
      'The match has not begun. Until then it can only be void, a walkover, or awarded without a score',
    )
  const canBeOver = state !== 'postponed' && now.getTime() >= startTime.getTime() + shortestMs
  return canBeOver ? 'in time' : 'early'
}

const scoreFields = ['full_time', 'periods', 'half_time', 'goals', 'corners', 'cards', 'retired'] as const

/** The score so far as a result. */
const storedFacts = ({ score, halfTime, goals, periods }: Present['current']): Partial<ResultFacts> => ({
  ...(score && { fullTime: score }),
  ...(halfTime && { halfTime }),
  ...(goals.length > 0 && { goals }),
  ...(periods.length > 0 && { periods }),
})

type Facts = ResultFacts | WrongField

function factsOf(sport: Sport, given: WrittenResult, { isFinished }: { isFinished: boolean }): Facts {
  if (sport === 'soccer')
    return given.periods ? wrong('periods', 'Soccer has no periods here: write the half-time score') : scoreFacts(given)
  for (const field of ['half_time', 'goals', 'corners', 'cards'] as const)
    if (given[field] !== undefined) return wrong(field, 'Only soccer has this')
  const periods = given.periods?.map(readScore)
  if (sport === 'tennis') return tennisFacts(given, periods ?? [], isFinished)
  const total = periods && summed(periods)
  const fullTime = given.full_time === undefined ? total : readScore(given.full_time)
  if (!fullTime) return wrong('full_time', 'Please write the final score as 2:1')
  if (total && sport !== 'cricket' && !isTotalOf(sport, fullTime, total))
    return wrong('periods', 'The periods do not add up to the final score')
  return { fullTime, ...(periods && { periods }) }
}

/** The facts of a result with a score by halves; the goals, if they are given, add up to the score. */
export function scoreFacts({ full_time, half_time, goals, corners, cards }: WrittenResult): Facts {
  if (full_time === undefined) return wrong('full_time', 'Please write the final score as 2:1')
  const fullTime = readScore(full_time)
  const halfTime = half_time === undefined ? undefined : readScore(half_time)
  if (halfTime && (halfTime.home > fullTime.home || halfTime.away > fullTime.away))
    return wrong('half_time', 'The half-time score is above the final score')
  if (goals && !isSame(tally(goals), fullTime)) return wrong('goals', 'The goals do not add up to the final score')
  return {
    fullTime,
    ...(halfTime && { halfTime }),
    ...(goals && { goals }),
    ...(corners !== undefined && { corners: readScore(corners) }),
    ...(cards !== undefined && { cards: readScore(cards) }),
  }
}

/** The facts of a match of tennis: the sets in games, from which the score in sets follows. The last set before a retirement may be unfinished. */
function tennisFacts({ full_time }: WrittenResult, sets: readonly Score[], isFinished: boolean): Facts {
  if (sets.length === 0 && isFinished) return wrong('periods', 'Please write the sets in games, as 6:4')
  if (sets.length > 5) return wrong('periods', 'A match of tennis has five sets at most')
  const last = sets.at(-1)
  const complete = last && !isFinished && !isSet(last) ? sets.slice(0, -1) : sets
  if (complete.some(({ home, away }) => home === away || (!isFinished && !isSet({ home, away }))))
    return wrong('periods', 'Each set but the last of a retirement has a winner')
  const fullTime = {
    home: complete.filter(({ home, away }) => home > away).length,
    away: complete.filter(({ home, away }) => away > home).length,
  }
  const most = Math.max(fullTime.home, fullTime.away)
  if (isFinished && (most < 2 || fullTime.home === fullTime.away || !isWonBy(last, fullTime)))
    return wrong('periods', 'Nobody has won the match by these sets')
  if (full_time !== undefined && !isSame(readScore(full_time), fullTime))
    return wrong('full_time', 'The score in sets does not follow from the sets')
  return { fullTime, ...(sets.length > 0 && { periods: sets }) }
}

/** Whether these games end a set: six with two more than the other side, or seven. */
function isSet({ home, away }: Score): boolean {
  const [more, less] = home > away ? [home, away] : [away, home]
  return (more === 6 && less <= 4) || (more === 7 && (less === 5 || less === 6)) || (more > 7 && more - less >= 2)
}

const isWonBy = (set: Score | undefined, match: Score): boolean =>
  set !== undefined && set.home > set.away === match.home > match.away

/** A shoot-out of ice hockey adds one goal of its winner to the periods. */
function isTotalOf(sport: Sport, { home, away }: Score, periods: Score): boolean {
  if (isSame({ home, away }, periods)) return true
  const more = { home: home - periods.home, away: away - periods.away }
  const isShootOut = periods.home === periods.away && more.home + more.away === 1 && more.home * more.away === 0
  return sport === 'ice_hockey' && isShootOut
}

const isSame = (a: Score, b: Score): boolean => a.home === b.home && a.away === b.away
const summed = (scores: readonly Score[]): Score =>
  scores.reduce((sum, { home, away }) => ({ home: sum.home + home, away: sum.away + away }), { home: 0, away: 0 })
const tally = (goals: readonly Side[]): Score => {
  const home = goals.filter((side) => side === 'home').length
  return { home, away: goals.length - home }
}
