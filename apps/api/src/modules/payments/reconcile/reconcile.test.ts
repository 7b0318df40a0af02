import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, prompted, type World } from '../testing/payments-world.ts'
import { readStatement, reconcile } from './reconcile.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A time in the portal's format, in Nairobi's time zone. */
const portalTime = (ms: number) => new Date(ms + 3 * 3_600_000).toISOString().replace('T', ' ').slice(0, 19)

const header =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Other Party Info,A/C No.'

test('a statement is parsed from its header row on, in both date formats and with thousands separators', () => {
  const csv = `Organization Statement\n"Short Code:",600996\n\n${header}
SAB1,20-11-2026 09:00:00,,Pay Bill,Completed,"1,250.00",,"9,000.00",0712 - X,NABC
SAB2,2026-11-20 09:05:00,,B2C,Completed,,-95.00,"8,905.00",0712 - X,
SAB3,2026-11-20 09:06:00,,B2C,Failed,,-95.00,"8,905.00",0712 - X,`
  expect(readStatement(csv)).toEqual({
    lines: [
      { receipt: 'SAB1', reference: 'NABC', amount: 125_000n, at: new Date('2026-11-20T06:00:00Z'), line: 5 },
      { receipt: 'SAB2', reference: '', amount: -9500n, at: new Date('2026-11-20T06:05:00Z'), line: 6 },
    ],
    bad: [],
    notCompleted: 1,
  })
  expect(() => readStatement('a,b\n1,2')).toThrow('Receipt No.')
})

test('a statement of Airtel Money is parsed, and lines that cannot be read are named', () => {
  const csv = `Transaction ID,Transaction Date & Time,Transaction Type,Transaction Status,Transaction Amount,Reference ID
MP1,20-Nov-2026 09:00:00,Merchant Payment,Transaction Success,"1,250.00",N1
MP2,20/11/2026 09:05,Disbursement,TS,95,N2
MP3,20-11-2026 09:06:00,Disbursement,Failed,95,N3
MP4,20-11-2026 09:07:00,Merchant Payment,Success,a lot,N4
,20-11-2026 09:08:00,Merchant Payment,Success,5.00,N5
MP6,yesterday,Merchant Payment,Success,5.00,N6
MP7,20-11-2026 09:09:00,Merchant Payment,Success,0.00,N7`
  const { lines, bad, notCompleted } = readStatement(csv)
  expect(lines).toEqual([
    { receipt: 'MP1', reference: 'N1', amount: 125_000n, at: new Date('2026-11-20T06:00:00Z'), line: 2 },
    { receipt: 'MP2', reference: 'N2', amount: -9500n, at: new Date('2026-11-20T06:05:00Z'), line: 3 },
  ])
  expect(notCompleted).toBe(1)
  expect(bad.map(({ line, fault }) => [line, fault])).toEqual([
    [5, 'Its amount cannot be read'],
    [6, 'It has no receipt'],
    [7, 'Its time cannot be read'],
    [8, 'It moves no money'],
  ])
})

test('payments missing from the ledger or from the statement are listed, and those with different amounts', async () => {
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
    header,
    row(receipt, portalTime(before), '100.00', '', 'any'),
    row('NORECEIPT1', portalTime(before), '200.00', '', reference),
    row('UNKNOWN001', portalTime(before), '70.00', '', 'X'),
    row(out.receipt, portalTime(world.clock.now() + 1000), '', '-101.00', ''),
  ].join('\n')
  const { db } = world.base
  const found = await reconcile({ db, ledger: world.ledger, provider: 'mpesa', lines: readStatement(csv).lines })
  expect(found.matched).toBe(2)
  expect(found.missingInLedger.map((line) => line.receipt)).toEqual(['UNKNOWN001'])
  expect(found.missingInStatement).toMatchObject([{ payment: BigInt(missing.id), amount: '300.00' }])
  expect(found.differing).toMatchObject([
    { receipt: out.receipt, ledgerAmount: '-100.00', statementAmount: '-101.00', state: 'done' },
  ])
  expect(found.unresolved).toEqual([])
})

test('a statement of 200,000 lines is compared', async () => {
  const at = new Date(world.clock.now())
  const lines = Array.from({ length: 200_000 }, (_, n) => ({ receipt: `LONG${n}`, reference: '', amount: 100n, at }))
  const { missingInLedger } = await reconcile({ db: world.base.db, ledger: world.ledger, provider: 'mpesa', lines })
  expect(missingInLedger).toHaveLength(lines.length)
})
