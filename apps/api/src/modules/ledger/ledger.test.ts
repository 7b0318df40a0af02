import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { transact } from '#platform/db'
import { testDatabase, type TestDatabase } from '#testing/database'
import type { TransferKind } from './kinds.ts'
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
    return (await ledger.post(tx, [{ id, kind: 'test_money', postings }]))[0]
  })
}

test('posting one transfer a hundred times concurrently moves the money once', async () => {
  const results = await Promise.all(Array.from({ length: 100 }, () => move('gift', 1n, 5000n)))
  expect(results.filter((result) => result === 'posted')).toHaveLength(1)
  expect(results.filter((result) => result === 'repeated')).toHaveLength(99)
  expect((await ledger.balances(1n)).balance).toBe(5000n)
})

test('of a hundred different debits against a balance for ten, ten succeed', async () => {
  await move('fund', 2n, 1000n)
  const results = await Promise.all(Array.from({ length: 100 }, (_, n) => move(`take-${n}`, 2n, -100n)))
  expect(results.filter((result) => result === 'posted')).toHaveLength(10)
  expect(results.filter((result) => result === 'insufficient_funds')).toHaveLength(90)
  expect((await ledger.balances(2n)).balance).toBe(0n)
})

test('the same id with other content is refused', async () => {
  expect(await move('gift', 1n, 1n)).toBe('id_reused')
})

test('after random transfers, corrections and debts the verifier finds nothing wrong', async () => {
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
          kind: 'test_money' as const,
          bettor,
          amount: money(amount < 0n ? -amount : amount),
          against: ledger.house('house:sandbox'),
        }
        if (how === 'move') await move(id, bettor, amount)
        else await transact(base.db, (tx) => (how === 'credit' ? ledger.credit(tx, [one]) : ledger.clawBack(tx, [one])))
      }
      await ledger.checkpoint()
      expect((await verifyLedger(base.db)).filter((check) => check.broken > 0)).toEqual([])
    }),
    { numRuns: 15 },
  )
})

test('the next credit repays a debt before it reaches the cash', async () => {
  await transact(base.db, (tx) => ledger.openBettor(tx, 3n))
  const against = ledger.house('house:sandbox')
  const pay = (id: string, amount: bigint) =>
    transact(base.db, (tx) => ledger.credit(tx, [{ id, kind: 'win', bettor: 3n, amount: money(amount), against }]))
  await pay('win-1', 300n)
  await transact(base.db, (tx) =>
    ledger.clawBack(tx, [{ id: 'back-1', kind: 'correction', bettor: 3n, amount: money(1000n), against }]),
  )
  expect((await ledger.balances(3n)).balance).toBe(0n)
  await pay('win-2', 900n)
  expect((await ledger.balances(3n)).balance).toBe(200n)
})

async function accountOf(bettor: bigint, kind: string): Promise<{ id: bigint; currency: string }> {
  const rows = await sql<{ id: bigint; currency: string }>`
    select id, currency from ledger.account where owner = ${bettor}::bigint and kind = ${kind}`.execute(base.db)
  const [row] = rows.rows
  if (!row) throw new Error(`bettor ${bettor} has no ${kind}`)
  return row
}

test('points have a separate currency, and the other accounts of a bettor are in money', async () => {
  const kinds = ['cash', 'bonus', 'debt', 'points']
  const currencies = await Promise.all(kinds.map(async (kind) => (await accountOf(1n, kind)).currency))
  expect(currencies).toEqual(['KES', 'KES', 'KES', 'PTS'])
})

test('a transfer that sums to zero only across currencies throws, and a transfer that sums to zero in each currency is posted', async () => {
  const points = await accountOf(1n, 'points')
  const [owing, house] = [await accountOf(1n, 'debt'), ledger.house('house:sports')]
  const posting = (account: bigint, amount: bigint) => ({ account, amount: money(amount) })
  const send = (id: string, postings: ReturnType<typeof posting>[]) =>
    transact(base.db, (tx) => ledger.post(tx, [{ id, kind: 'test_money', postings }]))
  await expect(send('across', [posting(points.id, 5n), posting(house, -5n)])).rejects.toThrow(
    /sums to -5 in KES|sums to 5 in PTS/,
  )
  expect(await send('each', [posting(owing.id, -5n), posting(house, 5n)])).toEqual(['posted'])
  expect((await ledger.balances(1n)).points).toBe(0)
})

test('a stake between accounts of different currencies throws', async () => {
  const { id } = await accountOf(1n, 'points')
  const from = { account: id, balance: money(1000n), currency: 'PTS' }
  const stake = {
    id: 'odd-stake',
    kind: 'stake' as const,
    about: 'bet/1',
    from,
    to: ledger.house('house:sports'),
    amount: money(5n),
  }
  await expect(transact(base.db, (tx) => ledger.postStakes(tx, [stake]))).rejects.toThrow(/from PTS to KES/)
})

test('a posting to an account that does not exist throws', async () => {
  const postings = [
    { account: 999_999n, amount: money(5n) },
    { account: ledger.house('house:sports'), amount: money(-5n) },
  ]
  const lost = transact(base.db, (tx) => ledger.post(tx, [{ id: 'lost', kind: 'test_money', postings }]))
  await expect(lost).rejects.toThrow(/account 999999 does not exist/)
})

test('corrections of the same bettors in opposite order do not deadlock', async () => {
  const all = Array.from({ length: 20 }, (_, n) => 100n + BigInt(n))
  for (const bettor of all) await transact(base.db, (tx) => ledger.openBettor(tx, bettor))
  const against = ledger.house('house:sports')
  const one = (id: string, bettor: bigint, kind: TransferKind) => ({ id, kind, bettor, amount: money(10n), against })
  const correctAll = (n: number) => {
    const half = all.length / 2
    const [from, to] = n % 2 ? [all.slice(half), all.slice(0, half)] : [all.slice(0, half), all.slice(half)]
    return base.db.transaction().execute((tx) =>
      ledger.correct(tx, {
        back: from.map((bettor) => one(`back/${n}/${bettor}`, bettor, 'correction')),
        due: to.map((bettor) => one(`due/${n}/${bettor}`, bettor, 'win')),
      }),
    )
  }
  await Promise.all(Array.from({ length: 60 }, (_, n) => correctAll(n)))
  expect((await verifyLedger(base.db)).filter((check) => check.broken > 0)).toEqual([])
})

test('a correction that claws back and credits the same bettor leaves the difference', async () => {
  await transact(base.db, (tx) => ledger.openBettor(tx, 4n))
  const against = ledger.house('house:sports')
  const one = (id: string, amount: bigint) => ({
    id,
    kind: 'test_money' as const,
    bettor: 4n,
    amount: money(amount),
    against,
  })
  await transact(base.db, (tx) => ledger.credit(tx, [one('paid', 300n)]))
  await transact(base.db, (tx) =>
    ledger.correct(tx, {
      back: [one('back-a', 250n), one('back-b', 250n)],
      due: [one('due-a', 150n), one('due-b', 100n)],
    }),
  )
  expect((await ledger.balances(4n)).balance).toBe(50n)
  expect((await verifyLedger(base.db)).filter((check) => check.broken > 0)).toEqual([])
})

test('posted rows cannot be changed, deleted or truncated, not even by the owner of the tables', async () => {
  for (const statement of [
    'update ledger.entry set amount = 1',
    'delete from ledger.transfer',
    'truncate ledger.entry',
  ]) {
    await expect(sql.raw(statement).execute(base.db)).rejects.toThrow(/permission denied/)
    await expect(sql.raw(`set role none; ${statement}`).execute(base.db)).rejects.toThrow(/append-only/)
  }
})

test('the verifier finds a wrong balance', async () => {
  const bad = await testDatabase({ size: 2 })
  const other = await openLedger({ db: bad.db, currency: 'KES' })
  await transact(bad.db, (tx) => other.openBettor(tx, 1n))
  await sql`update ledger.account set balance = 5 where owner = 1 and kind = 'cash'`.execute(bad.db)
  expect((await verifyLedger(bad.db)).filter((check) => check.broken > 0).map((check) => check.name)).toEqual([
    'each stored balance equals its entries',
  ])
  await bad.close()
})

test('the verifier finds a transfer that sums to zero only across currencies', async () => {
  const bad = await testDatabase({ size: 2 })
  const other = await openLedger({ db: bad.db, currency: 'KES' })
  await transact(bad.db, (tx) => other.openBettor(tx, 1n))
  await sql`
    with made as (insert into ledger.transfer (id, hash, kind, at) values ('planted', '\\x00', 'test_money', platform.now()) returning no),
    points as (update ledger.account set balance = 7, version = 1 where owner = 1 and kind = 'points' returning id)
    insert into ledger.entry (account_id, transfer_no, amount, balance_after)
    select points.id, made.no, 7, 7 from points, made
    union all select ${other.house('house:sports')}::bigint, made.no, -7, null from made`.execute(bad.db)
  expect((await verifyLedger(bad.db)).filter((check) => check.broken > 0).map((check) => check.name)).toEqual([
    'every transfer has entries and sums to zero in each currency',
  ])
  await bad.close()
})
