import type { EventType } from '@nare/bets/events'
import type { Score } from '@nare/bets/result'
import { inPlayLines, type SoccerBasis } from '../pricing.ts'
import type { RunningMatch } from '../store-feed.ts'
import { clockOf, endOf, halfTimeOf, regularScore, status, withoutGoalOrder, type Entry } from './isports-api.ts'
import type { MatchMessage } from './port.ts'

/** Events that the platform makes from the state of a match: the feed has none of them. */
export const whistlePrefix = 'status/'

/** A match in play as the feed knows it now, and as it is stored. `basis` is what it is priced from; absent without live bets. */
export type Play = {
  readonly entry: Entry
  readonly stored: RunningMatch | undefined
  readonly basis: SoccerBasis | undefined
  /** How long nothing has happened that stops bets. */
  readonly quietMs: number
  readonly nowMs: number
}

/** Bets resume so long after a goal, a red card or a review, when the feed has had its time to correct it. */
export const quietMaxMs = 20_000

const isSame = (a: Score, b: Score): boolean => a.home === b.home && a.away === b.away
const pair = (home: number | undefined, away: number | undefined): Score => ({ home: home ?? 0, away: away ?? 0 })

/** Why bets must stop: the feed reports something that the stored match does not have yet. */
export function newsOf({ entry, stored }: Pick<Play, 'entry' | 'stored'>): string | undefined {
  if (entry.var !== undefined && entry.var !== null && entry.var !== '') return 'video_check'
  if (stored?.state !== 'live') return undefined
  if (!isSame(regularScore(entry), stored.score)) return 'goal'
  return isSame(pair(entry.homeRed, entry.awayRed), stored.reds) ? undefined : 'red_card'
}

/** What the messages of a match depend on: as long as it is the same, they are. */
export function faceOf({ entry, stored, basis, quietMs, nowMs }: Play): string {
  const { state, suspended, score, reds } = stored ?? {}
  return JSON.stringify([entry, clockOf(entry, nowMs), state, suspended, score, reds, basis, quietMs >= quietMaxMs])
}

/** The messages of a match: nothing before its kick-off, its play, or its end. */
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
  const { entry, stored, basis, quietMs, nowMs } = play
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
  messages.push({ kind: 'price', lines: withoutGoalOrder(inPlayLines(basis, moment)), whole: true })
  if (stored.suspended && news === undefined && quietMs >= quietMaxMs) messages.push({ kind: 'reopen' })
  return messages
}

/** Corners and yellow cards once the feed has counted one: its 0 also means "not counted". */
function countsOf(entry: Entry): { corners?: Score; yellows?: Score } {
  const corners = pair(entry.homeCorner, entry.awayCorner)
  const yellows = pair(entry.homeYellow, entry.awayYellow)
  return {
    ...(corners.home + corners.away > 0 && { corners }),
    ...(yellows.home + yellows.away > 0 && { yellows }),
  }
}

/** The whistles blown so far, by this state of a match. */
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
