import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { jackpot } from '@nare/contract/jackpot'
import { sandbox } from '@nare/contract/sandbox'
import { verifyLedger } from '#modules/ledger/ledger'
import { settleTicketSet } from '#modules/tickets/tickets'
import { transact } from '#platform/db'
import { lockExclusive } from '#platform/locks'
import { openSealing } from '#platform/sealing'
import { testApp, type TestApp } from '#testing/app'
import { jackpotWorld, one, type TestPool } from '#testing/jackpots'
import type { SeededBettor } from '#testing/seed'
import { waitingForLocks } from '#testing/waiting'
import { verifyJackpots } from './jackpot.ts'
import { openPots } from './pot.ts'
import { settlePool, type SettlingDeps } from './settling.ts'

let nare: TestApp
const { pool, place, end, results, shown } = jackpotWorld(() => nare)
const balance = async ({ id }: SeededBettor) => (await nare.app.ledger.balances(id)).balance
const bettor = async (shillings = 100): Promise<SeededBettor> => await nare.bettor(shillings)

beforeAll(async () => {
  nare = await testApp({ DB_MONEY_POOL: '8', JACKPOT_KEY: '7'.repeat(64) })
})
afterAll(async () => {
  const checks = [...(await verifyJackpots(nare.app.db)), ...(await verifyLedger(nare.app.db))]
  await nare.close()
  expect(checks.filter((c) => c.broken > 0)).toEqual([])
})

test('a hundred concurrent identical commands place one ticket', async () => {
  const [at, who, id] = [await pool(3), await bettor(), randomUUID()]
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => place(at, who.token, [one.home, one.draw, ['draw', 'home_team']], id)),
  )
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.bet.bet_id} ${body.stake}`)).size).toBe(1)
  expect(await balance(who)).toBe(8000n)
  expect(await place(at, who.token, [one.home, one.draw, one.draw], id)).toMatchObject({ body: { code: 'id_reused' } })
  expect(await shown(at)).toMatchObject({ pool: { staked: '20.00' } })
})

test('a hundred concurrent tickets against a balance for ten place ten', async () => {
  const [at, who] = [await pool(2), await bettor()]
  const replies = await Promise.all(Array.from({ length: 100 }, () => place(at, who.token, [one.home, one.draw])))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(new Set(replies.flatMap(({ status, body }) => (status === 201 ? [] : [body['code']])))).toEqual(
    new Set(['insufficient_funds']),
  )
  expect(await balance(who)).toBe(0n)
})

test('no ticket is accepted after the commit of a kick-off, a result or a close, in any interleaving', async () => {
  for (const how of ['live', 'result', 'cancelled'] as const) {
    const [at, ...all] = [await pool(2), ...(await nare.bettors(30, 100))] as [TestPool, ...SeededBettor[]]
    let stopped = false
    const bets = all.map(async (who, n) => {
      for (let tries = 0; tries < 6; tries++) {
        const after = stopped
        const { status } = await place(at, who.token, [one.home, n % 2 ? one.draw : one.away])
        if (after) expect([how, status]).toEqual([how, 422])
      }
    })
    const match_id = at.matches[1] ?? ''
    if (how === 'live') await nare.call(sandbox.driveMatch, { match_id, state: 'live' })
    if (how === 'result') await nare.call(sandbox.resultMatch, { match_id, full_time: '1:0' })
    if (how === 'cancelled') await nare.call(sandbox.resultMatch, { match_id, cancelled: true, reason: 'flood' })
    stopped = true
    await Promise.all(bets)
    await end(at, ['home_team', 'draw'])
    await nare.call(sandbox.quiet, {})
    expect(await results(at)).toMatchObject({ state: 'settled' })
  }
})

test.each(['match', 'jackpot'] as const)(
  'a ticket waits for the transaction that has locked its %s, and is decided by the committed state',
  async (kind) => {
    const [at, who] = [await pool(2), await bettor()]
    let answered = false
    const placing = await transact(nare.base.db, async (tx) => {
      await lockExclusive(tx, kind, [Number(kind === 'match' ? at.matches[1] : at.id)])
      const reply = place(at, who.token, [one.home, one.home]).finally(() => (answered = true))
      await expect.poll(async () => answered || (await waitingForLocks(nare.base.db)) > 0).toBe(true)
      if (kind === 'match')
        await sql`update catalog.match set state = 'live' where id = ${at.matches[1]}::int`.execute(tx)
      else
        await sql`update jackpot.pool set state = 'closed', closed_at = platform.now() where id = ${at.id}::int`.execute(
          tx,
        )
      return { reply }
    })
    expect(await placing.reply).toMatchObject({ status: 422, body: { code: 'match_started' } })
    expect(await balance(who)).toBe(10_000n)
  },
)

test('settling a set of tickets again changes and pays nothing', async () => {
  const [at, who] = [await pool(1), await bettor()]
  const { bet_id } = (await place(at, who.token, [one.home])).body.bet
  const rows = sql`select ${bet_id}::bigint as bet_id, 'won' as state, 700::bigint as returned`
  const set = { rows, after: 0n, last: BigInt(bet_id) }
  const settle = () => transact(nare.app.db, (tx) => settleTicketSet(nare.app, tx, { product: 'jackpot', ...set }))
  const foreign = await transact(nare.app.db, (tx) => settleTicketSet(nare.app, tx, { product: 'sports', ...set }))
  expect([foreign.settled, (await settle()).settled, (await settle()).settled]).toEqual([0, 1, 0])
  expect(await balance(who)).toBe(9700n)
  // The pool has no record of this payment, so the test corrects its books.
  await sql`update jackpot.pool set paid = 700 where id = ${at.id}::int`.execute(nare.base.db)
})

/** The settlement of this server, as another process would run it. */
const deps = (given: Partial<SettlingDeps> = {}): SettlingDeps => ({
  db: nare.app.db,
  catalog: nare.app.catalog,
  ledger: nare.app.ledger,
  pots: openPots(nare.app.ledger),
  sealing: openSealing({ key: Buffer.from('7'.repeat(64), 'hex') }),
  now: async () => nare.app.clock.date(),
  events: { settled: () => undefined },
  onPaid: async () => undefined,
  ticketsInChunk: 7,
  ...given,
})

/** A closed pool with tickets and all results that is not settled yet: its results were written without the server. */
async function unsettled(tickets: number, given: Parameters<typeof pool>[1] = {}): Promise<[TestPool, SeededBettor[]]> {
  const at = await pool(2, {
    tiers: [
      { correct: 2, share: 50 },
      { correct: 1, share: 20 },
    ],
    ...given,
  })
  const bettors = await nare.bettors(tickets, 100)
  await Promise.all(bettors.map(({ token }, n) => place(at, token, [one.home, n % 3 ? one.draw : one.away])))
  await sql`update jackpot.pool set state = 'closed', closed_at = platform.now() where id = ${at.id}::int`.execute(
    nare.base.db,
  )
  for (const match_id of at.matches)
    await sql`
      insert into catalog.result (match_id, version, kind, full_home, full_away, certainty, source, at)
      values (${match_id}::int, 1, 'result', 1, ${match_id === at.matches[0] ? 0 : 1}, 2, 'test', platform.now())`.execute(
      nare.base.db,
    )
  return [at, bettors]
}

test('a settlement that is killed in any chunk continues after it, and two concurrent settlements pay once', async () => {
  const [at, all] = await unsettled(50)
  let parts = 0
  for (let tries = 0; tries < 6; tries++) {
    const dies = deps({
      onPaid: async () => {
        if (++parts % 2 === 0) throw new Error('killed after a commit')
      },
    })
    await settlePool(dies, Number(at.id)).catch((error: unknown) => expect(String(error)).toContain('killed'))
  }
  expect(parts).toBeGreaterThan(4)
  await Promise.all(Array.from({ length: 5 }, () => settlePool(deps(), Number(at.id))))
  const { tiers } = await results(at)
  expect(tiers).toMatchObject([
    { lines: 33, prize_each: '7.57' },
    { lines: 17, prize_each: '5.88' },
  ])
  const paid = await Promise.all(all.map(balance))
  expect(paid).toEqual(all.map((_, n) => 9000n + (n % 3 ? 757n : 588n)))
})

test('a chunk that fails is rolled back completely', async () => {
  const [at, all] = await unsettled(10)
  const ledger: SettlingDeps['ledger'] = {
    ...nare.app.ledger,
    credit: () => Promise.reject(new Error('no money moves')),
  }
  await expect(settlePool(deps({ ledger }), Number(at.id))).rejects.toThrow('no money moves')
  expect(await Promise.all(all.map(balance))).toEqual(all.map(() => 9000n))
  expect(await Promise.all([settlePool(deps(), Number(at.id)), settlePool(deps(), Number(at.id))])).toEqual([
    'settled',
    'settled',
  ])
})

test('two servers settle one pool once', async () => {
  const other = await testApp({ JACKPOT_KEY: '7'.repeat(64) }, { base: nare.base })
  const [at, all] = await unsettled(40)
  await Promise.all([nare.app.jackpots.advanceDue(), other.app.jackpots.advanceDue()])
  await nare.app.jackpots.advanceDue()
  await other.close()
  expect(await results(at)).toMatchObject({ state: 'settled' })
  expect((await Promise.all(all.map(balance))).every((cash) => cash > 9000n)).toBe(true)
})

test('a chunk of a settlement waits for the lock of its pool, and then uses the committed state', async () => {
  const [at, all] = await unsettled(5)
  let parts = 0
  expect(await settlePool(deps(), Number(at.id), () => parts++ === 0)).toBe('stopped')
  const settling = await transact(nare.base.db, async (tx) => {
    await sql`select from jackpot.pool where id = ${at.id}::int for update`.execute(tx)
    const done = settlePool(deps(), Number(at.id))
    await expect.poll(() => waitingForLocks(tx)).toBeGreaterThan(0)
    await sql`update jackpot.pool set state = 'open', closed_at = null where id = ${at.id}::int`.execute(tx)
    return { done }
  })
  expect(await settling.done).toBe('waiting')
  expect(await Promise.all(all.map(balance))).toEqual(all.map(() => 9000n))
  await sql`update jackpot.pool set state = 'closed', closed_at = platform.now() where id = ${at.id}::int`.execute(
    nare.base.db,
  )
  expect(await settlePool(deps(), Number(at.id))).toBe('settled')
})

test('pools that wait for a result indefinitely do not prevent the settlement of other pools', async () => {
  const match_ids = [await nare.match()]
  const terms = {
    match_ids,
    stake: '10.00',
    mode: 'pool',
    void_policy: 'drop',
    tiers: [{ correct: 1, share: 50 }],
  } as const
  for (let n = 0; n < 50; n++)
    await nare.call(sandbox.createJackpot, { ...terms, match_ids, tiers: [...terms.tiers], name: `Waits ${n}` })
  await sql`
    update jackpot.pool set state = 'closed', closed_at = platform.now() where name like 'Waits %'`.execute(
    nare.base.db,
  )
  const [at] = await unsettled(3)
  const other = await testApp({ JACKPOT_KEY: '7'.repeat(64) }, { base: nare.base })
  await other.app.jackpots.advanceDue()
  await other.app.jackpots.advanceDue()
  await other.close()
  expect(await results(at)).toMatchObject({ state: 'settled' })
})

test('a pool whose seed cannot be decrypted draws no void match: it is cancelled for that reason and reveals no seed', async () => {
  const at = await pool(2)
  const who = await bettor()
  await place(at, who.token, [one.home, one.draw])
  await sql`update jackpot.pool set state = 'closed', closed_at = platform.now() where id = ${at.id}::int`.execute(
    nare.base.db,
  )
  for (const match_id of at.matches)
    await sql`
      insert into catalog.result (match_id, version, kind, certainty, source, at)
      values (${match_id}::int, 1, 'cancelled', 2, 'test', platform.now())`.execute(nare.base.db)
  const other = deps({ sealing: openSealing({ key: Buffer.alloc(32) }) })
  expect(await settlePool(other, Number(at.id))).toBe('cancelled')
  expect(await balance(who)).toBe(10_000n)
  const shownResults = (await nare.call(jackpot.results, { id: at.id })).body.data
  expect([shownResults.seed, shownResults.matches.map(({ drawn }) => drawn)]).toEqual([
    undefined,
    [undefined, undefined],
  ])
  const stored = await sql<{ reason: string }>`
    select plan ->> 'reason' as reason from jackpot.pool where id = ${at.id}::int`.execute(nare.base.db)
  expect(stored.rows).toEqual([{ reason: 'seed lost' }])
})
