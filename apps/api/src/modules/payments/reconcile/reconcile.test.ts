import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, prompted, type World } from '../testing/payments-world.ts'
import { readStatement, reconcile } from './reconcile.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A time as the portal writes it, in Nairobi's. */
const written = (ms: number) => new Date(ms + 3 * 3_600_000).toISOString().replace('T', ' ').slice(0, 19)

const head =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Other Party Info,A/C No.'

test('a statement is read from its head on, with its own way of writing amounts and times', () => {
  const csv = `Organization Statement\n"Short Code:",600996\n\n${head}
SAB1,20-11-2026 09:00:00,,Pay Bill,Completed,"1,250.00",,"9,000.00",0712 - X,NABC
SAB2,2026-11-20 09:05:00,,B2C,Completed,,-95.00,"8,905.00",0712 - X,
SAB3,2026-11-20 09:06:00,,B2C,Failed,,-95.00,"8,905.00",0712 - X,`
  expect(readStatement(csv)).toEqual([
    { receipt: 'SAB1', reference: 'NABC', amount: 125_000n, at: new Date('2026-11-20T06:00:00Z') },
    { receipt: 'SAB2', reference: '', amount: -9500n, at: new Date('2026-11-20T06:05:00Z') },
  ])
  expect(() => readStatement('a,b\n1,2')).toThrow('Receipt No.')
})

test('what is missing on either side is listed, and what differs', async () => {
  const before = world.clock.now() - 1000
  const paid = await prompted(world)
  await world.answer(paid.bettor)
  const unreceipted = await prompted(world, '200')
  await world.fault('callback_lost')
  await world.answer(unreceipted.bettor)
  await world.pass(11)
  const missing = await prompted(world, '300')
  await world.answer(missing.bettor)
  const withdrawal = await world.withdraw(paid.bettor, '105')
  await world.quiet()
  const out = await world.paymentOf(paid.bettor, withdrawal.body.withdrawal_id)
  const { receipt } = await world.paymentOf(paid.bettor, paid.id)
  const { reference } = await world.paymentOf(unreceipted.bettor, unreceipted.id)
  const row = (...cells: string[]) => `${cells[0]},${cells[1]},,x,Completed,${cells[2]},${cells[3]},,x,${cells[4]}`
  const csv = [
    head,
    row(receipt, written(before), '100.00', '', 'any'),
    row('UNTOLD0001', written(before), '200.00', '', reference),
    row('STRANGER01', written(before), '70.00', '', 'X'),
    row(out.receipt, written(world.clock.now() + 1000), '', '-101.00', ''),
  ].join('\n')
  const { db } = world.base
  const found = await reconcile({ db, ledger: world.ledger, provider: 'mpesa', lines: readStatement(csv) })
  expect(found.matched).toBe(2)
  expect(found.missingHere.map((line) => line.receipt)).toEqual(['STRANGER01'])
  expect(found.missingThere).toMatchObject([{ payment: BigInt(missing.id), amount: '300.00' }])
  expect(found.differing).toMatchObject([{ receipt: out.receipt, here: '-100.00', there: '-101.00', state: 'done' }])
  expect(found.unresolved).toEqual([])
})
