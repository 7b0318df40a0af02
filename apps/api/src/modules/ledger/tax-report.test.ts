import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { offsetInDatabase, openClock, type SettableClock } from '#platform/clock'
import { transact } from '#platform/db'
import { testDatabase, type TestDatabase } from '#testing/database'
import type { HouseAccount } from './house.ts'
import type { TransferKind } from './kinds.ts'
import { openLedger, type Ledger } from './ledger.ts'
import { taxReport } from './tax-report.ts'

const zone = 'Africa/Nairobi'
let base: TestDatabase
let ledger: Ledger
let clock: SettableClock
let made = 0

beforeAll(async () => {
  base = await testDatabase({ size: 2 })
  clock = await openClock(offsetInDatabase(base.db))
  ledger = await openLedger({ db: base.db, currency: 'KES' })
  await transact(base.db, (tx) => ledger.openBettor(tx, 1n))
})
afterAll(() => base.close())

function paid(kind: TransferKind, { tax, to }: { tax: bigint; to: HouseAccount }) {
  return transact(base.db, (tx) =>
    ledger.credit(tx, [
      {
        id: `${kind}/${made++}`,
        kind,
        bettor: 1n,
        amount: money(1000n),
        against: ledger.house('provider:mpesa'),
        also: [{ account: ledger.house(to), amount: money(tax) }],
      },
    ]),
  )
}

/** Moves the clock to ten minutes before the next midnight in Nairobi. */
async function lateEvening() {
  const inDay = (clock.now() / 1000 + 3 * 3600) % 86_400
  await clock.advance(Math.ceil(2 * 86_400 - inDay - 600))
}

test('a day of the country contains the movements between its midnights, by tax and by kind', async () => {
  await lateEvening()
  const day = new Date(clock.now() + 3 * 3_600_000).toISOString().slice(0, 10)
  const next = new Date(clock.now() + 27 * 3_600_000).toISOString().slice(0, 10)
  await paid('deposit', { tax: 500n, to: 'tax:excise' })
  await paid('deposit', { tax: 250n, to: 'tax:excise' })
  await paid('withdrawal', { tax: 475n, to: 'tax:withholding' })
  await clock.advance(1200)
  await paid('deposit', { tax: 100n, to: 'tax:excise' })

  expect(await taxReport(base.db, { day, zone })).toEqual([
    { account: 'tax:excise', currency: 'KES', kind: 'deposit', transfers: 2, amount: 750n },
    { account: 'tax:withholding', currency: 'KES', kind: 'withdrawal', transfers: 1, amount: 475n },
  ])
  expect(await taxReport(base.db, { day: next, zone })).toEqual([
    { account: 'tax:excise', currency: 'KES', kind: 'deposit', transfers: 1, amount: 100n },
  ])
  expect(await taxReport(base.db, { day: '2020-01-01', zone })).toEqual([])
})
