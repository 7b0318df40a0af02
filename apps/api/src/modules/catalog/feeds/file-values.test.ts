import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFile, readText } from './football-data.ts'
import { londonTime, readClock, readDay, readStatus, readZone } from './file-values.ts'
import { parseCup } from './openfootball.ts'
import { untimedStep } from './untimed.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['2018-08-10', '2018-08-10'],
  ['10/08/2018', '2018-08-10'],
  ['10-08-2018', '2018-08-10'],
  ['10.8.18', '2018-08-10'],
  [' 10/08/95 ', '1995-08-10'],
  ['29/02/2024', '2024-02-29'],
  ['29/02/2023', undefined],
  ['31/02/2024', undefined],
  ['2018-13-01', undefined],
  ['00/01/2018', undefined],
  ['10/08/018', undefined],
  ['2018-08-10 x', undefined],
  ['', undefined],
])('the day %j is %j', (text, day) => expect(readDay(text)).toBe(day))

test.each([
  ['19:00', 1140],
  ['9:05', 545],
  ['19:00:00', 1140],
  ['7:00 PM', 1140],
  ['12:30 am', 30],
  ['12:00pm', 720],
  ['24:00', 1440],
  ['24:01', undefined],
  ['25:30', undefined],
  ['19:60', undefined],
  ['13:00 PM', undefined],
  ['19', undefined],
  ['', undefined],
])('the time %j is minute %j', (text, minute) => expect(readClock(text)).toBe(minute))

test.each([
  ['CET', 60],
  ['cest', 120],
  ['UTC', 0],
  ['UTC+3', 180],
  ['UTC-3:30', -210],
  ['UTC+5:30', 330],
  ['+05:45', 345],
  ['UTC+15', undefined],
  ['UTC+1:75', undefined],
  ['XYZ', undefined],
  ['constructor', undefined],
])('the zone %j is %j minutes ahead', (text, ahead) => expect(readZone(text)).toBe(ahead))

test.each([
  ['cancelled', 'void'],
  ['CANCELED', 'void'],
  ['Awarded', 'void'],
  ['postponed', 'postponed'],
  ['Abandoned', 'abandoned'],
  ['finished', undefined],
  [5, undefined],
])('the status %j is %j', (text, status) => expect(readStatus(text)).toBe(status))

test('the end of a day in London is the next midnight, in summer and winter', () => {
  expect(londonTime('2018-08-10', 1440).toISOString()).toBe('2018-08-10T23:00:00.000Z')
  expect(londonTime('2018-01-10', 1440).toISOString()).toBe('2018-01-11T00:00:00.000Z')
  expect(londonTime('2018-08-10', 0).toISOString()).toBe('2018-08-09T23:00:00.000Z')
})

test('a row that cannot be read is skipped and named; the rows beside it count', () => {
  const skipped: string[] = []
  const rows = [
    'E0;10/08/2018;20:00;A;B;2;1;1;0',
    'E0;31/02/2018;20:00;C;D;2;1;1;0',
    'E0;10/08/2018;25:30;E;F;2;1;1;0',
    'E0;11-08-2018;19:00:00;"G;H;0;0;0;0',
    'E0;12/08/2018;7:00 PM;I "the I" J;K;;0;2;0',
    'E0;13/08/2018;;L;L;1;0;0;0',
    'E0;14/08/2018;;M;N;1e1;0x1;0;0',
    'E0;15/08/2018;;O;P;1;1;2;0',
    'E0;16/08/2018;;Q;',
  ]
  const text = `Div;Date;Time;HomeTeam;AwayTeam;FTHG;FTAG;HTHG;HTAG\n${rows.join('\n')}\n`
  const found = [...readText(text, ({ number }, why) => skipped.push(`${number} ${why}`))]
  expect(found.map(({ homeTeam, fullTime, halfTime }) => [homeTeam, fullTime, halfTime])).toEqual([
    ['A', { home: 2, away: 1 }, { home: 1, away: 0 }],
    ['G', { home: 0, away: 0 }, { home: 0, away: 0 }],
    ['I "the I" J', undefined, { home: 2, away: 0 }],
    ['M', undefined, { home: 0, away: 0 }],
    ['O', { home: 1, away: 1 }, undefined],
  ])
  expect(skipped).toEqual([
    '3 the day does not exist',
    '4 the time does not exist',
    '7 a team is missing',
    '10 a team is missing',
  ])
})

test('a file in windows-1252 is read as well as one in UTF-8', async () => {
  const text = 'Div,Date,HomeTeam,AwayTeam\nSP2,10/08/2018,La Coruña,Málaga\n'
  for (const encoding of ['latin1', 'utf8'] as const) {
    await writeFile(join(folder, 'names.csv'), Buffer.from(text, encoding))
    const [match] = await Array.fromAsync(readFile(join(folder, 'names.csv')))
    expect([encoding, match?.homeTeam, match?.awayTeam]).toEqual([encoding, 'La Coruña', 'Málaga'])
  }
})

test('each entry of football.json is judged by itself', () => {
  const sides = { date: '2031-06-01', team1: 'A', team2: 'B' }
  const skipped: string[] = []
  const matches = [
    { ...sides, time: '7:00 PM CET', score: { ft: [2, 1], ht: [3, 0] } },
    { ...sides, time: '20:00 UTC+5:30', score: [1, 0], goals1: 'x' },
    { ...sides, time: '20:00 CEST', score1: '3', score2: 0 },
    { ...sides, time: '21:00', score: { ft: [2, null] }, status: 'AWARDED' },
    { ...sides, time: '25:30' },
    { ...sides, time: '20:00 XYZ' },
    { ...sides, date: '2031-02-31' },
    null,
    'x',
  ]
  const found = parseCup(JSON.stringify({ name: 5, matches }), 'a/cup.json', ({ number }, why) =>
    skipped.push(`${number} ${why}`),
  )
  expect(
    found.map(({ kickOff, fullTime, halfTime, status }) => [kickOff.toISOString(), fullTime, halfTime, status]),
  ).toEqual([
    ['2031-06-01T14:30:00.000Z', { home: 1, away: 0 }, undefined, undefined],
    ['2031-06-01T18:00:00.000Z', { home: 2, away: 1 }, undefined, undefined],
    ['2031-06-01T18:00:00.000Z', { home: 3, away: 0 }, undefined, undefined],
    ['2031-06-01T21:00:00.000Z', undefined, undefined, 'void'],
  ])
  expect(skipped).toEqual([
    '5 the time does not exist',
    '6 the time does not exist',
    '7 the day does not exist',
    '8 a team is missing',
    '9 a team is missing',
  ])
})

test.each([
  ['void', 1, [{ kind: 'cancel', reason: 'cancelled or awarded' }]],
  ['postponed', 1, [{ kind: 'score', state: 'postponed' }]],
  ['abandoned', 200, [{ kind: 'score', state: 'abandoned' }]],
] as const)('a match with the status %s has no result', (status, elapsed, messages) => {
  const known = { halfTime: undefined, fullTime: { home: 3, away: 0 }, status }
  expect(untimedStep(known, elapsed)).toEqual(messages)
})
