import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { transact } from '#platform/db'
import { testDatabase, type TestDatabase } from '#testing/database'
import { houseAccounts, openLedger, type HouseAccount, type Ledger } from './ledger.ts'
import { openHouse } from './store.ts'

let base: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  base = await testDatabase()
  const house = (await openHouse(base.db, { names: houseAccounts, currency: 'KES' })) as Map<HouseAccount, bigint>
  ledger = openLedger({ db: base.db, currency: 'KES', house })
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
