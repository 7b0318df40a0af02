import { expect, test } from 'vitest'
import {
  buildSearchIndex,
  loadedMatches,
  prefixTypos,
  rankerFor,
  searchIndex,
  serverQuery,
  type SearchedMatch,
} from './match-search.ts'

const match = (game_id: string, home_team: string, away_team: string, league = 'Premier League'): SearchedMatch => ({
  ...{ match_id: `m${game_id}`, game_id, sport_id: '79', competition_id: league, competition_name: league },
  ...{
    state: 'not_started',
    category: 'England',
    start_time: '2026-11-21T14:00:00Z',
    home_team,
    away_team,
    side_bets: 30,
  },
})
const matches = [
  match('4412', 'Arsenal', 'Chelsea'),
  match('4413', 'Liverpool', 'Everton'),
  match('5120', 'Gor Mahia', 'AFC Leopards', 'FKF Premier League'),
  match('6001', 'Atlético Madrid', 'Sevilla', 'La Liga'),
]
const index = buildSearchIndex(matches)
const found = (text: string) => searchIndex(text, index).matches.map(({ game_id }) => game_id)

test('teams are found by a prefix of any of their words, ignoring case and accents', () => {
  expect([found('ars'), found('MAHIA'), found('atletico'), found('gor leo')]).toEqual([
    ['4412'],
    ['5120'],
    ['6001'],
    ['5120'],
  ])
})

test('one typo is tolerated in words of four letters or more, two typos in long words', () => {
  expect([found('arsnal'), found('evertno'), found('liverpol'), found('livrepol')]).toEqual([
    ['4412'],
    ['4413'],
    ['4413'],
    ['4413'],
  ])
  expect([found('gro'), found('xyzzy')]).toEqual([[], []])
})

test('game ids match exactly or by prefix, never with a typo', () => {
  expect([found('4413'), found('441'), found('4414')]).toEqual([['4413'], ['4412', '4413'], []])
})

test('leagues are found by name and country, best match first', () => {
  expect(searchIndex('premier', index).competitions.map(({ name }) => name)).toEqual([
    'Premier League',
    'FKF Premier League',
  ])
  expect(searchIndex('la', index).competitions.map(({ name }) => name)).toEqual(['La Liga'])
})

test('loaded matches come from lists and single matches, without duplicates', () => {
  const reads = {
    list: { body: { data: matches } },
    one: { body: { data: matches[0] } },
    sports: { body: { data: [{ sport_id: '79', name: 'Soccer' }] } },
    waiting: {},
  }
  expect(loadedMatches(reads)).toHaveLength(4)
})

test('a swap of neighbouring letters is one typo, a missing ending is no typo, two missing letters are two typos', () => {
  expect([prefixTypos('evertno', 'everton', 2), prefixTypos('evertno', 'everton', 0)]).toEqual([1, Infinity])
  expect([prefixTypos('liverpol', 'liverpool', 2), prefixTypos('xyzzyxyz', 'liverpool', 2)]).toEqual([1, Infinity])
  expect([prefixTypos('arsenall', 'arsena', 2), prefixTypos('arsenalll', 'arsena', 2)]).toEqual([2, Infinity])
})

test('results with fewer typos come first, whatever their order in the list', () => {
  const listed = buildSearchIndex([match('1', 'Evertan', 'A'), match('2', 'Everton', 'B')])
  expect(searchIndex('everton', listed).matches.map(({ game_id }) => game_id)).toEqual(['2', '1'])
})

test('"man" finds Manchester first, because its name begins with "man" and its match has the most markets', () => {
  const listed = buildSearchIndex([
    { ...match('1', 'Red Mango', 'A'), side_bets: 90 },
    { ...match('2', 'Mansfield', 'B'), side_bets: 8 },
    { ...match('3', 'Leeds', 'Manchester United'), side_bets: 36 },
  ])
  expect(searchIndex('man', listed).matches.map(({ game_id }) => game_id)).toEqual(['3', '2', '1'])
})

test('an alias finds its team before other teams with the same word', () => {
  const listed = buildSearchIndex([
    match('1', 'Manchester United', 'Arsenal'),
    match('2', 'Tottenham Hotspur', 'Fulham'),
    match('3', 'AFC Bournemouth', 'Leeds'),
    match('4', 'Gor Mahia', 'AFC Leopards'),
    match('5', 'Spurs of Nairobi', 'Tusker'),
  ])
  const first = (text: string) => searchIndex(text, listed).matches.map(({ game_id }) => game_id)
  expect([first('man utd'), first('Man Utd arsenal'), first('gor'), first('ingwe')]).toEqual([
    ['1'],
    ['1'],
    ['4'],
    ['4'],
  ])
  expect([first('AFC'), first('spurs')]).toEqual([
    ['4', '3'],
    ['2', '5'],
  ])
})

test('a team is found as such, with a league of its matches, and not by a part inside a word', () => {
  const listed = buildSearchIndex([
    match('1', 'Ulinzi Stars', 'Arsenal'),
    match('2', 'Chelsea', 'Arsenal', 'FA Cup'),
    match('3', 'Ulinzi Stars', 'Tusker'),
  ])
  const { teams } = searchIndex('ars', listed)
  expect(teams.map(({ name }) => name)).toEqual(['Arsenal'])
  expect(searchIndex('premier', listed).teams).toEqual([])
})

test('the query to the server has the full name instead of an alias', () => {
  expect([serverQuery('Man Utd'), serverQuery('spurs ful'), serverQuery('K7P2QX'), serverQuery('  ')]).toEqual([
    'manchester united',
    'tottenham ful',
    'K7P2QX',
    '  ',
  ])
})

test('a league whose country contains the text inside a word does not match', () => {
  const rank = rankerFor('man')
  expect([rank(['Bundesliga', 'Germany']), rank(['Manchester City', 'Leeds'])]).toEqual([Infinity, 2])
})
