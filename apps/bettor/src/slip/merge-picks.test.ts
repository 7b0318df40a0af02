import { expect, test } from 'vitest'
import { pickOf, type Pick } from '../state/picks.ts'
import { clashes, merged } from './merge-picks.ts'

const pick = (match_id: string, odd_key: string): Pick =>
  pickOf(
    {
      ...{ match_id, home_team: 'Simba', away_team: 'Chui', competition_name: 'FKF Premier League', category: 'Kenya' },
      ...{ start_time: '2026-11-22T15:00:00.000Z', game_id: '1001', sport_id: '79', state: 'not_started' },
    },
    { sub_type_id: '1', name: '1X2', special_bet_value: '' },
    { odd_key, display: odd_key },
    '2.10',
  )
const [home1, away1, home2, home3] = [
  pick('1', 'home_team'),
  pick('1', 'away_team'),
  pick('2', 'home_team'),
  pick('3', 'home_team'),
]

test('a code adds the picks of other matches and replaces no pick of the slip automatically', () => {
  expect(merged([home1, home2], [away1, home3], new Set())).toEqual([home1, home2, home3])
  expect(clashes([home1, home2], [away1, home2, home3])).toEqual([{ mine: home1, theirs: away1 }])
})

test('a pick that the bettor chose to replace keeps its position', () => {
  expect(merged([home1, home2], [away1, home3], new Set(['1']))).toEqual([away1, home2, home3])
})
