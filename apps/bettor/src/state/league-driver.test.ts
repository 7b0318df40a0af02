import type { Call } from '@nare/client/call'
import { league, type LeagueState } from '@nare/contract/league'
import { beforeEach, expect, test } from 'vitest'
import { fetchLeagueMarkets, fetchPeriods, fetchStandings } from './calls-league.ts'
import { driverMemory, tick } from './league-driver.ts'
import { dropLocked } from './league-slip.ts'
import { slip } from './slips.ts'
import { appStore, type AppStore } from './store.ts'
import type { Pick } from './picks.ts'
import { betting } from './betting.ts'

const at = (seconds: number): string => new Date(seconds * 1000).toISOString()
const times = (n: number) => ({
  betting_closes_at: at(n * 180 + 130),
  start_time: at(n * 180 + 135),
  end_time: at(n * 180 + 175),
})
const period = (n: number) => ({
  ...{ round_id: `r-${n}`, round_number: n, season_id: '2-1', state: 'open' as const, betting: true },
  ...times(n),
  commitment: 'ab'.repeat(32),
})
const liveOf = (n: number, state: LeagueState['state'], server: number): LeagueState => ({
  ...{ round_id: `r-${n}`, round_number: n, season_id: '2-1', state, server_time: at(server), matches: [] },
  ...times(n),
})

let store: AppStore
let asked: string[]
let first: number
beforeEach(() => {
  asked = []
  first = 1
  const call = (async ({ path }) => {
    asked.push(path)
    return { ok: true, status: 200, body: { data: [first, first + 1, first + 2].map(period) } }
  }) as Call
  store = appStore(call)
})
const memory = driverMemory
const periodsAsked = () => asked.filter((path) => path.endsWith('/periods')).length
const state = () => store.getState().virtualLeague

async function run(
  seconds: number,
  { live, kept = memory() }: { live?: LeagueState; kept?: ReturnType<typeof memory> } = {},
) {
  await store.dispatch(tick({ competitionId: '2', nowMs: seconds * 1000, live }, kept))
  return kept
}

test('the rounds are requested once, and then the countdown and the current round are in the state', async () => {
  const kept = await run(200)
  await run(201, { kept })
  await run(202, { kept })
  expect(state()).toMatchObject({
    ...{ round_id: 'r-1', game_week: 1, timeLeft: 108, isCountDownTimeActive: true, inPlay: false, phase: 'open' },
  })
  const before = periodsAsked()
  await run(203, { kept })
  expect(periodsAsked()).toBe(before)
})

test('the state changes to in play when a round locks, and to the next round when the round ends', async () => {
  const kept = await run(200)
  await run(201, { kept })
  await run(312, { kept })
  expect(state()).toMatchObject({ inPlay: true, phase: 'locked', timeAfter: 43, isCountDownTimeActive: false })
  await run(320, { kept })
  expect(state()).toMatchObject({ inPlay: true, phase: 'playing', round_id: 'r-1' })
  first = 2
  await run(356, { kept })
  expect(state()).toMatchObject({ inPlay: false, phase: 'open', round_id: 'r-2', game_week: 2 })
})

test('a later live state locks the round although the clock of the browser is slow', async () => {
  const kept = await run(200)
  await run(201, { kept })
  await run(202, { kept, live: liveOf(1, 'locked', 202) })
  expect(state()).toMatchObject({ inPlay: true, phase: 'locked' })
})

test('a live state of an unlisted round requests the list again, unless the round has ended', async () => {
  const kept = await run(200)
  await run(201, { kept })
  const before = periodsAsked()
  await run(210, { kept, live: liveOf(0, 'ended', 210) })
  expect(periodsAsked()).toBe(before)
  await run(220, { kept, live: liveOf(9, 'open', 220) })
  expect(periodsAsked()).toBe(before + 1)
})

test('the browser requests the time when the server’s time is ahead, at most every two seconds', async () => {
  const kept = await run(200)
  await run(201, { kept, live: liveOf(1, 'open', 900) })
  await run(202, { kept, live: liveOf(1, 'open', 900) })
  expect(asked.filter((path) => path === '/v1/bet/settings')).toHaveLength(1)
})

test('an empty list is requested again, but not at every tick', async () => {
  const call = (async ({ path }) => {
    asked.push(path)
    return { ok: true, status: 200, body: { data: [] } }
  }) as Call
  store = appStore(call)
  const kept = await run(200)
  await run(200.5, { kept })
  await run(201, { kept })
  expect(periodsAsked()).toBe(1)
  await run(203, { kept })
  expect(periodsAsked()).toBe(2)
})

const pick = (n: number): Pick => ({
  ...{
    ucn: `5000000${n}3hometeam`,
    match_id: `5000000${n}`,
    sub_type_id: '3',
    odd_key: 'home_team',
    odd_value: '2.10',
  },
  ...{
    special_bet_value: '',
    display: '1',
    market: 'Match result',
    home_team: 'A',
    away_team: 'B',
    sport_id: 'nare-league',
  },
  ...{
    competition_name: 'Nare League',
    category: 'Nare league',
    start_time: at(0),
    game_id: `5000000${n}`,
    live: false,
  },
  round: { round_id: `r-${n}`, round_number: n, closes_at: at(n * 180 + 130) },
})

test('the picks of a locked round are removed from the league’s slip, and the picks of later rounds stay', async () => {
  store.dispatch(slip('league').set([pick(1), pick(2)]))
  expect(await store.dispatch(dropLocked([1, 2, 3].map(period), 309_000))).toEqual([])
  const locked = await store.dispatch(dropLocked([1, 2, 3].map(period), 310_000))
  expect(locked.map(({ match_id }) => match_id)).toEqual(['50000001'])
  expect(slip('league').of(store.getState().betting)).toEqual([pick(2)])
})

test('a pick of an unlisted round, for example of another competition, is removed at its stored closing time', async () => {
  store.dispatch(slip('league').set([pick(1)]))
  expect(await store.dispatch(dropLocked([], 309_000))).toEqual([])
  expect(await store.dispatch(dropLocked([], 310_000))).toHaveLength(1)
})

test('while a bet is being placed no pick is removed: the server decides whether it was in time', async () => {
  const { placements } = store.getState().betting
  store.dispatch(slip('league').set([pick(1)]))
  store.dispatch(
    betting.actions.set({
      field: 'placements',
      value: { ...placements, league: { ...placements.league, stage: 'sending' } },
    }),
  )
  expect(await store.dispatch(dropLocked([1].map(period), 999_000))).toEqual([])
  expect(slip('league').of(store.getState().betting)).toHaveLength(1)
})

test('only the request of the rounds decides whether they have failed, and its error stays until they are loaded', async () => {
  const failure = { ok: false, status: 500, code: 'internal', error: 'no rounds', fields: {}, body: {} }
  let isDown = true
  store = appStore((async ({ path }) => {
    if (path === league.standings.path || isDown) return failure
    return { ok: true, status: 200, body: { data: [period(1)] } }
  }) as Call)
  const input = { competition_id: '2' }
  await store.dispatch(fetchStandings({ ...input, season_id: '2-1' } as never))
  expect(state().periods_error).toBeNull()
  await store.dispatch(fetchPeriods(input))
  isDown = false
  await store.dispatch(fetchLeagueMarkets(input))
  expect(state().periods_error).toBe('no rounds')
  const again = store.dispatch(fetchPeriods(input))
  expect(state().periods_error).toBe('no rounds')
  await again
  expect(state().periods_error).toBeNull()
})
