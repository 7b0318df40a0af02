import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { leagueBets, leagueReads } from '@nare/contract/league'
import { sandbox } from '@nare/contract/sandbox'
import { endOf } from '#testing/league-play'
import { brokenBooks, leagueClient, resultsOf, betsOf, until } from '#testing/league-season'
import { referenceOf } from '#testing/league-reference'
import { seedBettors, type SeededBettor } from '#testing/seed'
import { realServer, type RealServer } from '#testing/server'
import { waitingForLocks } from '#testing/waiting'

const slips = 300
const legsOfEach = 3
/** Fewer than the legs of a round, so that a settlement has several chunks. */
const chunkLegs = 250
const senders = 32
const bettingS = 3600

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

let server: RealServer
let bettors: SeededBettor[]
let client: ReturnType<typeof leagueClient>

beforeAll(async () => {
  server = await realServer({
    SETTLEMENT_CHUNK_LEGS: String(chunkLegs),
    LEAGUE: 'on',
    LEAGUE_CYCLE: `${bettingS},1,1,1`,
    LEAGUE_STAGGER_S: '600',
  })
  client = leagueClient(server)
  const house = await sql<{ id: bigint }>`select id from ledger.account where name = 'house:sandbox'`.execute(server.db)
  bettors = await seedBettors(server.db, { count: 50, cents: 100_000_00n, house: house.rows[0]?.id ?? 0n })
})
afterAll(() => server.close())

const present = async () => {
  const { data } = (await client.call(leagueReads.periods, { competition_id: '1' })).body
  const [round] = data
  if (!round) throw new Error('there is no round')
  return round
}

/** Places slips of three picks on the current round. Returns its id and end. */
async function placeAll() {
  await until(
    async () => (await client.call(leagueReads.periods, { competition_id: '1' })).body.data.length > 0,
    'a round is on offer',
  )
  const { round_id, end_time } = await present()
  const matches = await client.matchesOf('1', round_id)
  const place = async (n: number) => {
    const picks = Array.from({ length: legsOfEach }, (_, leg) => {
      const match = matches[(n + leg * 3) % matches.length] ?? []
      const pick = match[(n + leg) % 9]
      if (!pick) throw new Error('no outcome is on offer')
      return pick
    })
    const token = bettors[n % bettors.length]?.token ?? ''
    const placed = await client.call(leagueBets.bet, { id: randomUUID(), stake: '20', slip: picks }, token)
    expect(placed).toMatchObject({ status: 201 })
  }
  let next = 0
  const sender = async () => {
    while (next < slips) await place(next++)
  }
  await Promise.all(Array.from({ length: senders }, sender))
  return { round_id, end_time }
}

async function jobOf(roundId: string): Promise<{ bets: number; done: boolean }> {
  const { rows } = await sql<{ bets: bigint; done: boolean }>`
    select s.bets, s.done_at is not null as done from league.settlement s join platform.round p on p.id = s.round
    where p.round_id = ${roundId}`.execute(server.db)
  return { bets: Number(rows[0]?.bets ?? 0n), done: rows[0]?.done ?? false }
}

/** Ends a round and stops its settlement halfway: locks a late bet, so that its chunk waits after the first one is committed. */
async function settleUntilBlocked({ round_id, end_time }: { round_id: string; end_time: string }) {
  const late = await sql<{ bet_id: bigint }>`
    select l.bet_id from league.leg l join platform.round p on p.id = l.round
    where p.round_id = ${round_id} order by l.bet_id offset ${Math.floor(slips * legsOfEach * 0.96)} limit 1`.execute(
    server.db,
  )
  const blocked = await server.db.startTransaction().execute()
  await sql`select from betting.bet where bet_id = ${late.rows[0]?.bet_id ?? 0n} for update`.execute(blocked)
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from ${end_time}::timestamptz - platform.now()))::int as seconds`.execute(server.db)
  await client.call(sandbox.clock, { advance_s: rows[0]?.seconds ?? 0 })
  await until(async () => (await jobOf(round_id)).bets > 0, 'a chunk is settled')
  await until(async () => (await waitingForLocks(server.db)) > 0, 'the chunk with the locked bet waits')
  return {
    settled: (await jobOf(round_id)).bets,
    release: () =>
      blocked
        .rollback()
        .execute()
        .catch(() => undefined),
  }
}

/** Checks that every bet on the round settled as in the reference implementation, and that the books balance. */
async function expectPaidOnce(roundId: string): Promise<void> {
  await server.ready()
  await until(async () => (await jobOf(roundId).catch(() => ({ done: false }))).done, 'the settlement is done')
  const bets = (await Promise.all(bettors.map((bettor) => betsOf(client, bettor)))).flat()
  const results = await resultsOf(client, server, bets)
  for (const bet of bets) expect([bet, endOf(bet)]).toEqual([bet, referenceOf(bet, results)])
  const { rows } = await sql<{ times: number }>`select max(times_settled) as times from betting.bet`.execute(server.db)
  expect(rows).toEqual([{ times: 1 }])
  expect(await brokenBooks(server)).toEqual([])
}

test('a settlement whose process is killed is finished after the restart and pays each bet once', async () => {
  const round = await placeAll()
  const blocked = await settleUntilBlocked(round)
  await server.killProcess()
  expect((await jobOf(round.round_id)).bets).toBe(blocked.settled)
  expect(blocked.settled).toBeLessThan(slips)
  await blocked.release()
  await server.start()
  await expectPaidOnce(round.round_id)
})

test('a settlement during which PostgreSQL is killed is finished after its restart and pays each bet once', async () => {
  const round = await placeAll()
  const blocked = await settleUntilBlocked(round)
  await server.killPostgres()
  await blocked.release()
  await expectPaidOnce(round.round_id)
})
