import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalog } from '#modules/catalog/catalog'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'

type FeedMessage = Parameters<Catalog['take']>[0][number]
type MatchMessage = Parameters<Catalog['apply']>[1][number]

const source = 'fed'
const over = { kind: 'result', certainty: 2, fullTime: { home: 1, away: 0 } } as const

let nare: TestApp
let bets: Bets
let token: string
let brought = 0

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
  const [bettor] = await nare.bettors(1, 100_000)
  token = bettor?.token ?? ''
})
afterAll(() => nare.close())

/** A match that a feed brings and drives; `say` makes its messages. */
async function fed() {
  const match = { source, sourceId: `${brought++}` }
  const at = nare.app.clock.date()
  const keys = ['home_team', 'draw', 'away_team']
  await nare.app.catalog.take([
    {
      kind: 'fixture',
      match,
      at,
      sportId: '79',
      competition: { name: 'Fed League', category: 'Test' },
      homeTeam: `Home ${match.sourceId}`,
      awayTeam: `Away ${match.sourceId}`,
      startTime: new Date(at.getTime() + 3_600_000),
      lines: [{ marketId: '1', line: '', state: 'open', keys, prices: [2100n, 3400n, 3600n] }],
    },
  ])
  const rows = await sql<{ id: number }>`
    select id from catalog.match where source = ${source} and source_id = ${match.sourceId}`.execute(nare.base.db)
  const id = String(rows.rows[0]?.id)
  return { id, say: (message: MatchMessage): FeedMessage => ({ ...message, match, at: nare.app.clock.date() }) }
}

async function jobOf(matchId: string) {
  const rows = await sql<{ done: boolean; tries: number }>`
    select done_at is not null as done, tries from betting.settlement where match_id = ${matchId}::int`.execute(
    nare.base.db,
  )
  return rows.rows[0]
}

const stateOf = async (betId: string) => (await bets.bet(token, betId)).state

const rulesOf = (betId: string, version: string) =>
  sql`update betting.bet set rules_version = ${version} where bet_id = ${betId}::bigint`.execute(nare.base.db)

/** A match whose result came and whose bet cannot be settled, for its rules are not known. */
async function stuck() {
  const match = await fed()
  const { bet_id: betId } = await bets.mustPlace(token, [pick(match.id)])
  await rulesOf(betId, 'never kept')
  await nare.app.catalog.take([match.say(over)])
  await nare.app.betting.settled()
  return { ...match, betId, mend: () => rulesOf(betId, nare.app.betting.rulesVersion) }
}

test("a feed's result returns before its bets are settled, and the stop of another match does not wait for them", async () => {
  const [ended, other] = [await fed(), await fed()]
  const { bet_id: betId } = await bets.mustPlace(token, [pick(ended.id)])
  const held = await nare.base.db.startTransaction().execute()
  await sql`select from betting.bet where bet_id = ${betId}::bigint for update`.execute(held)

  const taken = await nare.app.catalog.take([ended.say(over), other.say({ kind: 'stop', reason: 'goal' })])
  expect(taken).toEqual({ matches: 2, results: 1 })
  expect((await bets.place(token, [pick(other.id)])).body['code']).toBe('market_suspended')
  expect(await jobOf(ended.id)).toEqual({ done: false, tries: 0 })
  expect(await stateOf(betId)).toBe('open')

  await held.rollback().execute()
  await nare.app.betting.settled()
  expect(await jobOf(ended.id)).toEqual({ done: true, tries: 0 })
  expect(await stateOf(betId)).toBe('won')
})

test('a match that cannot be settled keeps no other from it, and is settled once it can be', async () => {
  const [bad, good] = [await fed(), await fed()]
  const taken = [await bets.mustPlace(token, [pick(bad.id)]), await bets.mustPlace(token, [pick(good.id)])]
  const [wrong = '', right = ''] = taken.map((bet) => bet.bet_id)
  await rulesOf(wrong, 'never kept')
  expect(await nare.app.catalog.take([bad.say(over), good.say(over)])).toEqual({ matches: 2, results: 2 })
  await nare.app.betting.settled()
  expect([await stateOf(wrong), await stateOf(right)]).toEqual(['open', 'won'])
  expect(await jobOf(bad.id)).toEqual({ done: false, tries: 1 })

  await rulesOf(wrong, nare.app.betting.rulesVersion)
  await nare.app.clock.advance(6)
  expect(await nare.app.betting.settleWaiting()).toBe(1)
  expect(await stateOf(wrong)).toBe('won')
  await bets.verifyBooks()
})

test('a match that fails again and again rests longer each time, at most some minutes, and is never given up', async () => {
  const { id, betId, mend } = await stuck()
  const { settleWaiting } = nare.app.betting
  await nare.app.clock.advance(6)
  for (let tries = 1; tries < 5; tries++) {
    expect(await settleWaiting()).toBe(1)
    expect((await jobOf(id))?.tries).toBe(tries + 1)
  }
  for (const restS of [1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 256]) {
    await nare.app.clock.advance(restS - 1)
    expect(await settleWaiting()).toBe(0)
    await nare.app.clock.advance(2)
    expect(await settleWaiting()).toBe(1)
  }
  await mend()
  await nare.app.clock.advance(257)
  expect(await settleWaiting()).toBe(1)
  expect(await stateOf(betId)).toBe('won')
})

test('however many matches cannot be settled, one that can be is looked for first', async () => {
  const bad = [await stuck(), await stuck()]
  const good = await fed()
  const { bet_id: betId } = await bets.mustPlace(token, [pick(good.id)])
  nare.app.catalog.connect({ ...nare.app.betting, wake: async () => undefined })
  await nare.app.catalog.take([good.say(over)])
  nare.app.catalog.connect(nare.app.betting)
  await nare.app.clock.advance(6)
  expect(await nare.app.betting.settleWaiting(1)).toBe(1)
  expect(await stateOf(betId)).toBe('won')
  for (const { mend } of bad) await mend()
  expect(await nare.app.betting.settleWaiting()).toBe(2)
})

test('closing lets the chunk in progress end and leaves the rest to the next start', async () => {
  const other = await testApp({}, { size: 4, base: nare.base })
  const match = await fed()
  const { bet_id: betId } = await bets.mustPlace(token, [pick(match.id)])
  await other.app.betting.close()
  nare.app.catalog.connect(other.app.betting)
  await nare.app.catalog.take([match.say(over)])
  nare.app.catalog.connect(nare.app.betting)
  expect(await jobOf(match.id)).toEqual({ done: false, tries: 0 })
  await other.close()
  await nare.app.clock.advance(6)
  expect(await nare.app.betting.settleWaiting()).toBe(1)
  expect(await stateOf(betId)).toBe('won')
})
