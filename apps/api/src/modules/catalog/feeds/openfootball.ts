import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import * as z from 'zod/mini'
import type { Score, Side } from '@nare/bets/result'
import {
  decoded,
  nameIn,
  readClock,
  readDay,
  readStatus,
  readZone,
  timeAt,
  type FileStatus,
  type Skipped,
} from './file-values.ts'
import { isWithin } from './football-data.ts'
import { readPair } from './score-text.ts'

/** A goal in regular time. `side` is the side it counts for; `added` is the minute of stoppage time. */
export type CupGoal = {
  readonly kind: 'goal' | 'own_goal' | 'penalty_scored'
  readonly minute: number
  readonly added: number
  readonly side: Side
  readonly player: string
}

/**
 * One match of an openfootball file, in regular time. `goals` are in order; they are undefined if the goals do not add up to the final
 * score, so that only the scores are known.
 */
export type CupMatch = {
  /** Its place in the list of the file, from 1. */
  readonly place?: number
  readonly id: string
  readonly competition: string
  readonly round: string
  readonly isKnockout: boolean
  readonly homeTeam: string
  readonly awayTeam: string
  readonly kickOff: Date
  /** Set if the match did not end by its score. */
  readonly status: FileStatus | undefined
  /** Whether the entry has anything as its score. */
  readonly isScored: boolean
  readonly fullTime: Score | undefined
  readonly halfTime: Score | undefined
  readonly goals: readonly CupGoal[] | undefined
}

/** The minute is a number with an `offset` in stoppage time, or a text such as "90+4". */
const zGoal = z.object({
  name: z.string(),
  minute: z.union([z.int(), z.string().check(z.regex(/^\d{1,3}(\+\d{1,2})?$/))]),
  offset: z._default(z.int(), 0),
  penalty: z._default(z.boolean(), false),
  owngoal: z._default(z.boolean(), false),
})
const zGoals = z.array(zGoal)
const zFile = z.object({ name: z.unknown(), matches: z.array(z.unknown()) })
type Row = Readonly<Record<string, unknown>>
type Goal = z.output<typeof zGoal>

const matchesMax = 2_000

/** Reads a file of football.json (github.com/openfootball, CC0). */
export async function readCup(path: string, skipped?: Skipped): Promise<CupMatch[]> {
  return parseCup(decoded(await readFile(path)), path, skipped)
}

/**
 * The matches of a file's text, earliest first. Each entry is judged by itself: one without a day or two teams, or with a time that does not
 * exist, is skipped. A `time` without an offset is read as UTC, although the files give the local time of the venue. Throws if the file has
 * no list of matches.
 */
export function parseCup(text: string, path: string, skipped: Skipped = () => undefined): CupMatch[] {
  const { data } = zFile.safeParse(json(text.replace(/^\uFEFF/, '')))
  if (!data) throw new Error(`${path} is not a file of football.json: it has no list "matches"`)
  const competition = nameIn(data.name) || basename(path, '.json')
  return data.matches
    .slice(0, matchesMax)
    .flatMap((given, at) => {
      const match = toMatch(competition, typeof given === 'object' && given !== null ? { ...given } : {})
      if (typeof match !== 'string') return [{ place: at + 1, ...match }]
      skipped({ number: at + 1, text: JSON.stringify(given)?.slice(0, 80) ?? '' }, match)
      return []
    })
    .toSorted((a, b) => a.kickOff.getTime() - b.kickOff.getTime() || (a.id < b.id ? -1 : 1))
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads an entry; a sentence if it cannot be a match. */
function toMatch(competition: string, row: Row): CupMatch | string {
  const [homeTeam, awayTeam, round] = [nameIn(row['team1']), nameIn(row['team2']), nameIn(row['round'])]
  if (homeTeam === '' || awayTeam === '' || homeTeam === awayTeam) return 'a team is missing'
  const day = typeof row['date'] === 'string' ? readDay(row['date']) : undefined
  if (day === undefined) return 'the day does not exist'
  const kickOff = kickOffOf(day, row['time'])
  if (!kickOff) return 'the time does not exist'
  const { fullTime, halfTime } = scoresOf(row)
  const goals = goalsOf(row, fullTime)
  return {
    id: `${competition}:${day}:${homeTeam}:${awayTeam}`,
    competition,
    round,
    isKnockout: row['group'] === undefined && !round.startsWith('Matchday'),
    homeTeam,
    awayTeam,
    kickOff,
    status: readStatus(row['status']),
    isScored: [row['score'], row['score1'], row['score2']].some(isAnything),
    fullTime,
    // The half-time score is often missing or wrong in the files, so it is computed from the goals.
    halfTime: goals ? tally(goals.filter(({ minute }) => minute <= 45)) : halfTime,
    goals,
  }
}

/** The scores `score: { ft: [2, 1], ht: [1, 0] }`, `score: [2, 1]` or `score1: 2, score2: 1`. A pair that is not complete is no score. */
function scoresOf(row: Row): { fullTime: Score | undefined; halfTime: Score | undefined } {
  const { score } = row
  const { ft, ht }: Row = typeof score === 'object' && score !== null && !Array.isArray(score) ? { ...score } : {}
  const fullTime = pairOf(ft) ?? pairOf(score) ?? readPair(row['score1'], row['score2'])
  const halfTime = pairOf(ht)
  return { fullTime, halfTime: isWithin(halfTime, fullTime) ? halfTime : undefined }
}

/** Whether a value says something: files have an empty score before the match. */
const isAnything = (value: unknown): boolean =>
  value !== undefined && value !== null && (typeof value !== 'object' || Object.values(value).some(isAnything))

const pairOf = (value: unknown): Score | undefined =>
  Array.isArray(value) && value.length === 2 ? readPair(value[0], value[1]) : undefined

/** The goals of regular time in order; undefined if one is malformed, or if they do not add up to the score. */
function goalsOf(row: Row, fullTime: Score | undefined): CupGoal[] | undefined {
  const [home, away] = [zGoals.safeParse(row['goals1'] ?? []), zGoals.safeParse(row['goals2'] ?? [])]
  if (!home.success || !away.success) return undefined
  const goals = [...home.data.map((one) => toGoal(one, 'home')), ...away.data.map((one) => toGoal(one, 'away'))]
    .filter(({ minute }) => minute >= 1 && minute <= 90)
    .toSorted((a, b) => a.minute - b.minute || a.added - b.added)
  const sum = tally(goals)
  return fullTime && sum.home === fullTime.home && sum.away === fullTime.away ? goals : undefined
}

function toGoal({ name, minute, offset, penalty, owngoal }: Goal, side: Side): CupGoal {
  const [at = 0, added = offset] = String(minute).split('+').map(Number)
  return { kind: owngoal ? 'own_goal' : penalty ? 'penalty_scored' : 'goal', minute: at, added, side, player: name }
}

/** The goals of each side. */
export function tally(goals: readonly Pick<CupGoal, 'side'>[]): Score {
  const home = goals.filter(({ side }) => side === 'home').length
  return { home, away: goals.length - home }
}

/** The kick-off from a day and a time with an optional zone, such as "19:00 UTC+3" or "7:00 PM CET"; 15:00 without a time. */
function kickOffOf(day: string, time: unknown): Date | undefined {
  if (time === undefined || time === null || time === '') return timeAt(day, 15 * 60, 0)
  if (typeof time !== 'string') return undefined
  const given = time.trim()
  const [, clock = given, zone] = /^(.*\d(?:\s*[ap]m)?)\s+([a-z][a-z\d+:-]*|[+-][\d:]+)$/i.exec(given) ?? []
  const isHalf = zone !== undefined && /^[ap]m$/i.test(zone)
  const minutes = readClock(isHalf ? given : clock)
  const ahead = zone === undefined || isHalf ? 0 : readZone(zone)
  return minutes === undefined || ahead === undefined ? undefined : timeAt(day, minutes, ahead)
}
