import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalog } from '#modules/catalog/catalog'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'

type FeedMessage = Parameters<Catalog['ingest']>[0][number]
type MatchMessage = Parameters<Catalog['apply']>[1][number]

const source = 'fed'
const finished = { kind: 'result', certainty: 2, fullTime: { home: 1, away: 0 } } as const

let nare: TestApp
let bets: Bets
let token: string
let fixtures = 0

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
  const bettor = await nare.bettor(100_000)
  token = bettor.token
})
afterAll(() => nare.close())

/** A match that comes from a feed; `message` makes the feed's messages about it. */
async function feedMatch() {
  const match = { source, sourceId: `${fixtures++}` }
  const at = nare.app.clock.date()
  const keys = ['home_team', 'draw', 'away_team']
  await nare.app.catalog.ingest([
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
  const message = (change: MatchMessage): FeedMessage => ({ ...change, match, at: nare.app.clock.date() })
  return { id, message }
}

async function jobOf(matchId: string) {
  const rows = await sql<{ done: boolean; tries: number }>`
    select done_at is not null as done, tries from betting.settlement where match_id = ${matchId}::int`.execute(
    nare.base.db,
  )
  return rows.rows[0]
}

const stateOf = async (betId: string) => (await bets.bet(token, betId)).state

const setRules = (betId: string, version: string) =>
  sql`update betting.bet set rules_version = ${version} where bet_id = ${betId}::bigint`.execute(nare.base.db)

/** A match with a result whose bet cannot be settled, because its rules do not exist. `repair` restores them. */
async function unsettleableMatch() {
  const match = await feedMatch()
  const { bet_id: betId } = await bets.mustPlace(token, [pick(match.id)])
  await setRules(betId, 'missing')
  await nare.app.catalog.ingest([match.message(finished)])
  await nare.app.betting.settled()
  return { ...match, betId, repair: async () => setRules(betId, await nare.app.betting.rulesVersion()) }
}

test("a feed's result returns before its bets are settled, and does not delay the suspension of another match", async () => {
  const [ended, other] = [await feedMatch(), await feedMatch()]
  const { bet_id: betId } = await bets.mustPlace(token, [pick(ended.id)])
  const lock = await nare.base.db.startTransaction().execute()
  await sql`select from betting.bet where bet_id = ${betId}::bigint for update`.execute(lock)

  const received = await nare.app.catalog.ingest([
    ended.message(finished),
    other.message({ kind: 'stop', reason: 'goal' }),
  ])
  expect(received).toEqual({ matches: 2, results: 1, failed: [] })
  expect((await bets.place(token, [pick(other.id)])).body['code']).toBe('market_suspended')
  expect(await jobOf(ended.id)).toEqual({ done: false, tries: 0 })
  expect(await stateOf(betId)).toBe('open')

  await lock.rollback().execute()
  await nare.app.betting.settled()
  expect(await jobOf(ended.id)).toEqual({ done: true, tries: 0 })
  expect(await stateOf(betId)).toBe('won')
})

test('a match that cannot be settled does not prevent others from settling, and is retried until it can be', async () => {
  const [bad, good] = [await feedMatch(), await feedMatch()]
  const placed = [await bets.mustPlace(token, [pick(bad.id)]), await bets.mustPlace(token, [pick(good.id)])]
  const [wrong = '', right = ''] = placed.map((bet) => bet.bet_id)
  await setRules(wrong, 'missing')
  expect(await nare.app.catalog.ingest([bad.message(finished), good.message(finished)])).toEqual({
    matches: 2,
    results: 2,
    failed: [],
  })
  await nare.app.betting.settled()
  expect([await stateOf(wrong), await stateOf(right)]).toEqual(['open', 'won'])
  expect(await jobOf(bad.id)).toEqual({ done: false, tries: 1 })

  await setRules(wrong, await nare.app.betting.rulesVersion())
  await nare.app.clock.advance(6)
  expect(await nare.app.betting.settleWaiting()).toBe(1)
  expect(await stateOf(wrong)).toBe('won')
  await bets.verifyBooks()
})

test('a match that fails repeatedly is retried after growing pauses of at most some minutes, and never abandoned', async () => {
  const { id, betId, repair } = await unsettleableMatch()
  const { settleWaiting } = nare.app.betting
  await nare.app.clock.advance(6)
  for (let tries = 1; tries < 5; tries++) {
    expect(await settleWaiting()).toBe(1)
    expect((await jobOf(id))?.tries).toBe(tries + 1)
  }
  for (const pauseS of [1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 256]) {
    await nare.app.clock.advance(pauseS - 1)
    expect(await settleWaiting()).toBe(0)
    await nare.app.clock.advance(2)
    expect(await settleWaiting()).toBe(1)
  }
  await repair()
  await nare.app.clock.advance(257)
  expect(await settleWaiting()).toBe(1)
  expect(await stateOf(betId)).toBe('won')
})

test('matches without failures are settled before any number of failing ones', async () => {
  const bad = [await unsettleableMatch(), await unsettleableMatch()]
  const good = await feedMatch()
  const { bet_id: betId } = await bets.mustPlace(token, [pick(good.id)])
  nare.app.catalog.connectSettlement({ ...nare.app.betting, wake: async () => undefined })
  await nare.app.catalog.ingest([good.message(finished)])
  nare.app.catalog.connectSettlement(nare.app.betting)
  await nare.app.clock.advance(6)
  expect(await nare.app.betting.settleWaiting(1)).toBe(1)
  expect(await stateOf(betId)).toBe('won')
  for (const { repair } of bad) await repair()
  expect(await nare.app.betting.settleWaiting()).toBe(2)
})

test('closing waits for the chunk in progress and leaves the rest to the next start', async () => {
  const other = await testApp({}, { size: 4, base: nare.base })
  const match = await feedMatch()
  const { bet_id: betId } = await bets.mustPlace(token, [pick(match.id)])
  await other.app.betting.close()
  nare.app.catalog.connectSettlement(other.app.betting)
  await nare.app.catalog.ingest([match.message(finished)])
  nare.app.catalog.connectSettlement(nare.app.betting)
  expect(await jobOf(match.id)).toEqual({ done: false, tries: 0 })
  await other.close()
  await nare.app.clock.advance(6)
  expect(await nare.app.betting.settleWaiting()).toBe(1)
  expect(await stateOf(betId)).toBe('won')
})
