import type { Score } from '@nare/bets/result'
import { divisions } from './divisions.ts'
import type { Skipped } from './file-values.ts'
import { readFile, type FileMatch } from './football-data.ts'
import { readCup } from './openfootball.ts'

export type CompetitionName = { readonly category: string; readonly name: string }

/** A result of a file with its line (of a csv) or its place in the list (of a JSON). */
export type FileResult = {
  readonly line: number
  readonly competition: CompetitionName
  readonly homeTeam: string
  readonly awayTeam: string
  readonly kickOff: Date
  readonly score: Score
}

/** Why a row cannot be used, and which of its fields says so. */
export type RowFault = { readonly line: number; readonly field: string; readonly why: string }

/** The results of a file, the earliest first; its faults; and how many matches it has that nobody has played, or that did not end by their score. */
export type ResultsFile = {
  readonly results: readonly FileResult[]
  readonly faults: readonly RowFault[]
  readonly notPlayed: number
}

type Options = {
  /** The competition of all rows; without it that of each row's division, which a file of football.json does not have. */
  readonly competition: CompetitionName | undefined
  readonly nowMs: number
}

type Sides = 'homeTeam' | 'awayTeam'
type Row = Pick<FileMatch, Sides | 'division' | 'country' | 'kickOff' | 'status' | 'isScored' | 'fullTime'> & {
  readonly line: number
}

type Fields = {
  readonly team: string
  readonly day: string
  readonly time: string
  readonly score: string
  readonly competition: string
}
const csvFields: Fields = {
  ...{ team: 'HomeTeam, AwayTeam', day: 'Date', time: 'Time', score: 'FTHG, FTAG', competition: 'Div' },
}
const jsonFields: Fields = { team: 'team1, team2', day: 'date', time: 'time', score: 'score', competition: 'name' }

/**
 * Reads results from a file of football-data.co.uk (csv, also gzipped) or of football.json. Every row is judged; a file with a fault should change
 * nothing. Throws if the file cannot be read.
 */
export async function readResultsFile(path: string, options: Options): Promise<ResultsFile> {
  const isJson = path.endsWith('.json')
  const fields = isJson ? jsonFields : csvFields
  const faults: RowFault[] = []
  const skipped: Skipped = ({ number }, why) => void faults.push({ line: number, field: fieldOf(why, fields), why })
  const rows = isJson ? await cupRows(path, skipped) : await Array.fromAsync(csvRows(path, skipped))
  const results: FileResult[] = []
  let notPlayed = 0
  for (const row of rows) {
    const judged = judge(row, fields, options)
    if (judged === undefined) notPlayed++
    else if ('why' in judged) faults.push(judged)
    else results.push(judged)
  }
  faults.push(...contradictions(results, fields))
  return {
    results: results.toSorted((a, b) => a.kickOff.getTime() - b.kickOff.getTime()),
    faults: faults.toSorted((a, b) => a.line - b.line),
    notPlayed,
  }
}

async function* csvRows(path: string, skipped: Skipped): AsyncGenerator<Row> {
  for await (const match of readFile(path, skipped)) yield { ...match, line: match.line ?? 0 }
}

async function cupRows(path: string, skipped: Skipped): Promise<Row[]> {
  const matches = await readCup(path, skipped)
  return matches.map((match) => ({ ...match, line: match.place ?? 0, division: match.competition, country: undefined }))
}

/** The field that a sentence of the readers is about. */
function fieldOf(why: string, { team, day, time }: Fields): string {
  if (why.includes('team')) return team
  return why.includes('day') ? day : time
}

const namesMax = 100
const firstYear = 1870

/** A row as a result, as a fault, or as undefined if it has no result to have. */
function judge(row: Row, fields: Fields, { competition, nowMs }: Options): FileResult | RowFault | undefined {
  const { line, homeTeam, awayTeam, kickOff, status, isScored, fullTime } = row
  const fault = (field: string, why: string): RowFault => ({ line, field, why })
  if (homeTeam.length > namesMax || awayTeam.length > namesMax) return fault(fields.team, 'a name is too long')
  if (kickOff.getUTCFullYear() < firstYear) return fault(fields.day, 'nobody played then')
  const isFuture = kickOff.getTime() > nowMs
  if (isFuture && fullTime) return fault(fields.day, 'the match has a score and has not begun')
  if (isFuture || status || !isScored) return undefined
  if (!fullTime) return fault(fields.score, 'the score is not two numbers')
  const of = competition ?? competitionOf(row)
  if (!of)
    return fault(fields.competition, `the competition "${row.division}" is not known: name it with --competition`)
  return { line, competition: of, homeTeam, awayTeam, kickOff, score: fullTime }
}

function competitionOf({ division, country }: Row): CompetitionName | undefined {
  const known = Object.hasOwn(divisions, division) ? divisions[division] : undefined
  if (known) return { category: known.category, name: known.name }
  return country === undefined ? undefined : { category: country, name: division }
}

/** Rows of one match that do not agree about its score. */
function contradictions(results: readonly FileResult[], fields: Fields): RowFault[] {
  const first = new Map<string, FileResult>()
  return results.flatMap((one) => {
    const { competition, homeTeam, awayTeam, kickOff, score } = one
    const match = [competition.category, competition.name, kickOff.toISOString().slice(0, 10), homeTeam, awayTeam]
    const key = JSON.stringify(match)
    const before = first.get(key) ?? one
    first.set(key, before)
    const isSame = before.score.home === score.home && before.score.away === score.away
    return isSame ? [] : [{ line: one.line, field: fields.score, why: `line ${before.line} has another score` }]
  })
}
