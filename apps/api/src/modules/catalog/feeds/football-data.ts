import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import { cardsOf, type Score } from '@nare/bets/result'
import type { GivenPrices } from '@nare/odds/match-model'

/** One match of a football-data.co.uk file. Only the day and the two teams are always present. */
export type FileMatch = {
  readonly id: string
  readonly division: string
  /** Present in the files of extra leagues, where leagues of several countries share a name. */
  readonly country: string | undefined
  readonly homeTeam: string
  readonly awayTeam: string
  readonly kickOff: Date
  readonly fullTime: Score | undefined
  readonly halfTime: Score | undefined
  readonly corners: Score | undefined
  readonly cards: Score | undefined
  readonly prices: Partial<GivenPrices>
  readonly handicap: { readonly line: number; readonly home: number; readonly away: number } | undefined
}

type Row = Readonly<Record<string, string | undefined>>

/**
 * Reads a file in football-data.co.uk's columns (notes.txt there), plain or gzipped, a row at a time. Rows without a day
 * or a team are skipped. `Time` is UK local time; without it a match begins at 15:00.
 */
export async function* readFile(path: string): AsyncGenerator<FileMatch> {
  const file = createReadStream(path)
  const text = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  const rows = parse({
    columns: (names: string[]) => names.map((name) => name.trim()),
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  })
  const forward = (error: Error) => rows.destroy(error)
  file.on('error', forward)
  text.on('error', forward)
  try {
    for await (const row of text.pipe(rows)) {
      const match = readRow(row)
      if (match) yield match
    }
  } finally {
    file.destroy()
  }
}

/** Parses a row; undefined if the day or a team is missing. */
export function readRow(row: Row): FileMatch | undefined {
  const homeTeam = row['HomeTeam'] || row['Home'] || row['HT']
  const awayTeam = row['AwayTeam'] || row['Away'] || row['AT']
  const day = readDay(row['Date'])
  if (!homeTeam || !awayTeam || !day) return undefined
  const division = row['Div'] || row['League'] || 'Replay'
  const country = row['Country'] || undefined
  return {
    id: `${country === undefined ? '' : `${country}:`}${division}:${day}:${homeTeam}:${awayTeam}`,
    division,
    country,
    homeTeam,
    awayTeam,
    kickOff: londonTime(day, row['Time'] || '15:00'),
    fullTime: score(row, ['FTHG', 'FTAG']) ?? score(row, ['HG', 'AG']),
    halfTime: score(row, ['HTHG', 'HTAG']),
    corners: score(row, ['HC', 'AC']),
    cards: cardsIn(row),
    prices: pricesOf(row),
    handicap: handicapOf(row),
  }
}

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

/** These columns as decimal odds; undefined unless all are valid. */
function odds(row: Row, columns: readonly string[]): number[] | undefined {
  const read = columns.map((column) => Number(row[column] || Number.NaN))
  return read.every((odd) => odd > 1 && odd <= 1000) ? read : undefined
}

function score(row: Row, [home, away]: [string, string]): Score | undefined {
  const read = { home: Number(row[home] || Number.NaN), away: Number(row[away] || Number.NaN) }
  const isGoals = (n: number) => Number.isInteger(n) && n >= 0 && n < 100
  return isGoals(read.home) && isGoals(read.away) ? read : undefined
}

function cardsIn(row: Row): Score | undefined {
  const yellows = score(row, ['HY', 'AY'])
  const reds = score(row, ['HR', 'AR'])
  return yellows && reds && cardsOf({ yellows, reds })
}

/** Parses 2018-08-10, 10/08/2018 or 10/08/18. */
function readDay(text: string | undefined): string | undefined {
  const [, iso] = /^(\d{4}-\d{2}-\d{2})/.exec(text ?? '') ?? []
  if (iso) return iso
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(text ?? '') ?? []
  if (!day || !month || !year) return undefined
  const full = year.length === 4 ? year : `${Number(year) > 80 ? '19' : '20'}${year}`
  return `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const london = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: 'numeric', hourCycle: 'h23' })

/** Converts UK local time to a Date. */
function londonTime(day: string, time: string): Date {
  const clock = /^\d{1,2}:\d{2}$/.test(time) ? time.padStart(5, '0') : '15:00'
  const asUtc = Date.parse(`${day}T${clock}:00Z`)
  const hourAhead = Number(london.format(asUtc)) !== Number(clock.slice(0, 2))
  return new Date(asUtc - (hourAhead ? 3_600_000 : 0))
}

/** Country, name and rank of each division code. */
export const divisions: Readonly<
  Record<string, { readonly category: string; readonly name: string; readonly rank: number }>
> = {
  E0: { category: 'England', name: 'Premier League', rank: 1 },
  E1: { category: 'England', name: 'Championship', rank: 12 },
  E2: { category: 'England', name: 'League One', rank: 30 },
  E3: { category: 'England', name: 'League Two', rank: 31 },
  EC: { category: 'England', name: 'National League', rank: 40 },
  SC0: { category: 'Scotland', name: 'Premiership', rank: 20 },
  SC1: { category: 'Scotland', name: 'Championship', rank: 35 },
  SC2: { category: 'Scotland', name: 'League One', rank: 36 },
  SC3: { category: 'Scotland', name: 'League Two', rank: 37 },
  D1: { category: 'Germany', name: 'Bundesliga', rank: 4 },
  D2: { category: 'Germany', name: '2. Bundesliga', rank: 16 },
  I1: { category: 'Italy', name: 'Serie A', rank: 3 },
  I2: { category: 'Italy', name: 'Serie B', rank: 17 },
  SP1: { category: 'Spain', name: 'La Liga', rank: 2 },
  SP2: { category: 'Spain', name: 'Segunda División', rank: 18 },
  F1: { category: 'France', name: 'Ligue 1', rank: 5 },
  F2: { category: 'France', name: 'Ligue 2', rank: 19 },
  N1: { category: 'Netherlands', name: 'Eredivisie', rank: 6 },
  B1: { category: 'Belgium', name: 'Pro League', rank: 8 },
  P1: { category: 'Portugal', name: 'Primeira Liga', rank: 7 },
  T1: { category: 'Turkey', name: 'Süper Lig', rank: 9 },
  G1: { category: 'Greece', name: 'Super League', rank: 10 },
}
