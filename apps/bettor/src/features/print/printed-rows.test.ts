import { expect, test } from 'vitest'
import { byLeague, printedRows } from './printed-rows.ts'

const match = (id: string, competition_name: string, start_time: string) => ({
  ...{
    match_id: id,
    game_id: '1025',
    competition_name,
    category: 'Kenya',
    start_time,
    home_team: 'Gor',
    away_team: 'Ingwe',
  },
  ...{ home_odd: '2.10', neutral_odd: null, away_odd: '3.60', odd_1x: '1.30', over_odd: '1.90' },
})

test('a printed row has the offered prices in print order and ignores other fields of the response', () => {
  const [row, odd] = printedRows([match('1', 'FKF', '2026-11-22T12:30:00Z'), { match_id: 7, place: 3 }])
  expect(row).toMatchObject({ id: '1', gameId: '1025', title: 'Gor - Ingwe', league: 'Kenya · FKF', place: undefined })
  expect(row?.prices).toEqual([
    ['1', '2.10'],
    ['2', '3.60'],
    ['1X', '1.30'],
    ['O2.5', '1.90'],
  ])
  expect(odd).toMatchObject({ id: '', prices: [], place: 3 })
})

test('rows are grouped by league and day and keep their order', () => {
  const rows = printedRows([
    match('1', 'FKF', '2026-11-22T12:30:00Z'),
    match('2', 'FKF', '2026-11-22T15:00:00Z'),
    match('3', 'FKF', '2026-11-23T12:30:00Z'),
    match('4', 'EPL', '2026-11-22T12:30:00Z'),
  ])
  const groups = byLeague(rows, (at) => at.toISOString().slice(0, 10))
  expect(groups.map(([heading, matches]) => [heading, matches.map(({ id }) => id)])).toEqual([
    ['Kenya · FKF · 2026-11-22', ['1', '2']],
    ['Kenya · FKF · 2026-11-23', ['3']],
    ['Kenya · EPL · 2026-11-22', ['4']],
  ])
})
