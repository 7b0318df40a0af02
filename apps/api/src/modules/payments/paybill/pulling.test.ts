import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { offsetInDatabase, openClock, type SettableClock } from '#platform/clock'
import { openBackground } from '#platform/background'
import { openLog } from '#platform/log'
import { testDatabase, type TestDatabase } from '#testing/database'
import type { PaybillPayment, Provider } from '../ports.ts'
import { openPulling } from './pulling.ts'

let base: TestDatabase
let clock: SettableClock

beforeAll(async () => {
  base = await testDatabase()
  clock = await openClock(offsetInDatabase(base.db))
})
afterAll(() => base.close())

test('a pulled payment that cannot be stored delays no other payment and is pulled again', async () => {
  const all = ['PULLED0001', 'PULLED0002', 'PULLED0003'].map((receipt): PaybillPayment => ({
    receipt,
    reference: 'x',
    amount: money(100n),
    payer: undefined,
  }))
  const hoursBack: number[] = []
  const pull: NonNullable<Provider['paybill']>['pull'] = async ({ from, offset }) => {
    if (offset === 0) hoursBack.push(Math.round((clock.now() - from.getTime()) / 3_600_000))
    return offset === 0 ? { payments: all, rows: all.length } : { payments: [], rows: 0 }
  }
  const mpesa = { name: 'mpesa', paybill: { pull } } as unknown as Provider
  const accepted: string[] = []
  let fails = true
  const accept = async (_provider: Provider, { receipt }: PaybillPayment): Promise<string> => {
    if (fails && receipt === 'PULLED0002') throw new Error('the payment cannot be stored')
    accepted.push(receipt)
    return 'matched'
  }
  const log = openLog('silent')
  const { tick } = openPulling({
    db: base.db,
    clock,
    log,
    background: openBackground({ db: base.db, log }),
    providers: { mpesa },
    accept,
  })
  await tick()
  expect(accepted).toEqual(['PULLED0001', 'PULLED0003'])
  fails = false
  for (let n = 0; n < 2; n++) {
    await clock.advance(3600)
    await tick()
  }
  expect(accepted).toContain('PULLED0002')
  expect(hoursBack).toEqual([48, 48, 3])
})
