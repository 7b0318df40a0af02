import type { BoardRow } from '@nare/contract/operator-trading-board'
import { countText, labelOf, shortDayText, signedText } from '../../parts/format.ts'

export const isInPlay = ({ state }: Pick<BoardRow, 'state'>): boolean => state === 'live' || state === 'interrupted'

const overStates: ReadonlySet<string> = new Set(['ended', 'cancelled', 'abandoned'])
/** Whether a match has left the board: it is over and has no open bets. */
export const isGone = ({ state, bets }: Pick<BoardRow, 'state' | 'bets'>): boolean =>
  bets === 0 && overStates.has(state)

/** The minute of a match in play: "63'", "45+2'", "HT". */
export function minuteText({
  state,
  minute,
  added,
  at_half_time,
}: Pick<BoardRow, 'state' | 'minute' | 'added' | 'at_half_time'>): string {
  if (state === 'interrupted') return 'Stopped'
  if (at_half_time) return 'HT'
  return minute === null ? 'Live' : `${minute}${added ? `+${added}` : ''}\u2032`
}

/** A score with a dash: "1–1". */
export const scoreText = (score: string | null): string => score?.replace(':', '–') ?? ''

/** Whether bets are taken on a match, in a word, and whether a person has to know. */
export function stateOf({ state, market, suspended, by_hand }: BoardRow): { text: string; isAsking: boolean } {
  if (overStates.has(state)) return { text: 'Settling', isAsking: false }
  if (state === 'postponed') return { text: 'Postponed', isAsking: true }
  if (suspended === 'operator') return { text: 'Held', isAsking: true }
  if (suspended !== null) return { text: labelOf(suspended), isAsking: true }
  if (market !== 'open') return { text: market === null ? 'No price' : labelOf(market), isAsking: market === null }
  return by_hand ? { text: 'By hand', isAsking: true } : { text: 'Open', isAsking: false }
}

/** After so many seconds a price that a feed confirms is old, in play and before kick-off. */
const oldAfterS = { live: 10, before: 60 } as const
export const isOldPrice = (row: BoardRow): boolean =>
  row.fed &&
  row.price_age_s !== null &&
  row.market === 'open' &&
  row.price_age_s > oldAfterS[isInPlay(row) ? 'live' : 'before']

/** The name of an outcome of a first market in a column's head: "1", "X", "2". */
export const sideOf = { home_team: '1', draw: 'X', away_team: '2' } as const

const hourMs = 3_600_000

/** The group of a match on the board: in play, the next three hours, then its day. */
export function groupOf(row: Pick<BoardRow, 'state' | 'start_time'>, nowMs: number): string {
  if (isInPlay(row)) return 'Live'
  const startMs = Date.parse(row.start_time)
  if (startMs <= nowMs) return 'Started, not in play'
  return startMs < nowMs + 3 * hourMs ? 'Next 3 hours' : dayOf(row.start_time)
}

const days = new Map<string, string>()

/** The day of a start; thousands of matches have the same few starts. */
function dayOf(iso: string): string {
  const known = days.get(iso) ?? shortDayText(iso)
  if (days.size > 5_000) days.clear()
  days.set(iso, known)
  return known
}

/** The sums of the matches of a group. */
type GroupSums = { matches: number; staked: number; worst: number }

/** What stands beside the name of a group: its matches, the stakes on them, and what the house keeps if each ends as it is worst. */
export type GroupText = { readonly matches: string; readonly staked?: string; readonly worst?: string }

export function groupTexts(
  rows: readonly BoardRow[],
  groupNameOf: (row: BoardRow) => string,
): ReadonlyMap<string, GroupText> {
  const groups = new Map<string, GroupSums>()
  for (const row of rows) {
    const name = groupNameOf(row)
    const sums = groups.get(name) ?? { matches: 0, staked: 0, worst: 0 }
    groups.set(name, sums)
    sums.matches++
    if (row.bets === 0) continue
    sums.staked += Number(row.staked)
    sums.worst += Number(row.worst)
  }
  return new Map([...groups].map(([name, sums]) => [name, sumsText(sums)]))
}

function sumsText({ matches, staked, worst }: GroupSums): GroupText {
  const count = `${countText(matches)} ${matches === 1 ? 'match' : 'matches'}`
  if (staked === 0) return { matches: count }
  const together = matches === 1 ? 'at worst' : 'together at worst'
  return {
    matches: count,
    staked: `staked ${countText(Math.round(staked))}`,
    worst: `${together} ${signedText(Math.round(-worst).toFixed(2))}`,
  }
}
