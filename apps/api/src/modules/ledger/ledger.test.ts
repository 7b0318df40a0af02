import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { transact } from '#platform/db'
import { testDatabase, type TestDatabase } from '#testing/database'
import { openLedger, type Ledger } from './ledger.ts'
import { verifyLedger } from './verify.ts'
import { sql } from 'kysely'
import fc from 'fast-check'

let base: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  base = await testDatabase()
  ledger = await openLedger({ db: base.db, currency: 'KES' })
  for (const bettor of [1n, 2n]) await transact(base.db, (tx) => ledger.openBettor(tx, bettor))
})
afterAll(() => base.close())

async function move(id: string, bettor: bigint, amount: bigint) {
  return transact(base.db, async (tx) => {
    const cash = (await ledger.lockCash(tx, [bettor])).get(bettor)
    if (!cash) throw new Error('no such bettor')
    const postings = [
      { account: cash.account, amount: money(amount) },
      { account: ledger.house('house:sandbox'), amount: money(-amount) },
    ]
    return (await ledger.post(tx, [{ id, kind: 'test', postings }]))[0]
  })
}

test('posting one transfer a hundred times at once moves the money once', async () => {
  const all = await Promise.all(Array.from({ length: 100 }, () => move('gift', 1n, 5000n)))
  expect(all.filter((one) => one === 'posted')).toHaveLength(1)
  expect(all.filter((one) => one === 'repeated')).toHaveLength(99)
  expect((await ledger.balances(1n)).balance).toBe(5000n)
})

test('a hundred different debits against money for ten take ten', async () => {
  await move('fund', 2n, 1000n)
  const all = await Promise.all(Array.from({ length: 100 }, (_, n) => move(`take-${n}`, 2n, -100n)))
  expect(all.filter((one) => one === 'posted')).toHaveLength(10)
  expect(all.filter((one) => one === 'insufficient_funds')).toHaveLength(90)
  expect((await ledger.balances(2n)).balance).toBe(0n)
})

test('the same id with other content is refused', async () => {
  expect(await move('gift', 1n, 1n)).toBe('id_reused')
})

test('a random course of transfers, corrections and debts keeps every proof of the books', async () => {
  const step = fc.record({
    bettor: fc.constantFrom(1n, 2n),
    amount: fc.bigInt(-20_000n, 20_000n).filter((n) => n !== 0n),
    how: fc.constantFrom('move', 'credit', 'back'),
  })
  let n = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const { bettor, amount, how } of steps) {
        const id = `course-${n++}`
        const one = {
          id,
          kind: 'test',
          bettor,
          amount: money(amount < 0n ? -amount : amount),
          against: ledger.house('house:sandbox'),
        }
        if (how === 'move') await move(id, bettor, amount)
        else await transact(base.db, (tx) => (how === 'credit' ? ledger.credit(tx, [one]) : ledger.takeBack(tx, [one])))
      }
      await ledger.checkpoint()
      expect((await verifyLedger(base.db)).filter((check) => check.broken > 0)).toEqual([])
    }),
    { numRuns: 15 },
  )
})

test('what a bettor owes is repaid by the next credit before anything reaches the cash', async () => {
  await transact(base.db, (tx) => ledger.openBettor(tx, 3n))
  const against = ledger.house('house:sandbox')
  const pay = (id: string, amount: bigint) =>
    transact(base.db, (tx) => ledger.credit(tx, [{ id, kind: 'win', bettor: 3n, amount: money(amount), against }]))
  await pay('win-1', 300n)
  await transact(base.db, (tx) =>
    ledger.takeBack(tx, [{ id: 'back-1', kind: 'correction', bettor: 3n, amount: money(1000n), against }]),
  )
  expect((await ledger.balances(3n)).balance).toBe(0n)
  await pay('win-2', 900n)
  expect((await ledger.balances(3n)).balance).toBe(200n)
})

test('nothing posted can be changed, deleted or truncated, not even past the rights', async () => {
  for (const statement of [
    'update ledger.entry set amount = 1',
    'delete from ledger.transfer',
    'truncate ledger.entry',
  ]) {
    await expect(sql.raw(statement).execute(base.db)).rejects.toThrow(/permission denied/)
    await expect(sql.raw(`set role none; ${statement}`).execute(base.db)).rejects.toThrow(/append-only/)
  }
})

test('a broken balance is found by the verifier', async () => {
  const bad = await testDatabase({ size: 2 })
  const other = await openLedger({ db: bad.db, currency: 'KES' })
  await transact(bad.db, (tx) => other.openBettor(tx, 1n))
  await sql`update ledger.account set balance = 5 where owner = 1 and kind = 'cash'`.execute(bad.db)
  expect((await verifyLedger(bad.db)).filter((check) => check.broken > 0).map((check) => check.name)).toEqual([
    'each stored balance equals its entries',
  ])
  await bad.close()
})
