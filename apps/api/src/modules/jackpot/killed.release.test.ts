import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '#modules/ledger/ledger'
import { seedBettors, type SeededBettor } from '#testing/seed'
import { realServer, type RealServer } from '#testing/server'
import { waitingForLocks } from '#testing/waiting'
import { verifyJackpots } from './jackpot.ts'

const tickets = 200
const pollMs = 20
const pollsMax = 2_000

let server: RealServer
let bettors: SeededBettor[]

beforeAll(async () => {
  server = await realServer({ JACKPOT_KEY: '7'.repeat(64) })
  const house = await sql<{ id: bigint }>`select id from ledger.account where name = 'house:sandbox'`.execute(server.db)
  bettors = await seedBettors(server.db, { count: tickets, cents: 10_000n, house: house.rows[0]?.id ?? 0n })
})
afterAll(() => server.close())

async function post(path: string, body: unknown, token = ''): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(new URL(path, server.url()), { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

async function until(is: () => Promise<boolean>, what: string): Promise<void> {
  for (let polls = 0; polls < pollsMax; polls++) {
    if (await is().catch(() => false)) return
    await wait(pollMs)
  }
  throw new Error(`timed out waiting until ${what}`)
}

async function match(): Promise<string> {
  const made = await post('/sandbox/feed/matches', {
    sport_id: '79',
    competition_name: 'Test League',
    home_team: 'Simba',
    away_team: 'Chui',
    start_time: '2040-01-01T12:00:00Z',
    home_odd: '2.10',
    neutral_odd: '3.40',
    away_odd: '3.60',
  })
  return String(made['match_id'])
}

type Pool = { readonly state: string; readonly planned: boolean; readonly paid: bigint }
async function poolOf(id: number): Promise<Pool> {
  const { rows } = await sql<Pool>`
    select state, plan is not null as planned, paid from jackpot.pool where id = ${id}::int`.execute(server.db)
  if (!rows[0]) throw new Error('there is no pool')
  return rows[0]
}

/** An open pool with a ticket of each bettor. */
async function pool(name: string): Promise<{ id: number; matches: string[]; last: bigint }> {
  const matches = [await match(), await match()]
  const made = await post('/sandbox/jackpots', {
    name,
    match_ids: matches,
    stake: '10.00',
    mode: 'pool',
    void_policy: 'draw',
    carried_over: '333.33',
    tiers: [
      { correct: 2, share: 50 },
      { correct: 1, share: 20.5 },
    ],
  })
  const id = Number(made['jackpot_id'])
  const picks = (n: number) =>
    matches.map((match_id, at) => ({ match_id, outcomes: at === 0 || n % 3 ? ['home_team'] : ['draw'] }))
  for (let from = 0; from < tickets; from += 20)
    await Promise.all(
      bettors
        .slice(from, from + 20)
        .map(({ token }, n) => post('/jp/bet', { id: randomUUID(), jackpot_id: String(id), picks: picks(n) }, token)),
    )
  const { rows } = await sql<{ last: bigint }>`
    select max(bet_id) as last from jackpot.ticket where pool = ${id}::int`.execute(server.db)
  return { id, matches, last: rows[0]?.last ?? 0n }
}

/** How often each ticket of a pool was paid: pairs of times and tickets. */
async function payments(id: number): Promise<{ times: number; tickets: number }[]> {
  const { rows } = await sql<{ times: number; tickets: number }>`
    select times, count(*)::int as tickets from (
      select count(f.id)::int as times from jackpot.ticket t
        left join ledger.transfer f on f.kind = 'win' and f.id like 'bet/' || t.bet_id || '/settle/%'
      where t.pool = ${id}::int group by t.bet_id) paid
    group by times`.execute(server.db)
  return rows
}

const points = [
  {
    name: 'before its payments',
    hold: ({ last }: { last: bigint }) => sql`select from betting.bet where bet_id = ${last} for update`,
    isThere: (at: Pool) => at.planned,
    times: 0,
  },
  {
    name: 'between its payments and its end',
    hold: () => sql`select from jackpot.pot where name = 'between its payments and its end' for update`,
    isThere: (at: Pool) => at.paid > 0n,
    times: 1,
  },
]

test.each(points)('a settlement whose process is killed $name is finished by the next one', async (point) => {
  const at = await pool(point.name)
  const [first, second] = at.matches
  const result = (id = '') => post(`/sandbox/feed/matches/${id}/result`, { full_time: '1:0' })
  await result(first)
  await until(async () => (await poolOf(at.id)).state === 'closed', 'the pool is closed')
  const holding = await server.db.startTransaction().execute()
  await point.hold(at).execute(holding)
  const done = result(second).catch(() => undefined)
  await until(
    async () => (await waitingForLocks(server.db)) > 0 && point.isThere(await poolOf(at.id)),
    'the settlement waits',
  )
  await server.killProcess()
  await holding
    .rollback()
    .execute()
    .catch(() => undefined)
  await done
  expect([(await poolOf(at.id)).state, await payments(at.id)]).toEqual(['closed', [{ times: point.times, tickets }]])

  await server.start()
  await until(async () => (await poolOf(at.id)).state === 'settled', 'the pool is settled')
  expect(await payments(at.id)).toEqual([{ times: 1, tickets }])
  const checks = [...(await verifyJackpots(server.db)), ...(await verifyLedger(server.db))]
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([])
})
