import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readResultsFile } from './results-file.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-results-'))
})
afterAll(() => rm(folder, { recursive: true }))

const nowMs = Date.parse('2026-11-29T12:00:00Z')
const league = { category: 'England', name: 'Premier League' }

async function read(name: string, text: string, competition?: typeof league) {
  const path = join(folder, name)
  await writeFile(path, text)
  return readResultsFile(path, { competition, nowMs })
}

test('rows of a csv that cannot be right are named by line and field, the others stay whole', async () => {
  const rows = [
    'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,Status',
    'E0,15/08/2026,20:00,Liverpool,Bournemouth,4,2,',
    'E0,15/08/2026,20:00,Liverpool,Bournemouth,4,2,',
    'E0,16/08/2026,25:00,Fulham,Everton,1,0,',
    'E0,16/08/2026,15:00,,Everton,1,0,',
    'E0,16/08/2026,15:00,Fulham,Everton,x,0,',
    'E0,15/08/2026,21:00,Liverpool,Bournemouth,4,3,',
    'E0,15/08/2027,20:00,Arsenal,Chelsea,1,0,',
    'ZZ,17/08/2026,20:00,Arsenal,Chelsea,1,0,',
    `E0,17/08/2026,20:00,${'Arsenal'.repeat(20)},Chelsea,1,0,`,
    'E0,18/08/2026,20:00,Arsenal,Chelsea,,,Postponed',
    'E0,15/12/2026,20:00,Arsenal,Chelsea,,,',
  ]
  const { results, faults, notPlayed } = await read('a.csv', rows.join('\n'))
  expect(results.map(({ line, competition, score }) => [line, competition.name, score.home])).toEqual([
    [2, 'Premier League', 4],
    [3, 'Premier League', 4],
    [7, 'Premier League', 4],
  ])
  expect(faults.map(({ line, field }) => `${line} ${field}`)).toEqual([
    '4 Time',
    '5 HomeTeam, AwayTeam',
    '6 FTHG, FTAG',
    '7 FTHG, FTAG',
    '8 Date',
    '9 Div',
    '10 HomeTeam, AwayTeam',
  ])
  expect(faults[3]?.why).toBe('line 2 has another score')
  expect(notPlayed).toBe(2)
})

test('entries of football.json are named by their place in the list, and need a competition', async () => {
  const matches = [
    { date: '2026-08-20', team1: 'Liverpool FC', team2: 'Fulham FC', score: { ft: [1, 0] } },
    { date: '2026-08-15', team1: 'Everton FC', team2: 'Fulham FC', score: { ft: [2, 2] } },
    { date: '2026-02-31', team1: 'Everton FC', team2: 'Chelsea FC', score: { ft: [0, 0] } },
    { date: '2026-08-21', team1: 'Everton FC', team2: 'Chelsea FC', score: { ft: [1] } },
    // Played, and the file does not have the result yet.
    { date: '2026-08-22', team1: 'Everton FC', team2: 'Chelsea FC' },
    { date: '2026-08-23', team1: 'Fulham FC', team2: 'Chelsea FC', score: { ht: [null, null], ft: [] } },
  ]
  const text = JSON.stringify({ name: 'English Premier League 2026/27', matches })
  const { results, faults, notPlayed } = await read('en.1.json', text, league)
  expect(results.map(({ line, homeTeam }) => [line, homeTeam])).toEqual([
    [2, 'Everton FC'],
    [1, 'Liverpool FC'],
  ])
  expect(faults.map(({ line, field }) => `${line} ${field}`)).toEqual(['3 date', '4 score'])
  expect(notPlayed).toBe(2)
  const without = await readResultsFile(join(folder, 'en.1.json'), { competition: undefined, nowMs })
  expect(without.faults.filter(({ field }) => field === 'name')).toHaveLength(2)
  await expect(read('b.json', '[]')).rejects.toThrow('is not a file of football.json')
})
