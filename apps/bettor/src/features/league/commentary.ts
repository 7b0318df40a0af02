import { indexOf, streamsOf } from '@nare/fair/stream'
import { fromHex } from '@nare/fair/hash'

export type Side = 'home' | 'away'
/** A decorative moment, drawn from the published commitment, which does not reveal the result. */
export type Moment = { minute: number; side: Side; kind: 'near_miss' | 'save' | 'corner' }
export type Line =
  | { minute: number; kind: 'kick_off' | 'half_time' | 'full_time'; home_score: number; away_score: number }
  | { minute: number; kind: 'goal'; side: Side; home_score: number; away_score: number }
  | Moment

type Shown = {
  minute: number
  home_score: number
  away_score: number
  events: readonly { minute: number; side: Side; home_score: number; away_score: number }[]
}

const kinds = ['near_miss', 'save', 'corner'] as const
const moments = 7
const lastMinute = 90
const halfMinute = 45

/** The cosmetic moments of a match in the order of their minutes. The same commitment gives the same moments everywhere. */
export function momentsOf(commitment: string, matchId: string): Moment[] {
  const next = streamsOf(fromHex(commitment))(`${matchId}:commentary`)
  const all = Array.from({ length: moments }, (): Moment => ({
    minute: 1 + indexOf(next(), lastMinute),
    side: indexOf(next(), 2) === 0 ? 'home' : 'away',
    kind: kinds[indexOf(next(), kinds.length)] ?? 'corner',
  }))
  return all.toSorted((a, b) => a.minute - b.minute)
}

/**
 * The commentary of a match up to its current minute, the newest line first: kick-off, half-time, full time and the goals from
 * the play-out, and the cosmetic moments between them. A moment in the minute of a goal is left out.
 */
export function linesOf(shown: Shown, cosmetic: readonly Moment[]): Line[] {
  const { minute, home_score, away_score, events } = shown
  const at = (until: number) => {
    const last = events.findLast((event) => event.minute <= until)
    return { home_score: last?.home_score ?? 0, away_score: last?.away_score ?? 0 }
  }
  const goalMinutes = new Set(events.map((event) => event.minute))
  const lines: { order: number; line: Line }[] = [
    { order: -1, line: { minute: 0, kind: 'kick_off', home_score: 0, away_score: 0 } },
    ...events.map((event) => ({ order: event.minute, line: { ...event, kind: 'goal' as const } })),
    ...cosmetic
      .filter((moment) => moment.minute <= minute && !goalMinutes.has(moment.minute))
      .map((line) => ({ order: line.minute, line })),
  ]
  if (minute > halfMinute)
    lines.push({ order: halfMinute + 0.5, line: { minute: halfMinute, kind: 'half_time', ...at(halfMinute) } })
  if (minute >= lastMinute)
    lines.push({ order: lastMinute + 0.5, line: { minute: lastMinute, kind: 'full_time', home_score, away_score } })
  return lines
    .toSorted((a, b) => a.order - b.order)
    .map(({ line }) => line)
    .toReversed()
}

/** The decorative position of the ball at each minute, from 0 to 1 across and down the pitch. */
export function ballPath(commitment: string, matchId: string): { x: number; y: number }[] {
  const next = streamsOf(fromHex(commitment))(`${matchId}:ball`)
  const share = (): number => indexOf(next(), 1000) / 1000
  return Array.from({ length: lastMinute + 1 }, () => ({ x: 0.08 + 0.84 * share(), y: 0.12 + 0.76 * share() }))
}
