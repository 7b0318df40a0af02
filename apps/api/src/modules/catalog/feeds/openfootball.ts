import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import * as z from 'zod/mini'
import type { Score, Side } from '@nare/bets/result'

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
  readonly id: string
  readonly competition: string
  readonly round: string
  readonly isKnockout: boolean
  readonly homeTeam: string
  readonly awayTeam: string
  readonly kickOff: Date
  readonly fullTime: Score | undefined
  readonly halfTime: Score | undefined
  readonly goals: readonly CupGoal[] | undefined
}

const zPair = z.tuple([z.int().check(z.gte(0), z.lte(99)), z.int().check(z.gte(0), z.lte(99))])
/** The minute is a number with an `offset` in stoppage time, or a text such as "90+4". */
const zGoal = z.object({
  name: z.string(),
  minute: z.union([z.int(), z.string().check(z.regex(/^\d{1,3}(\+\d{1,2})?$/))]),
  offset: z._default(z.int(), 0),
  penalty: z._default(z.boolean(), false),
  owngoal: z._default(z.boolean(), false),
})
const zMatch = z.object({
  round: z._default(z.string(), ''),
  group: z.optional(z.string()),
  date: z.iso.date(),
  time: z._default(z.string().check(z.regex(/^\d{1,2}:\d{2}( UTC[+-]\d{1,2})?$/)), '15:00'),
  team1: z.string().check(z.minLength(1)),
  team2: z.string().check(z.minLength(1)),
  score: z._default(z.object({ ht: z.optional(zPair), ft: z.optional(zPair) }), {}),
  goals1: z._default(z.array(zGoal), []),
  goals2: z._default(z.array(zGoal), []),
})
const zFile = z.object({ name: z.optional(z.string()), matches: z.array(z.unknown()) })
type Row = z.output<typeof zMatch>
type Goal = z.output<typeof zGoal>

const matchesMax = 2_000

/** Reads a file of football.json (github.com/openfootball, CC0). */
export async function readCup(path: string): Promise<CupMatch[]> {
  return parseCup(await readFile(path, 'utf8'), path)
}

/**
 * The matches of a file's text, earliest first. Invalid entries are skipped. A `time` without an offset is read as UTC, although the files
 * give the local time of the venue. Throws if the file has no list of matches.
 */
export function parseCup(text: string, path: string): CupMatch[] {
  const { data } = zFile.safeParse(json(text))
  if (!data) throw new Error(`${path} is not a file of football.json: it has no list "matches"`)
  const competition = data.name ?? basename(path, '.json')
  return data.matches
    .slice(0, matchesMax)
    .flatMap((row) => {
      const match = zMatch.safeParse(row)
      return match.success ? [toMatch(competition, match.data)] : []
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

function toMatch(competition: string, row: Row): CupMatch {
  const { round, group, date, team1, team2, score } = row
  const fullTime = scoreOf(score.ft)
  const goals = goalsOf(row, fullTime)
  return {
    id: `${competition}:${date}:${team1}:${team2}`,
    competition,
    round,
    isKnockout: group === undefined && !round.startsWith('Matchday'),
    homeTeam: team1,
    awayTeam: team2,
    kickOff: kickOffOf(row),
    fullTime,
    // The half-time score is often missing or wrong in the files, so it is computed from the goals.
    halfTime: goals ? tally(goals.filter(({ minute }) => minute <= 45)) : scoreOf(score.ht),
    goals,
  }
}

function goalsOf({ goals1, goals2 }: Row, fullTime: Score | undefined): CupGoal[] | undefined {
  const goals = [...goals1.map((one) => toGoal(one, 'home')), ...goals2.map((one) => toGoal(one, 'away'))]
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

const scoreOf = (pair: readonly [number, number] | undefined): Score | undefined =>
  pair && { home: pair[0], away: pair[1] }

function kickOffOf({ date, time }: Row): Date {
  const [clock = '', zone = 'UTC+0'] = time.split(' ')
  const utc = Date.parse(`${date}T${clock.padStart(5, '0')}:00Z`)
  return new Date(utc - Number(zone.slice('UTC'.length)) * 3_600_000)
}
