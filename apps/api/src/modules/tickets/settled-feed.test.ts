import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSettled } from '#modules/risk/risk'
import { openDb, transact, type Db, type Tx } from '#platform/db'
import { followFeed } from '#platform/follow-feed'
import { openLog } from '#platform/log'
import { testDatabase, type TestDatabase } from '#testing/database'
import {
  settledFeed,
  settledFeedRetention,
  unreadSince,
  type SettledFilter,
  type SettledTicket,
} from './settled-feed.ts'

let base: TestDatabase
let secondPool: Db
let owner: Db
let ids = 1000n
let name = ''

beforeAll(async () => {
  base = await testDatabase({ size: 12 })
  secondPool = openDb(base.connection, { size: 3, log: openLog('silent') }).db
  owner = openDb(base.connection, { size: 1, log: openLog('error'), role: 'none' }).db
  await sql.raw('create table public.seen (reader text, bet_id bigint, times int, place serial)').execute(owner)
  await sql.raw('grant all on public.seen, public.seen_place_seq to nare_app').execute(owner)
})
afterAll(async () => {
  await Promise.all([secondPool.destroy(), owner.destroy()])
  await base.close()
})
beforeEach(() => (name = `reader ${ids}`))

/** Open bets of KSh 20 at 2.50, each with two legs. */
async function place(count: number): Promise<bigint[]> {
  const made = Array.from({ length: count }, () => ++ids)
  for (const betId of made) {
    await sql`
      insert into betting.bet (bet_id, bettor_id, client_id, hash, type, stake, total_odds, possible_win, rules_version, placed_at, attribution)
      values (${betId}, 7, ${randomUUID()}, '\\x00', 'multi', 2000, 2500, 5000, 'x', platform.now(), 'btag')`.execute(
      base.db,
    )
    await sql`
      insert into betting.leg (bet_id, n, match_id, market_id, odd_key, price, start_time)
      select ${betId}, n, n, '1', '1', 1000 + n * 300, platform.now() from generate_series(1, 2) n`.execute(base.db)
  }
  return made
}

type State = 'won' | 'lost' | 'void' | 'open'

/** Settles each bet one more time, as a product's settlement does. */
const settle = (db: Db | Tx, betIds: readonly bigint[], state: State) =>
  sql`
    update betting.bet set state = ${state}, times_settled = times_settled + 1, returned = case when ${state} = 'won' then 5000 else cashed end,
      settled_at = case when ${state} <> 'open' then platform.now() end
    where bet_id = any(${betIds}::bigint[])`.execute(db)

const note = (tx: Tx, tickets: readonly SettledTicket[]): Promise<void> =>
  sql`
    insert into public.seen (reader, bet_id, times)
    select ${name}, * from unnest(${tickets.map((ticket) => ticket.betId)}::bigint[], ${tickets.map((ticket) => ticket.timesSettled)}::int[])`
    .execute(tx)
    .then(() => undefined)

async function drain(db: Db = base.db, limit = 10): Promise<void> {
  while ((await followFeed(db, settledFeed(), { name, limit }, note)) === 'more');
}

/** The settlements since the last call, as a reader reads them. */
async function unread(): Promise<readonly SettledTicket[]> {
  const all: SettledTicket[] = []
  const reader = { name: 'reads tickets', limit: 1000 }
  await followFeed(base.db, settledFeed(), reader, async (_tx, tickets) => void all.push(...tickets))
  return all
}

async function seen(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select bet_id || '/' || times as text from public.seen where reader = ${name} order by place`.execute(base.db)
  return rows.map((row) => row.text)
}

/** A settlement whose transaction has written its rows and commits when the test allows it. */
async function lateSettlement(betIds: readonly bigint[]) {
  const wrote = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const done = transact(secondPool, async (tx) => {
    await settle(tx, betIds, 'won')
    wrote.resolve()
    await go.promise
  })
  await wrote.promise
  return { commit: () => (go.resolve(), done) }
}

test('a settlement that commits late is read after its commit: no settlement is skipped or read twice', async () => {
  const [late, ...soon] = (await place(4)) as [bigint, ...bigint[]]
  await drain()
  const before = await seen()
  const open = await lateSettlement([late])
  await settle(base.db, soon, 'lost')
  // The feed does not pass the open settlement, whose number is lower than those of the others.
  await drain()
  expect(await seen()).toEqual(before)
  await open.commit()
  await drain()
  await drain()
  const own = (await seen()).slice(before.length)
  expect(own.toSorted()).toEqual([late, ...soon].map((id) => `${id}/1`).toSorted())
})

test('many concurrent settlements, read by two processes in small batches, are each read once', async () => {
  const made = await place(120)
  const reading = { on: true }
  const readers = [base.db, secondPool].map(async (db) => {
    while (reading.on) await drain(db, 7)
  })
  const settling = Array.from({ length: 12 }, (_, at) =>
    transact(base.db, async (tx) => {
      for (const betId of made.slice(at * 10, at * 10 + 10)) await settle(tx, [betId], at % 2 ? 'won' : 'lost')
    }),
  )
  await Promise.all(settling)
  reading.on = false
  await Promise.all(readers)
  await drain()
  const own = (await seen()).filter((text) => made.some((id) => text === `${id}/1`))
  expect(own).toHaveLength(120)
  expect(new Set(own).size).toBe(120)
  expect(await unreadSince(base.db, name)).toBeUndefined()
})

test('a corrected ticket is read again with its current state, and a settlement that was replaced unread is left out', async () => {
  const [one, two] = (await place(2)) as [bigint, bigint]
  await settle(base.db, [one], 'won')
  await drain()
  await settle(base.db, [one], 'open')
  await settle(base.db, [one, two], 'void')
  const mine = (await unread()).filter(({ betId }) => betId === one || betId === two)
  expect(mine).toMatchObject([
    { betId: one, state: 'void', timesSettled: 3, returned: 0n },
    { betId: two, state: 'void', timesSettled: 1 },
  ])
  await drain()
  expect((await seen()).filter((text) => text.startsWith(`${one}/`))).toEqual([`${one}/1`, `${one}/3`])
})

test('a ticket is read with its money and prices, also if it was fully cashed out', async () => {
  const [won, cashed, part] = (await place(3)) as [bigint, bigint, bigint]
  await settle(base.db, [won], 'won')
  await sql`
    update betting.bet set cashed = 1500, returned = 1500, times_cashed = 1, left_stake = 0, left_win = 0, state = 'cashed_out',
      settled_at = platform.now() where bet_id = ${cashed}`.execute(base.db)
  await sql`
    update betting.bet set cashed = 700, returned = 700, times_cashed = 1, left_stake = 1000, left_win = 2500
    where bet_id = ${part}`.execute(base.db)
  await settle(base.db, [part], 'lost')
  const tickets = await unread()
  const of = (id: bigint) => tickets.find(({ betId }) => betId === id)
  expect(of(won)).toEqual({
    ...{ betId: won, bettor: 7n, product: 'sports', state: 'won', stake: 2000n, bonusStake: 0n, decidedStake: 2000n },
    ...{ totalOdds: 2500n, lowestLegOdds: 1300n, returned: 5000n, cashed: 0n, boost: 0n, tax: 0n },
    ...{ placedAt: expect.any(Date), settledAt: expect.any(Date), timesSettled: 1, attribution: 'btag' },
  })
  expect(of(cashed)).toMatchObject({ state: 'cashed_out', decidedStake: 0n, returned: 1500n, cashed: 1500n })
  expect(of(part)).toMatchObject({ state: 'lost', decidedStake: 1000n, timesSettled: 1 })
})

test('settlements that a reader does not select are not read, and its cursor passes them', async () => {
  await drain()
  const before = await seen()
  const [won, ...lost] = (await place(3)) as [bigint, ...bigint[]]
  await settle(base.db, [won], 'won')
  await settle(base.db, lost, 'lost')
  const concerns: SettledFilter = async (_, all) => all.filter(({ state }) => state === 'won')
  await followFeed(base.db, settledFeed(concerns), { name }, note)
  await drain()
  expect((await seen()).slice(before.length)).toEqual([`${won}/1`])
})

test('readSettled reads the feed to its end; what follows a commit runs once after each, and sees it', async () => {
  await drain()
  const bets = await place(3)
  await settle(base.db, bets, 'lost')
  const committed: unknown[] = []
  const isAtEnd = await readSettled(
    base.db,
    { name, limit: 1 },
    async (tx, tickets) => {
      const own = tickets.filter(({ isNew }) => isNew)
      await note(tx, own)
      return own.map(({ betId, timesSettled }) => `${betId}/${timesSettled}`)
    },
    async (texts) => void committed.push([texts, (await seen()).slice(-1)]),
  )
  expect(isAtEnd).toBe(true)
  expect(committed).toEqual(bets.map((betId) => [[`${betId}/1`], [`${betId}/1`]]))
})

test('the retention deletes the rows that every reader has read, and its dry run counts exactly those', async () => {
  await drain()
  await settle(base.db, await place(1), 'lost')
  await sql`update betting.settled_reader set no = 0 where name <> ${name}`.execute(owner)
  const past = new Date(Date.now() + 3_600_000)
  expect(await settledFeedRetention.count(owner, past)).toBe(0)
  expect(await settledFeedRetention.chunk(owner, past)).toBe(0)
  await sql`delete from betting.settled_reader where name <> ${name}`.execute(owner)
  const readByAll = await settledFeedRetention.count(owner, past)
  expect(readByAll).toBeGreaterThan(0)
  expect(await settledFeedRetention.chunk(owner, past)).toBe(readByAll)
  await drain()
  expect(await settledFeedRetention.count(owner, past)).toBe(1)
  expect(await settledFeedRetention.chunk(owner, past)).toBe(1)
})
