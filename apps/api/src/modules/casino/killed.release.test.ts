import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sandbox } from '@nare/contract/sandbox'
import { brokenBooks, leagueClient } from '#testing/league-season'
import { seedBettors } from '#testing/seed'
import { realServer, type RealServer } from '#testing/server'
import { verifyCasino } from './casino.ts'
import { bgaming } from './testing/bgaming-client.ts'
import type { Answer } from './testing/client.ts'

const players = 24
const roundsOfEach = 40
const funds = 100_000n
const [stake, prize] = [1000n, 700n]

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

let server: RealServer
let ids: string[]

beforeAll(async () => {
  server = await realServer()
  const { rows } = await sql<{ id: bigint }>`select id from ledger.account where name = 'house:sandbox'`.execute(
    server.db,
  )
  const bettors = await seedBettors(server.db, { count: players, cents: funds, house: rows[0]?.id ?? 0n })
  const { call } = leagueClient(server)
  for (const { msisdn } of bettors)
    expect((await call(sandbox.walletToken, { msisdn, game_id: `bgaming:${bgaming.game}` })).status).toBe(200)
  ids = bettors.map(({ id }) => id.toString())
})
afterAll(() => server.close())

/**
 * Plays the rounds of a player in their order, each with a bet and a win whose ids are the same in every run. `answered` gets undefined
 * for a call without a response.
 */
async function play(id: string, answered: (answer: Answer | undefined) => void): Promise<void> {
  const client = bgaming.client({ url: server.url().href, hub88Key: '' }, { id, token: '' })
  for (let n = 0; n < roundsOfEach; n++) {
    const round = `round-${id}-${n}`
    answered(await client.bet({ tx: `${round}-bet`, round, cents: stake }).catch(() => undefined))
    answered(await client.win({ tx: `${round}-win`, round, cents: prize, closes: true }).catch(() => undefined))
  }
}

test('a server killed during batches has applied each call completely or not at all, and a repeat applies it once', async () => {
  const before: (Answer | undefined)[] = []
  const first = Promise.all(ids.map((id) => play(id, (answer) => void before.push(answer))))
  await vi.waitUntil(() => before.length > players * 10, { timeout: 60_000, interval: 2 })
  await server.killProcess()
  await first
  const done = before.filter((answer) => answer?.ok).length
  expect(before.some((answer) => answer === undefined)).toBe(true)
  await server.start()
  await server.ready()
  expect(await broken()).toEqual([])
  const stored = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from casino.provider_tx`.execute(
      server.db,
    )
    return rows[0]?.count ?? 0
  }
  expect(await stored()).toBeGreaterThanOrEqual(done)
  const after: (Answer | undefined)[] = []
  await Promise.all(ids.map((id) => play(id, (answer) => void after.push(answer))))
  expect(after.every((answer) => answer?.ok)).toBe(true)
  expect(await stored()).toBe(2 * players * roundsOfEach)
  const { rows } = await sql<{ balance: bigint }>`
    select distinct balance from ledger.account where kind = 'cash' and owner = any(${ids}::bigint[])`.execute(
    server.db,
  )
  expect(rows).toEqual([{ balance: funds - BigInt(roundsOfEach) * (stake - prize) }])
  expect(await broken()).toEqual([])
})

const broken = async () => [
  ...(await brokenBooks(server)),
  ...(await verifyCasino(server.db)).filter((check) => check.broken > 0),
]
