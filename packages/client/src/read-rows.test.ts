import { betting } from '@nare/contract/betting'
import { catalog } from '@nare/contract/catalog'
import type { Route } from '@nare/contract/route'
import { expect, test } from 'vitest'
import { caller } from './call.ts'

const sport = (id: string) => ({ sport_id: id, name: 'Soccer', matches: 1, live: 0 })
const market = (id: string) => ({ sub_type_id: id, name: '1X2', special_bet_value: '', state: 'open', odds: [] })
const match = (match_id: string, odds: unknown[] = []) => ({
  ...{ match_id, parent_match_id: '1', game_id: '1', sport_id: '79', competition_id: '1', competition_name: 'L' },
  ...{ category: 'C', start_time: '2026-11-20T06:00:00Z', state: 'not_started', home_team: 'A', away_team: 'B' },
  ...{ home_odd: '2.10', neutral_odd: '3.20', away_odd: '3.60', side_bets: 1, odds },
})
const meta = { page: 1, limit: 50, total: 3 }

const read = (route: Route, body: unknown, status = 200) =>
  caller(async () => [status, body])(route, { id: '1', match_id: '1', q: 'ab' })

test('a list with one invalid row keeps the others, for any kind of fault', async () => {
  for (const odd of [null, 7, {}, { ...sport('9'), live: 'many' }, [sport('9')]]) {
    const reply = await read(catalog.sports, { data: [sport('1'), odd, sport('2')] })
    expect(reply).toMatchObject({ ok: true, body: { data: [sport('1'), sport('2')] } })
  }
  const reply = await read(catalog.matches, { data: [{ ...match('1'), state: 'new' }, match('2')], meta })
  expect(reply).toMatchObject({ ok: true, body: { data: [{ match_id: '2' }], meta } })
})

test('a match with an invalid market keeps its other markets, and a search result keeps the valid rows of every list', async () => {
  const partial = await read(catalog.match, { data: match('1', [market('1'), { ...market('18'), state: 3 }]) })
  expect(partial).toMatchObject({ ok: true, body: { data: { odds: [{ sub_type_id: '1' }] } } })
  const found = {
    competitions: [{}],
    teams: [{ competition_id: '7' }],
    matches: [match('2')],
    codes: [{ code: 'K7P2QX', picks: 2 }, 5],
    bets: [],
  }
  expect(await read(catalog.search, { data: found })).toMatchObject({
    ok: true,
    body: {
      data: { competitions: [], teams: [], matches: [{ match_id: '2' }], codes: [{ code: 'K7P2QX' }], bets: [] },
    },
  })
})

test('an invalid field outside of the rows, or any invalid field of a bet, makes the response unreadable', async () => {
  expect(await read(catalog.matches, { data: [match('1')], meta: {} })).toMatchObject({ ok: false, code: 'bad_answer' })
  expect(await read(catalog.match, { data: { ...match('1'), state: 3 } })).toMatchObject({ code: 'bad_answer' })
  const bet = {
    ...{ bet_id: '9', id: 'a', product: 'sports', type: 'single', placed_at: '', stake: '20.00', total_odds: null },
    ...{ possible_win: '1.00', boost: { percent: 0, amount: '0.00' }, state: 'open', returned: '0.00' },
    ...{ rules_version: '1', legs: [{ ucn: 'odd' }] },
  }
  expect(await read(betting.bet, { data: bet })).toMatchObject({ code: 'bad_answer' })
  const placed = { status: 201, message: 'Placed', bet, balance: '1.00', legs: [] }
  expect(await read(betting.place, placed, 201)).toMatchObject({ code: 'bad_answer' })
})
