import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePrice, price, type Price } from '@nare/money/money'
import type { MatchState } from '@nare/contract/live'
import { testCatalog, type TestCatalog } from './testing.ts'

let at: TestCatalog

beforeAll(async () => {
  at = await testCatalog()
})
afterAll(() => at.base.close())

type Change = Omit<Parameters<TestCatalog['catalog']['manual']['driveMatch']>[0], 'match_id'>

const odd = (text: string): Price => parsePrice(text) ?? price(2000n)

/** A live match that is driven by hand. */
async function liveMatch() {
  const made = await at.catalog.manual.createMatch({
    sport_id: '79',
    competition_name: 'Sandbox League',
    home_team: 'Gor Mahia',
    away_team: 'AFC Leopards',
    start_time: new Date(at.clock.now() + 3_600_000).toISOString(),
    home_odd: odd('2.00'),
    neutral_odd: odd('3.20'),
    away_odd: odd('3.90'),
  })
  if (!made.ok) throw new Error(made.code)
  const { match_id } = made.value
  const drive = (change: Change) => at.catalog.manual.driveMatch({ match_id, ...change })
  const state = async () => {
    const [message] = await at.live.read(`match:${match_id}`)
    return message?.state as MatchState
  }
  const events = async () => (await at.catalog.events(match_id)) ?? []
  await drive({ event: 'kick_off' })
  return { id: Number(match_id), drive, state, events }
}

test('a kick-off by hand before the start time begins the match, which takes bets', async () => {
  const { state } = await liveMatch()
  expect(await state()).toMatchObject({ state: 'live', minute: 0, home_score: 0, away_score: 0 })
  expect(await state()).not.toHaveProperty('suspended')
})

test('a manual goal with a side changes the score, and its retraction restores it', async () => {
  const { id, drive, state, events } = await liveMatch()
  await drive({ event: 'goal', side: 'home', minute: 12, player: 'Olunga', event_id: 'first' })
  expect(await state()).toMatchObject({ home_score: 1, suspended: 'goal', last_event: { type: 'goal', side: 'home' } })
  await drive({ event: 'var' })
  expect(await state()).toMatchObject({ suspended: 'video_check' })
  await drive({ event: 'video_overturned', take_back: 'first' })
  expect(await state()).toMatchObject({ home_score: 0, suspended: 'video_check' })
  const [, goal] = await events()
  expect(goal).toEqual({
    event_id: 'first',
    type: 'goal',
    minute: 12,
    side: 'home',
    player: 'Olunga',
    score: '1:0',
    taken_back: true,
  })
  await drive({ suspend: false })
  expect(await state()).not.toHaveProperty('suspended')
  expect((await at.catalog.match(String(id)))?.odds.some((market) => market.state === 'open')).toBe(true)
})

test('an event that does not exist cannot be retracted', async () => {
  const { drive } = await liveMatch()
  expect(await drive({ take_back: 'nothing' })).toMatchObject({ ok: false, code: 'invalid_input' })
})

test('manual cards, corners and half-time events change the match as in a feed, and only some suspend it', async () => {
  const { id, drive, state } = await liveMatch()
  await drive({ event: 'corner', side: 'away', minute: 5 })
  await drive({ event: 'yellow_card', side: 'away', minute: 7 })
  expect(await state()).not.toHaveProperty('suspended')
  await drive({ event: 'red_card', side: 'away', minute: 9 })
  expect(await state()).toMatchObject({ suspended: 'red_card', away_reds: 1 })
  await drive({ suspend: false })
  await drive({ minute: 45, added: 2 })
  expect(await state()).toMatchObject({ minute: 45, added: 2 })
  await drive({ event: 'half_time' })
  expect(await state()).toMatchObject({ at_half_time: true })
  await drive({ event: 'second_half' })
  expect(await state()).toMatchObject({ minute: 46 })
  await drive({ event: 'interrupted' })
  expect(await state()).toMatchObject({ state: 'interrupted', suspended: 'interrupted' })
  await drive({ event: 'resumed', suspend: false })
  await drive({ state: 'abandoned' })
  await at.clock.advance(51 * 3600)
  await at.catalog.sweepOverdue()
  const result = await at.catalog.resultOf(at.base.db, id)
  expect(result?.result).toMatchObject({ corners: { home: 0, away: 1 }, cards: { home: 0, away: 3 } })
})

test('an event with an earlier minute is reported late and does not set the clock back', async () => {
  const { drive, state, events } = await liveMatch()
  await drive({ minute: 30 })
  await drive({ event: 'corner', side: 'home', minute: 12 })
  expect(await state()).toMatchObject({ minute: 30 })
  expect((await events()).at(-1)).toMatchObject({ type: 'corner', minute: 12 })
})

test('a match driven by hand is never marked as silent, except during a requested silence', async () => {
  const { id, drive, state } = await liveMatch()
  const silence = async () => (await at.catalog.freshOf([id])).get(id) ?? -1
  expect(await silence()).toBe(0)
  await drive({ silent: 600 })
  expect(await state()).toMatchObject({ suspended: 'silent_feed' })
  expect(await silence()).toBeGreaterThan(60_000)
  await drive({ silent: 0 })
  expect(await state()).not.toHaveProperty('suspended')
  expect(await silence()).toBe(0)
})

test('a manual corner or card closes the totals that it decides', async () => {
  const { id, drive } = await liveMatch()
  const two = { 'over 1.5': odd('1.90'), 'under 1.5': odd('1.90'), 'over 2.5': odd('1.90'), 'under 2.5': odd('1.90') }
  await drive({ odds: { '166': two, '139': two } })
  const open = async () =>
    (await at.catalog.match(String(id)))?.odds.flatMap(({ sub_type_id, special_bet_value, state }) =>
      state !== 'closed' && ['166', '139'].includes(sub_type_id) ? [`${sub_type_id} ${special_bet_value}`] : [],
    )
  await drive({ event: 'corner', side: 'home' })
  await drive({ event: 'yellow_card', side: 'away' })
  expect((await open())?.toSorted()).toEqual(['139 1.5', '139 2.5', '166 1.5', '166 2.5'])
  await drive({ event: 'corner', side: 'away' })
  expect((await open())?.toSorted()).toEqual(['139 1.5', '139 2.5', '166 2.5'])
  await drive({ event: 'red_card', side: 'away' })
  expect(await open()).toEqual(['166 2.5'])
})
