import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verifyLedger } from '#modules/ledger/ledger'
import { verifyTickets } from '#modules/tickets/tickets'
import { seedBettors, type SeededBettor } from '#testing/seed'
import { realServer, type RealServer } from '#testing/server'
import { waitingForLocks } from '#testing/waiting'

const slips = 1200
const senders = 48
/** Fewer than the bets of a match, so that a settlement has several chunks. */
const chunkLegs = 200
const attemptsMax = 200
const pollMs = 20
const pollsMax = 1500

// Restarts need a long timeout when other tests run at the same time.
vi.setConfig({ testTimeout: 240_000 })

let server: RealServer
let matches: [string, string]
let bettors: SeededBettor[]

beforeAll(async () => {
  server = await realServer({ SETTLEMENT_CHUNK_LEGS: String(chunkLegs) })
  matches = [await createMatch(), await createMatch()]
  const house = await sql<{ id: bigint }>`select id from ledger.account where name = 'house:sandbox'`.execute(server.db)
  bettors = await seedBettors(server.db, { count: 200, cents: 1_000_000n, house: house.rows[0]?.id ?? 0n })
})
afterAll(async () => {
  agent.destroy()
  await server.close()
})

type Reply = { status: number; body: Record<string, unknown> }

const agent = new Agent({ keepAlive: true, maxSockets: senders })

/** Sends a call; undefined without a response. A minimal client, because it shares the machine with the server under test. */
function send(path: string, body: unknown, token = ''): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const payload = JSON.stringify(body)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      authorization: `Bearer ${token}`,
    }
    const sent = request(new URL(path, server.url()), { method: 'POST', agent, headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (part: string) => (text += part))
      reply.on('error', () => resolve(undefined))
      reply.on('end', () =>
        resolve(
          reply.complete ? { status: reply.statusCode ?? 0, body: JSON.parse(text) as Reply['body'] } : undefined,
        ),
      )
    })
    sent.on('error', () => resolve(undefined))
    sent.end(payload)
  })
}

async function createMatch(): Promise<string> {
  const made = await send('/sandbox/feed/matches', {
    sport_id: '79',
    competition_name: 'Test League',
    home_team: `Simba ${randomUUID()}`,
    away_team: 'Chui',
    start_time: '2040-01-01T12:00:00Z',
    home_odd: '2.10',
    neutral_odd: '3.40',
    away_odd: '3.60',
  })
  return String(made?.body['match_id'])
}

async function verifyBooks() {
  const checks = [...(await verifyLedger(server.db)), ...(await verifyTickets(server.db))]
  expect(checks.filter((check) => check.broken > 0)).toEqual([])
}

/** The number of responses by status, over all attempts to place; 0 is no response. */
const statuses = new Map<number, number>()

/** Places a slip as a client with retries does: sends the same id until a response confirms the outcome. */
async function placeUntilConfirmed(n: number): Promise<string> {
  const slip = {
    id: randomUUID(),
    stake: '20',
    slip: [{ match_id: matches[n % 2], sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }],
  }
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const reply = await send('/v1/bet', slip, bettors[n % bettors.length]?.token)
    const status = reply?.status ?? 0
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (reply?.status === 201) return (reply.body['bet'] as { bet_id: string }).bet_id
    if (status !== 0 && status < 500) throw new Error(`a valid slip was refused: ${JSON.stringify(reply?.body)}`)
    await wait(pollMs)
    await server.ready()
  }
  throw new Error('a slip never got a response that confirms its outcome')
}

test('bets placed while PostgreSQL and then the process are killed exist exactly once', async () => {
  const acknowledged: string[] = []
  const at = new Map<number, () => Promise<void>>([
    [300, () => server.killPostgres()],
    [
      800,
      async () => {
        await server.killProcess()
        await server.start()
      },
    ],
  ])
  let next = 0
  const kills: Promise<void>[] = []
  const sender = async () => {
    while (next < slips) {
      acknowledged.push(await placeUntilConfirmed(next++))
      const kill = at.get(acknowledged.length)
      if (kill) kills.push(kill())
    }
  }
  await Promise.all(Array.from({ length: senders }, sender))
  await Promise.all(kills)
  expect(kills).toHaveLength(2)
  expect([...statuses.keys()].filter((status) => ![0, 201, 500, 503].includes(status))).toEqual([])
  expect((statuses.get(0) ?? 0) + (statuses.get(500) ?? 0) + (statuses.get(503) ?? 0)).toBeGreaterThan(0)
  expect(new Set(acknowledged).size).toBe(slips)
  const stored = await sql<{ id: string }>`select bet_id::text as id from betting.bet`.execute(server.db)
  expect(new Set(stored.rows.map((row) => row.id))).toEqual(new Set(acknowledged))
  expect(stored.rows).toHaveLength(slips)
  await verifyBooks()
})

/** Stops a settlement before its end: one of its last bets is locked, so its chunk waits while the earlier chunks are committed. */
async function settleUntilBlocked(match: string) {
  const late = await sql<{ bet_id: bigint }>`
    select bet_id from betting.leg where match_id = ${match}::int order by bet_id offset ${(slips / 2) * 0.9} limit 1`.execute(
    server.db,
  )
  const blocked = await server.db.startTransaction().execute()
  await sql`select from betting.bet where bet_id = ${late.rows[0]?.bet_id ?? 0n} for update`.execute(blocked)
  const response = send(`/sandbox/feed/matches/${match}/result`, { half_time: '0:0', full_time: '1:0' })
  await until(async () => ((await jobOf(match))?.bets ?? 0) > 0, 'a chunk is settled')
  await until(async () => (await waitingForLocks(server.db)) > 0, 'the chunk with the locked bet waits')
  return {
    settled: (await jobOf(match))?.bets ?? 0,
    async release() {
      await blocked
        .rollback()
        .execute()
        .catch(() => undefined)
      await response
    },
  }
}

async function jobOf(match: string): Promise<{ bets: number; done: boolean } | undefined> {
  const rows = await sql<{ bets: bigint; done: boolean }>`
    select bets, done_at is not null as done from betting.settlement where match_id = ${match}::int`.execute(server.db)
  const row = rows.rows[0]
  return row && { bets: Number(row.bets), done: row.done }
}

async function until(is: () => Promise<boolean>, what: string): Promise<void> {
  for (let polls = 0; polls < pollsMax; polls++) {
    if (await is().catch(() => false)) return
    await wait(pollMs)
  }
  throw new Error(`timed out waiting until ${what}`)
}

async function expectPaidOnce(match: string) {
  await server.ready()
  await until(async () => (await jobOf(match))?.done ?? false, 'the settlement is done')
  const bets = await sql<{ state: string; returned: bigint; times: number; bets: bigint }>`
    select b.state, b.returned, b.times_settled as times, count(*) as bets from betting.bet b join betting.leg l using (bet_id)
    where l.match_id = ${match}::int group by 1, 2, 3`.execute(server.db)
  expect(bets.rows).toEqual([{ state: 'won', returned: 4200n, times: 1, bets: BigInt(slips / 2) }])
  await verifyBooks()
}

async function winsPaid(): Promise<number> {
  const rows = await sql<{ wins: bigint }>`select count(*) as wins from ledger.transfer where kind = 'win'`.execute(
    server.db,
  )
  return Number(rows.rows[0]?.wins ?? 0n)
}

test('a settlement in which the process is killed is finished after the restart and pays each bet once', async () => {
  const [match] = matches
  const blocked = await settleUntilBlocked(match)
  await server.killProcess()
  expect(await winsPaid()).toBe(blocked.settled)
  expect(blocked.settled).toBeLessThan(slips / 2)
  await blocked.release()
  await server.start()
  await expectPaidOnce(match)
  expect(await winsPaid()).toBe(slips / 2)
})

test('a settlement in which PostgreSQL is killed is finished after PostgreSQL restarts and pays each bet once', async () => {
  const [, match] = matches
  const blocked = await settleUntilBlocked(match)
  await server.killPostgres()
  await blocked.release()
  await expectPaidOnce(match)
  expect(await winsPaid()).toBe(slips)
  const balances = await sql<{ balance: bigint; bettors: bigint }>`
    select balance, count(*) as bettors from ledger.account where kind = 'cash' and owner = any(${bettors.map((bettor) => bettor.id)}::bigint[])
    group by 1`.execute(server.db)
  const each = BigInt(slips / bettors.length)
  expect(balances.rows).toEqual([{ balance: 1_000_000n + each * 2200n, bettors: 200n }])
})
