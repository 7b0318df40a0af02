import { expect, test } from 'vitest'
import { indexOf, knownMatches, lookFor, slipsToBegin, type Known } from './today.ts'

const match = (game_id: string, home_team: string, away_team: string, league = 'Premier League'): Known => ({
  ...{ match_id: `m${game_id}`, game_id, sport_id: '79', competition_id: league, competition_name: league },
  ...{ category: 'England', start_time: '2026-11-21T14:00:00Z', home_team, away_team },
})
const matches = [
  match('4412', 'Arsenal', 'Chelsea'),
  match('4413', 'Liverpool', 'Everton'),
  match('5120', 'Gor Mahia', 'AFC Leopards', 'FKF Premier League'),
  match('6001', 'Atlético Madrid', 'Sevilla', 'La Liga'),
]
const index = indexOf(matches)
const found = (text: string) => lookFor(text, index).matches.map(({ game_id }) => game_id)

test('teams are found by the beginning of any word of theirs, whatever the case or the accents', () => {
  expect([found('ars'), found('MAHIA'), found('atletico'), found('gor leo')]).toEqual([
    ['4412'],
    ['5120'],
    ['6001'],
    ['5120'],
  ])
})

test('a slip of the finger is forgiven in words of four letters and more, two in long ones', () => {
  expect([found('arsnal'), found('evertno'), found('liverpol'), found('livrepol')]).toEqual([
    ['4412'],
    ['4413'],
    ['4413'],
    ['4413'],
  ])
  expect([found('gro'), found('xyzzy')]).toEqual([[], []])
})

test('a game id is found as it stands and never by a slip', () => {
  expect([found('4413'), found('441'), found('4414')]).toEqual([['4413'], ['4412', '4413'], []])
})

test('leagues are found by name and country, what fits better first', () => {
  expect(lookFor('premier', index).competitions.map(({ name }) => name)).toEqual([
    'Premier League',
    'FKF Premier League',
  ])
  expect(lookFor('la', index).competitions.map(({ name }) => name)).toEqual(['La Liga'])
})

test('what the app has read is known once: lists and single matches, nothing else', () => {
  const reads = {
    list: { body: { data: matches } },
    one: { body: { data: matches[0] } },
    sports: { body: { data: [{ sport_id: '79', name: 'Soccer' }] } },
    waiting: {},
  }
  expect(knownMatches(reads)).toHaveLength(4)
})

test('a swap of neighbours is one slip; the end of a longer name is none, and two letters too few are two', () => {
  expect([slipsToBegin('evertno', 'everton', 2), slipsToBegin('evertno', 'everton', 0)]).toEqual([1, Infinity])
  expect([slipsToBegin('liverpol', 'liverpool', 2), slipsToBegin('xyzzyxyz', 'liverpool', 2)]).toEqual([1, Infinity])
  expect([slipsToBegin('arsenall', 'arsena', 2), slipsToBegin('arsenalll', 'arsena', 2)]).toEqual([2, Infinity])
})

test('what is found by fewer slips is found first, whatever was listed first', () => {
  const listed = indexOf([match('1', 'Evertan', 'A'), match('2', 'Everton', 'B')])
  expect(lookFor('everton', listed).matches.map(({ game_id }) => game_id)).toEqual(['2', '1'])
})
