import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { offsetInDatabase, openClock, type SettableClock } from '#platform/clock'
import { openDb, transact } from '#platform/db'
import { openLog } from '#platform/log'
import { testDatabase, type TestDatabase } from '#testing/database'
import { openPlans } from '#testing/plans'
import { handKinds, kindsWhere, transferKinds, type TransferKind } from './kinds.ts'
import { bettorMoves, depositedSince, openLedger, playTotalsSince, verifyLedger, type Ledger } from './ledger.ts'

const zone = 'Africa/Nairobi'
const hourS = 3600
let base: TestDatabase
let ledger: Ledger
let clock: SettableClock
let sequence = 0

beforeAll(async () => {
  base = await testDatabase({ size: 8 })
  clock = await openClock(offsetInDatabase(base.db))
  ledger = await openLedger({ db: base.db, currency: 'KES' })
})
afterAll(() => base.close())

async function bettor(): Promise<bigint> {
  const owner = BigInt(++sequence)
  await transact(base.db, (tx) => ledger.openBettor(tx, owner))
  await pay(owner, 'test_money', 1_000_000n)
  return owner
}

const transferOf = (owner: bigint, kind: TransferKind, amount: bigint) => ({
  id: `${kind}/${sequence++}`,
  kind,
  bettor: owner,
  amount: money(amount),
  against: ledger.house('house:sandbox'),
})
const pay = (owner: bigint, kind: TransferKind, amount: bigint) =>
  transact(base.db, (tx) => ledger.credit(tx, [transferOf(owner, kind, amount)]))
const take = (owner: bigint, kind: TransferKind, amount: bigint) =>
  transact(base.db, (tx) => ledger.clawBack(tx, [transferOf(owner, kind, amount)]))

/** The midnights in Nairobi of today and of some days before. */
const midnights = () =>
  [0, 1, 4].map((days) => {
    const day = Math.floor((clock.now() / 1000 + 3 * hourS) / 86_400) - days
    return new Date((day * 86_400 - 3 * hourS) * 1000)
  })

const handKind: ReadonlySet<string> = new Set(handKinds)
/** The kinds that may move money against any account of the house. */
const playKinds = kindsWhere((row) => row.direction !== 'internal' && !row.returnable).filter(
  (kind) => !handKind.has(kind),
)

test('summed days plus later entries equal a sum over all entries', async () => {
  const step = fc.record({
    kind: fc.constantFrom(...playKinds),
    amount: fc.bigInt(1n, 5000n),
    then: fc.constantFrom('continue', 'continue', 'wait', 'roll up', 'roll up concurrently'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const owner = await bettor()
      for (const { kind, amount, then } of steps) {
        await (transferKinds[kind].direction === 'debit' ? take(owner, kind, amount) : pay(owner, kind, amount))
        if (then === 'wait') await clock.advance(17 * hourS)
        if (then === 'roll up') await ledger.rollUp([owner], zone)
        if (then === 'roll up concurrently')
          await Promise.all(Array.from({ length: 4 }, () => ledger.rollUp([owner, 1n], zone)))
        const since = midnights()
        const scanned = await playTotalsSince(base.db, { bettors: [owner], since, midnights: false })
        expect(await playTotalsSince(base.db, { bettors: [owner], since, midnights: true })).toEqual(scanned)
        const all = await bettorMoves(base.db, { bettor: owner, kinds: [...playKinds, 'test_money'], most: 100 })
        for (const kinds of [['deposit'], ['win', 'test_money'], ['withdrawal', 'prize', 'deposit']] as const) {
          const own = all.filter((move) => kinds.some((one) => one === move.kind))
          expect(await bettorMoves(base.db, { bettor: owner, kinds, most: 100 })).toEqual(own)
          expect(await bettorMoves(base.db, { bettor: owner, kinds, most: 1 })).toEqual(own.slice(0, 1))
          const [before] = own
          if (before)
            expect(await bettorMoves(base.db, { bettor: owner, kinds, before, most: 2 })).toEqual(own.slice(1, 3))
        }
        const deposited = since.map((at) =>
          all.reduce((sum, move) => {
            const counts = move.kind === 'deposit' && move.at >= BigInt(at.getTime()) * 1000n
            return counts ? sum + move.amount + (move.beside ?? 0n) : sum
          }, 0n),
        )
        expect(await depositedSince(base.db, { bettor: owner, since })).toEqual(deposited)
      }
    }),
    { numRuns: 20 },
  )
  expect((await verifyLedger(base.db)).filter((check) => check.broken > 0)).toEqual([])
})

test('the verifier finds a wrongly summed day', async () => {
  const owner = await bettor()
  await take(owner, 'stake', 300n)
  await ledger.rollUp([owner], zone)
  const change = (by: number) =>
    sql`update ledger.played_day set staked = staked + ${by}::int where owner = ${owner}::bigint`.execute(base.db)
  await change(1)
  const broken = (await verifyLedger(base.db)).filter((check) => check.broken > 0).map((check) => check.name)
  expect(broken).toEqual(['play summed by days equals its entries'])
  await change(-1)
  const names = async () => (await verifyLedger(base.db)).filter((check) => check.broken > 0).map(({ name }) => name)
  const { db: superuser } = openDb(base.connection, { size: 1, log: openLog('silent'), role: 'none' })
  const unlist = () =>
    sql`update ledger.played_move set transfer_no = -transfer_no where owner = ${owner}::bigint`.execute(superuser)
  await unlist()
  expect(await names()).toEqual(['transfers listed by kind add up with their entries'])
  await unlist()
  expect(await names()).toEqual([])
  await superuser.destroy()
})

test('stakes and returns are summed by kind, with corrections deducted from returns and debt included', async () => {
  const owner = await bettor()
  const since = midnights().slice(0, 1)
  await take(owner, 'stake', 300n)
  await pay(owner, 'win', 500n)
  await take(owner, 'correction', 2_000_000n)
  const [play] = (await playTotalsSince(base.db, { bettors: [owner], since, midnights: true })).get(owner) ?? []
  expect(play).toEqual({ staked: 300n, returned: 500n - 2_000_000n })
})

test.each([50n, 20_000n])(
  'a deposit counts with its amount before tax, including the part that repaid a debt of %d',
  async (debt) => {
    const owner = await bettor()
    await take(owner, 'correction', 1_000_000n + debt)
    await transact(base.db, (tx) =>
      ledger.credit(tx, [
        {
          ...transferOf(owner, 'deposit', 9500n),
          also: [{ account: ledger.house('tax:excise'), amount: money(500n) }],
        },
      ]),
    )
    expect(await depositedSince(base.db, { bettor: owner, since: midnights().slice(0, 2) })).toEqual([10_000n, 10_000n])
  },
)

test('no transfer since a moment has a lower number than the first number found for it', async () => {
  const owner = await bettor()
  for (let n = 0; n < 40; n++) {
    await pay(owner, 'win', 1n)
    if (n % 3 === 0) await clock.advance(n % 2 ? 90 : 3 * hourS)
  }
  const { rows } = await sql<{ wrong: number; late: number }>`
    select count(*) filter (where first.no < ledger.first_no(t.at))::int as wrong,
      count(*) filter (where ledger.first_no(t.at) > 1)::int as late
    from ledger.transfer t, lateral (select min(no) as no from ledger.transfer l where l.at >= t.at) first`.execute(
    base.db,
  )
  expect(rows[0]?.wrong).toBe(0)
  expect(rows[0]?.late).toBeGreaterThan(0)
})

test('deposits of one bettor are read by their keys, however many others the house has', async () => {
  const others = Array.from({ length: 30 }, (_, n) => BigInt(1_000_000 + n))
  await transact(base.db, async (tx) => {
    for (const one of others) await ledger.openBettor(tx, one)
    const stakes = others.flatMap((one) => Array.from({ length: 300 }, () => transferOf(one, 'test_money', 500n)))
    await ledger.credit(tx, stakes)
  })
  const owner = await bettor()
  await pay(owner, 'deposit', 700n)
  const plans = openPlans(base.connection)
  await sql`vacuum analyze ledger.entry, ledger.account, ledger.transfer`.execute(plans.db)
  // As the server's connections plan it after a few calls: for any values.
  await sql`set plan_cache_mode = force_generic_plan`.execute(plans.db)
  const since = midnights().slice(0, 2)
  expect(await plans.rowsRead('entry', () => depositedSince(plans.db, { bettor: owner, since }))).toBeLessThan(20)
  await plans.db.destroy()
})
