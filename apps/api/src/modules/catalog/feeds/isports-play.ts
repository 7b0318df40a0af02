import type { EventType } from '@nare/bets/grading/events'
import type { Margins } from '@nare/odds/margins'
import type { Score } from '@nare/bets/result'
import { inPlayLines, type SoccerBasis } from '../pricing.ts'
import type { RunningMatch } from '../store-feed.ts'
import { clockOf, endOf, halfTimeOf, regularScore, status, decidable, type Entry } from './isports-api.ts'
import type { MatchMessage } from './port.ts'

/**
 * The id prefix of kick-off, half-time and full-time events. The platform derives them from the status of a match, because the feed does
 * not send them.
 */
export const whistlePrefix = 'status/'

/** A match in play: the feed's current entry and the stored state. `basis` is its pricing basis; undefined without live betting. */
export type Play = {
  readonly entry: Entry
  readonly stored: RunningMatch | undefined
  readonly basis: SoccerBasis | undefined
  readonly margins?: Margins | undefined
  /** The time since the last event that suspends betting. */
  readonly quietMs: number
  readonly nowMs: number
}

/** Betting resumes this long after a goal, a red card or a review, so that the feed has time to correct it. */
export const quietMaxMs = 20_000

const isSame = (a: Score, b: Score): boolean => a.home === b.home && a.away === b.away
const pair = (home: number | undefined, away: number | undefined): Score => ({ home: home ?? 0, away: away ?? 0 })

/** Why betting must be suspended: the feed reports something that the stored match does not have yet. Undefined if it need not be. */
export function newsOf({ entry, stored }: Pick<Play, 'entry' | 'stored'>): string | undefined {
  if (entry.var !== undefined && entry.var !== null && entry.var !== '') return 'video_check'
  if (stored?.state !== 'live') return undefined
  if (!isSame(regularScore(entry), stored.score)) return 'goal'
  return isSame(pair(entry.homeRed, entry.awayRed), stored.reds) ? undefined : 'red_card'
}

/** A key of everything that the messages of a match depend on. With an equal key the messages are equal. */
export function faceOf({ entry, stored, basis, margins, quietMs, nowMs }: Play): string {
  const { state, suspended, score, reds } = stored ?? {}
  return JSON.stringify([
    entry,
    clockOf(entry, nowMs),
    state,
    suspended,
    score,
    reds,
    basis,
    margins,
    quietMs >= quietMaxMs,
  ])
}

/** The messages for the current state of a match: none before kick-off, then those of its play or its end. */
export function messagesOf(play: Play): MatchMessage[] {
  const { entry, stored } = play
  if (entry.status === 0) return []
  const end = endOf(entry)
  if (!end) return isPlayed(entry) ? playOf(play) : [{ kind: 'stop', reason: 'no live bets' }]
  if (end.kind === 'result') return stored ? [...whistles(['full_time']), end] : [end]
  if (end.kind === 'cancel') return [end]
  return stored?.state === 'interrupted' && end.kind === 'score' && end.state === 'interrupted' ? [] : [end]
}

const isPlayed = ({ status: now }: Entry): boolean => now >= status.first && now <= status.penalties

function playOf(play: Play): MatchMessage[] {
  const { entry, stored, basis, margins, quietMs, nowMs } = play
  const clock = clockOf(entry, nowMs)
  const score = regularScore(entry)
  const reds = pair(entry.homeRed, entry.awayRed)
  const halfTime = halfTimeOf(entry)
  const isRegular = entry.status <= status.second
  const news = newsOf(play)
  const mayBet = basis !== undefined && isRegular && stored !== undefined
  const messages: MatchMessage[] = mayBet
    ? news === undefined
      ? []
      : [{ kind: 'stop', reason: news }]
    : [{ kind: 'stop', reason: 'no live bets' }]
  messages.push(...whistles(begun(entry)))
  messages.push({
    kind: 'score',
    state: 'live',
    ...clock,
    score,
    reds,
    ...(halfTime && { halfTime }),
    ...countsOf(entry),
  })
  if (!mayBet) return messages
  const moment = { minute: clock.minute, score, redCards: reds, ...(halfTime && { halfTime }) }
  messages.push({ kind: 'price', lines: decidable(inPlayLines(basis, moment, { margins })), whole: true })
  if (stored.suspended && news === undefined && quietMs >= quietMaxMs) messages.push({ kind: 'reopen' })
  return messages
}

/** Corners and yellow cards, once the feed has counted at least one. Its 0 may mean "not counted". */
function countsOf(entry: Entry): { corners?: Score; yellows?: Score } {
  const corners = pair(entry.homeCorner, entry.awayCorner)
  const yellows = pair(entry.homeYellow, entry.awayYellow)
  return {
    ...(corners.home + corners.away > 0 && { corners }),
    ...(yellows.home + yellows.away > 0 && { yellows }),
  }
}

/** The starts and ends of halves so far, according to the status of a match. */
function begun({ status: now }: Entry): EventType[] {
  if (now === status.first) return ['kick_off']
  return now === status.halfTime ? ['kick_off', 'half_time'] : ['kick_off', 'half_time', 'second_half']
}

const minuteOf: Readonly<Partial<Record<EventType, number>>> = {
  kick_off: 0,
  half_time: 45,
  second_half: 46,
  full_time: 90,
}

const whistles = (types: readonly EventType[]): MatchMessage[] =>
  types.map((type) => ({
    kind: 'event',
    event: { eventId: `${whistlePrefix}${type}`, type, minute: minuteOf[type] ?? 0 },
  }))

const dayMs = 86_400_000

/** Whether a match may have kicked off early, or its result may still be corrected. */
export const isRecent = ({ matchTime, status: now }: Entry, nowMs: number): boolean =>
  now !== status.finished ? Math.abs(nowMs - matchTime * 1000) < dayMs : nowMs - matchTime * 1000 < 3 * dayMs
