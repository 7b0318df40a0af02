import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFile, readRow } from './football-data.ts'
import recorded from './recorded/football-data.json' with { type: 'json' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-replay-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A row that is a match. */
function matchOf(row: Parameters<typeof readRow>[0]) {
  const match = readRow(row)
  if (typeof match === 'string') throw new Error(match)
  return match
}

const base = { Div: 'E0', Date: '10/08/2018', HomeTeam: 'Man United', AwayTeam: 'Leicester' }

test('a row needs only a day, a home team and an away team', () => {
  expect(readRow(base)).toMatchObject({ id: 'E0:2018-08-10:Man United:Leicester', prices: {}, fullTime: undefined })
  expect(readRow({ ...base, HomeTeam: '' })).toBe('a team is missing')
  expect(readRow({ ...base, Date: 'soon' })).toBe('the day does not exist')
  expect(matchOf({ ...base, Date: '10/08/18' }).id).toBe('E0:2018-08-10:Man United:Leicester')
})

test('the time is British local time, summer and winter', () => {
  expect(matchOf({ ...base, Time: '20:00' }).kickOff.toISOString()).toBe('2018-08-10T19:00:00.000Z')
  expect(matchOf({ ...base, Date: '10/01/2019', Time: '20:00' }).kickOff.toISOString()).toBe('2019-01-10T20:00:00.000Z')
})

test('prices come from the first complete bookmaker; incomplete or non-numeric prices are ignored', () => {
  const odds = { B365H: '1.57', B365D: '', B365A: '7.5', AvgH: '1.56', AvgD: '3.92', AvgA: '7.06' }
  const totals = { 'P>2.5': '2.07', 'P<2.5': '1.83' }
  expect(matchOf({ ...base, ...odds, ...totals }).prices).toEqual({
    home_odd: 1.56,
    neutral_odd: 3.92,
    away_odd: 7.06,
    over: 2.07,
    under: 1.83,
  })
  expect(matchOf({ ...base, B365H: 'x', B365D: '3', B365A: '4' }).prices).toEqual({})
  expect(matchOf({ ...base, AHh: '-0.75', AvgAHH: '1.7', AvgAHA: '2.21' }).handicap).toEqual({
    line: -0.75,
    home: 1.7,
    away: 2.21,
  })
  expect(matchOf({ ...base, AHh: '-0.3', AvgAHH: '1.7', AvgAHA: '2.21' }).handicap).toBeUndefined()
})

test('corners and cards are read where the file has them, and a red card counts two', () => {
  expect(readRow({ ...base, HC: '7', AC: '3', HY: '2', AY: '1', HR: '0', AR: '1' })).toMatchObject({
    corners: { home: 7, away: 3 },
    cards: { home: 2, away: 3 },
  })
  expect(readRow({ ...base, HC: '7', HY: '2', AY: '1' })).toMatchObject({ corners: undefined, cards: undefined })
})

const { bodies } = recorded

test('an extra league has closing prices only, and its country distinguishes it from a league of the same name', () => {
  const one = matchOf(bodies['further league'])
  expect(one).toMatchObject({
    country: 'Argentina',
    division: 'Primera Division',
    fullTime: { home: 1, away: 0 },
    prices: { home_odd: 2.24, neutral_odd: 2.81, away_odd: 3.9 },
  })
  expect(matchOf(bodies['same league of another country']).id).not.toBe(one.id)
})

test('closing prices and the closing handicap are used when there are no others', () => {
  expect(readRow(bodies['main league, closing alone'])).toMatchObject({
    prices: { home_odd: 1.5, over: 1.8, under: 2 },
    handicap: { line: -1, home: 1.95, away: 1.95 },
  })
  expect(readRow(bodies['main league, both'])).toMatchObject({
    prices: { home_odd: 1.6 },
    handicap: { line: -1, home: 1.9, away: 2 },
  })
})

test('plain and gzipped files read the same, with a byte order mark, short rows and empty lines', async () => {
  const text = '\uFEFFDiv,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,10/08/2018,A,B,2,1\n\nE0,11/08/2018,C,D\n,,,\n'
  await writeFile(join(folder, 'a.csv'), text)
  await writeFile(join(folder, 'a.csv.gz'), gzipSync(text))
  const plain = await Array.fromAsync(readFile(join(folder, 'a.csv')))
  expect(plain.map(({ homeTeam, fullTime }) => [homeTeam, fullTime])).toEqual([
    ['A', { home: 2, away: 1 }],
    ['C', undefined],
  ])
  expect(await Array.fromAsync(readFile(join(folder, 'a.csv.gz')))).toEqual(plain)
  await expect(Array.fromAsync(readFile(join(folder, 'none.csv')))).rejects.toThrow('ENOENT')
  await writeFile(join(folder, 'bad.csv.gz'), text)
  await expect(Array.fromAsync(readFile(join(folder, 'bad.csv.gz')))).rejects.toThrow()
})
