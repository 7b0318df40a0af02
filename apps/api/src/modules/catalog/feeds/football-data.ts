import { readFile as readBytes } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { cardsOf, type Score } from '@nare/bets/result'
import type { GivenPrices } from '@nare/odds/match-model'
import { defaultBand, isBook } from '../price-claims.ts'
import {
  decoded,
  londonTime,
  nameIn,
  readClock,
  readDay,
  readStatus,
  type FileStatus,
  type Skipped,
} from './file-values.ts'
import { readPair } from './score-text.ts'

/** One match of a football-data.co.uk file. Only the day and the two teams are always present. */
export type FileMatch = {
  /** Its line in the file; absent for a row that was read alone. */
  readonly line?: number
  readonly id: string
  readonly division: string
  /** Present in the files of extra leagues, where leagues of several countries share a name. */
  readonly country: string | undefined
  readonly homeTeam: string
  readonly awayTeam: string
  readonly kickOff: Date
  /** Set if the match did not end by its score. */
  readonly status: FileStatus | undefined
  /** Whether the row has anything as its final score. */
  readonly isScored: boolean
  readonly fullTime: Score | undefined
  readonly halfTime: Score | undefined
  readonly corners: Score | undefined
  readonly cards: Score | undefined
  readonly prices: Partial<GivenPrices>
  readonly handicap: { readonly line: number; readonly home: number; readonly away: number } | undefined
}

type Row = Readonly<Record<string, string | undefined>>

const fileBytesMax = 256 * 1024 * 1024
const unzip = promisify(gunzip)

/**
 * Reads a file in football-data.co.uk's columns (notes.txt there), plain or gzipped, in UTF-8 or windows-1252, with commas, semicolons or
 * tabs. Each row is judged by itself: one without a day, a team, or with a time that does not exist is skipped. `Time` is UK local time;
 * without it a match begins at 15:00.
 */
export async function* readFile(path: string, skipped: Skipped = () => undefined): AsyncGenerator<FileMatch> {
  const bytes = await readBytes(path)
  const text = decoded(path.endsWith('.gz') ? await unzip(bytes, { maxOutputLength: fileBytesMax }) : bytes)
  yield* readText(text, skipped)
}

/** The matches of the text of such a file. */
export function* readText(text: string, skipped: Skipped = () => undefined): Generator<FileMatch> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const first = lines.findIndex((line) => line.trim() !== '')
  const header = lines[first] ?? ''
  const delimiter = [',', ';', '\t'].toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ','
  const names = cellsOf(header, delimiter)
  for (const [at, line] of lines.entries()) {
    if (at <= first || line.replaceAll(delimiter, '').trim() === '') continue
    const cells = cellsOf(line, delimiter)
    const match = readRow(Object.fromEntries(names.map((name, column) => [name, cells[column]])))
    if (typeof match === 'string') skipped({ number: at + 1, text: line.slice(0, 80) }, match)
    else yield { line: at + 1, ...match }
  }
}

/** The cells of a line. A quote that opens nothing or is never closed counts as part of the line, which is then split at each delimiter. */
function cellsOf(line: string, delimiter: string): string[] {
  try {
    const rows: string[][] = parse(line, { delimiter, trim: true, relax_quotes: true, relax_column_count: true })
    return rows[0] ?? []
  } catch {
    return line.split(delimiter).map((cell) => cell.replaceAll('"', '').trim())
  }
}

/** Parses a row; a sentence if it cannot be a match. */
export function readRow(row: Row): FileMatch | string {
  const homeTeam = nameIn(row['HomeTeam'] || row['Home'] || row['HT'])
  const awayTeam = nameIn(row['AwayTeam'] || row['Away'] || row['AT'])
  if (homeTeam === '' || awayTeam === '' || homeTeam === awayTeam) return 'a team is missing'
  const day = readDay(row['Date'])
  if (!day) return 'the day does not exist'
  const clock = readClock(row['Time']?.trim() || '15:00')
  if (clock === undefined) return 'the time does not exist'
  const division = row['Div'] || row['League'] || 'Replay'
  const country = row['Country'] || undefined
  const fullTime = score(row, ['FTHG', 'FTAG']) ?? score(row, ['HG', 'AG'])
  const halfTime = score(row, ['HTHG', 'HTAG'])
  return {
    id: `${country === undefined ? '' : `${country}:`}${division}:${day}:${homeTeam}:${awayTeam}`,
    division,
    country,
    homeTeam,
    awayTeam,
    kickOff: londonTime(day, clock),
    status: readStatus(row['Status']),
    isScored: ['FTHG', 'FTAG', 'HG', 'AG'].some((column) => Boolean(row[column]?.trim())),
    fullTime,
    halfTime: isWithin(halfTime, fullTime) ? halfTime : undefined,
    corners: score(row, ['HC', 'AC']),
    cards: cardsIn(row),
    prices: pricesOf(row),
    handicap: handicapOf(row),
  }
}

/** Whether a score at half-time is possible with a final score. */
export const isWithin = (halfTime: Score | undefined, fullTime: Score | undefined): boolean =>
  !halfTime || !fullTime || (halfTime.home <= fullTime.home && halfTime.away <= fullTime.away)

/**
 * Column prefixes of the bookmakers, most trusted first. Prefixes with a C are of closing prices, the only ones in the
 * files of extra leagues.
 */
const books = ['B365', 'Avg', 'BbAv', 'PS', 'P', 'Max', 'BW', 'IW', 'WH', 'VC'].concat([
  'B365C',
  'AvgC',
  'PSC',
  'PC',
  'BFEC',
  'MaxC',
])

function pricesOf(row: Row): Partial<GivenPrices> {
  const results = books.map((book) => odds(row, [`${book}H`, `${book}D`, `${book}A`])).find((found) => found)
  const totals = books.map((book) => odds(row, [`${book}>2.5`, `${book}<2.5`])).find((found) => found)
  return {
    ...(results && { home_odd: results[0] ?? 0, neutral_odd: results[1] ?? 0, away_odd: results[2] ?? 0 }),
    ...(totals && { over: totals[0] ?? 0, under: totals[1] ?? 0 }),
  }
}

function handicapOf(row: Row): FileMatch['handicap'] {
  return (
    handicapAt(row, { line: row['AHh'] || row['BbAHh'], closing: false }) ??
    handicapAt(row, { line: row['AHCh'], closing: true })
  )
}

/** The handicap line has separate opening and closing values, each with its own prices. */
function handicapAt(row: Row, given: { line: string | undefined; closing: boolean }): FileMatch['handicap'] {
  const line = Number(given.line || Number.NaN)
  if (!Number.isInteger(line * 4) || Math.abs(line) >= 10) return undefined
  const found = books
    .filter((book) => book.endsWith('C') === given.closing)
    .map((book) => odds(row, [`${book}AHH`, `${book}AHA`]))
    .find((both) => both)
  return found && { line, home: found[0] ?? 0, away: found[1] ?? 0 }
}

/** These columns as decimal odds; undefined unless all are valid and can be a book. */
function odds(row: Row, columns: readonly string[]): number[] | undefined {
  const read = columns.map((column) => Number(row[column] || Number.NaN))
  return read.every((odd) => odd > 1 && odd <= 1000) && isBook(read, defaultBand) ? read : undefined
}

const score = (row: Row, [home, away]: [string, string]): Score | undefined => readPair(row[home], row[away])

function cardsIn(row: Row): Score | undefined {
  const yellows = score(row, ['HY', 'AY'])
  const reds = score(row, ['HR', 'AR'])
  return yellows && reds && cardsOf({ yellows, reds })
}
