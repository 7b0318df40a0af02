import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { betting } from '@nare/contract/betting'
import { payments } from '@nare/contract/payments'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf, type Bets } from '#testing/bets'
import { testDatabase, type TestDatabase } from '#testing/database'
import { postgresProxy, type PostgresProxy } from '#testing/postgres-proxy'
import type { SeededBettor } from '#testing/seed'
import { waitingForLocks } from '#testing/waiting'
import { withdraw } from '#testing/withdraw'

// Each test waits for the deadline of ten seconds; all of them run concurrently.
vi.setConfig({ testTimeout: 60_000, maxConcurrency: 9 })

let base: TestDatabase
/** An application without a proxy between it and the database. */
let direct: TestApp
let bets: Bets
/** Reads the state of other connections, which the application's role may not read. */
let owner: pg.Pool
/** Bettors with KSh 1,000 each; a test removes the ones it uses. */
let bettors: SeededBettor[]

beforeAll(async () => {
  base = await testDatabase({ size: 4 })
  direct = await testApp({}, { base })
  bets = betsOn(direct)
  owner = new pg.Pool({ ...base.connection, max: 4 })
  bettors = await direct.bettors(20, 1000)
})
afterAll(async () => {
  await owner.end()
  await direct.close()
  await base.close()
})

function newBettor(): SeededBettor {
  const one = bettors.pop()
  if (!one) throw new Error('no bettor is left')
  return one
}

type Hanging = { nare: TestApp; proxy: PostgresProxy; bettor: SeededBettor; match: string }

/** A separate application behind a proxy that can hang, with its own bettor and match. */
async function hanging(work: (setup: Hanging) => Promise<void>): Promise<void> {
  const proxy = await postgresProxy(base.connection)
  const nare = await testApp({}, { size: 4, base: { ...base, connection: proxy.connection } })
  try {
    await work({ nare, proxy, bettor: newBettor(), match: await direct.match() })
  } finally {
    await proxy.close()
    await nare.close()
  }
}

/** Waits until the database has no open transaction. */
async function untilNothingIsOpen(): Promise<void> {
  await vi.waitFor(async () => {
    const open = await owner.query<{ count: number }>(`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`)
    expect(open.rows[0]?.count).toBe(0)
  }, 20_000)
}

const place = ({ nare, bettor, match }: Hanging, id: string) =>
  nare.call(betting.place, slipOf([pick(match)], { id }), bettor.token)
const found = async ({ bettor }: Hanging, id: string) => (await direct.call(betting.bet, { id }, bettor.token)).status

test.concurrent.each([
  ['at the prices', 'catalog.market'],
  ["at the payer's lock", 'ledger.account'],
  ['at the stakes', 'insert into ledger.transfer'],
  ['at the bets', 'insert into betting.bet'],
  ['at the last write', 'insert into betting.exposure'],
])('a bet whose database hangs %s is refused as overloaded, and is never placed', async (_where, text) => {
  await hanging(async (setup) => {
    const id = randomUUID()
    const paused = setup.proxy.blockStatements(text)
    const placed = place(setup, id)
    await paused.met
    expect(await placed).toMatchObject({ status: 503, body: { code: 'overloaded' } })
    paused.release()
    expect((await place(setup, randomUUID())).status).toBe(201)
    await untilNothingIsOpen()
    expect(await found(setup, id)).toBe(404)
    expect(await bets.balance(setup.bettor.token)).toBe('900.00')
  })
})

test.concurrent('a bet whose COMMIT gets no response is reported as unknown, and is found by the id of its command', async () => {
  await hanging(async (setup) => {
    const id = randomUUID()
    expect((await place(setup, randomUUID())).status).toBe(201)
    const paused = setup.proxy.blockAnswers('; commit')
    const placed = place(setup, id)
    await paused.met
    expect(await placed).toMatchObject({ status: 503, body: { code: 'unknown' } })
    expect(await found(setup, id)).toBe(200)
    paused.release()
    expect(await place(setup, id)).toMatchObject({ status: 201, body: { bet: { id }, balance: '800.00' } })
  })
})

test.concurrent('a COMMIT that arrives after the deadline places nothing', async () => {
  await hanging(async (setup) => {
    const id = randomUUID()
    expect((await place(setup, randomUUID())).status).toBe(201)
    const paused = setup.proxy.blockStatements('; commit')
    const placed = place(setup, id)
    await paused.met
    expect(await placed).toMatchObject({ status: 503, body: { code: 'unknown' } })
    await vi.waitFor(async () => {
      const left = await owner.query<{ late: boolean }>(`
        select bool_and(clock_timestamp() > xact_start + interval '10 seconds') as late from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`)
      expect(left.rows[0]?.late).toBe(true)
    }, 20_000)
    paused.release()
    await untilNothingIsOpen()
    expect(await found(setup, id)).toBe(404)
    expect(await bets.balance(setup.bettor.token)).toBe('900.00')
  })
})

test.concurrent('a deposit and a withdrawal whose database hangs are refused as overloaded, and take no effect later', async () => {
  await hanging(async (setup) => {
    const { nare, proxy, bettor } = setup
    const other = newBettor()
    const ids = [randomUUID(), randomUUID()] as const
    const holds = [
      proxy.blockStatements('insert into payments.deposit'),
      proxy.blockStatements('insert into payments.withdrawal'),
    ]
    const commands = [
      nare.call(payments.deposit, { id: ids[0], amount: '100' }, bettor.token),
      withdraw(nare, other.token, '500', ids[1]),
    ]
    await Promise.all(holds.map(({ met }) => met))
    for (const command of commands) expect(await command).toMatchObject({ status: 503, body: { code: 'overloaded' } })
    for (const paused of holds) paused.release()
    await untilNothingIsOpen()
    expect((await direct.call(payments.payment, { id: ids[0] }, bettor.token)).status).toBe(404)
    expect((await direct.call(payments.payment, { id: ids[1] }, other.token)).status).toBe(404)
    expect(await bets.balance(other.token)).toBe('1000.00')
  })
})

test.concurrent('a bet whose payer is locked for too long is refused as overloaded, and concurrent bets of another batch are placed', async () => {
  await hanging(async (setup) => {
    const id = randomUUID()
    const other = newBettor()
    const lock = await base.db.startTransaction().execute()
    try {
      await direct.app.ledger.lockCash(lock, [setup.bettor.id])
      const placed = place(setup, id)
      await vi.waitFor(async () => expect(await waitingForLocks(base.db)).toBe(1), 20_000)
      expect((await setup.nare.call(betting.place, slipOf([pick(setup.match)]), other.token)).status).toBe(201)
      expect(await placed).toMatchObject({ status: 503, body: { code: 'overloaded' } })
    } finally {
      await lock.rollback().execute()
    }
    expect(await found(setup, id)).toBe(404)
  })
})
