import { expect, test } from 'vitest'
import { fromHex } from '@nare/fair/hash'
import { scorersOf } from './draw.ts'
import { squadsOf } from './squads.ts'
import { checkScorers, isWeek } from './verify-files.ts'

const seed = '7f'.repeat(32)
const goals = [{ side: 'home' }, { side: 'away' }, { side: 'home' }] as const
const players = squadsOf([
  { name: 'Ankara', strength: 1 },
  { name: 'Bahari', strength: 0 },
])
const squad = (name: string) => players.filter(({ club }) => club === name)
const drawn = scorersOf(fromHex(seed), {
  matchId: '71',
  goals: goals.map(({ side }) => side),
  squads: { home: squad('Ankara'), away: squad('Bahari') },
})
const week = {
  week_id: 'nare-1',
  players: players.map((player) => ({
    player_id: player.id,
    club: player.club,
    position: player.position,
    scorer_weight: player.scorerWeight,
    starter_weight: player.starterWeight,
  })),
  matches: [
    {
      match_id: '71',
      round_id: 'r',
      home_team: 'Ankara',
      away_team: 'Bahari',
      scorers: goals.map(({ side }, at) => ({ side, player_id: drawn[at] })),
    },
  ],
}
const round = { round_id: 'r', seed, matches: [{ match_id: '71', goals }] }
const check = (...files: object[]) => checkScorers(files.map((file) => JSON.stringify(file)))
const wrong = (...files: object[]) => check(...files).flatMap(({ ok, text }) => (ok ? [] : [text]))

test('a correct round passes the check', () => {
  expect(new Set(drawn).size).toBeGreaterThan(1)
  expect(check({ data: week }, { data: round }).map(({ ok }) => ok)).toEqual([true, true])
  expect([week, round, { data: [] }].map((file) => isWeek(JSON.stringify(file)))).toEqual([true, false, false])
})

test('the check detects a wrong scorer, a wrong weight, a goal without a scorer and a wrong seed', () => {
  const match = week.matches[0]
  const scorers = match?.scorers ?? []
  const other = (changed: typeof scorers) => ({ ...week, matches: [{ ...match, scorers: changed }] })
  expect(wrong(other(scorers.toReversed()), round).join()).toMatch(/^WRONG: The scorers in .* match 71: published/)
  expect(wrong(other(scorers.slice(1)), round)).toHaveLength(1)
  expect(wrong(week, { ...round, seed: '11'.repeat(32) })).toHaveLength(1)
  expect(wrong({ ...week, matches: [{ ...match, match_id: '72' }] }, round).join()).toContain('match 71 is not in')
  const [first, ...rest] = week.players
  const heavier = { ...week, players: [{ ...first, scorer_weight: 5 }, ...rest] }
  expect(wrong(heavier, round).join()).toContain('2^32; Ankara')
})

test('the check has no steps without the week of the round', () => {
  expect(check(round)).toEqual([])
  expect(check(week)).toEqual([])
  expect(check(week, { ...round, round_id: 'another' })).toEqual([])
})
