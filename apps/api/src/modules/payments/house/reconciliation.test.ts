import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator as calls } from '@nare/contract/operator'
import { money } from '@nare/money/money'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'

const token = 'the-token-of-asha'
const reason = 'statement of the portal'
let nare: TestApp

beforeAll(async () => {
  nare = await testApp({ OPERATORS: `asha:${createHash('sha256').update(token).digest('hex')}` })
})
afterAll(() => nare.close())

const header =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Other,A/C No.'
/** A line of M-Pesa's statement: money in of KSh. */
const line = (receipt: string, time: string, shillings: string) => `${receipt},${time},,x,Completed,${shillings},,,x,`
const csv = (...lines: string[]) => [header, ...lines].join('\n')

/** Moves the clock to a time of a country's day, so that the ledger books then. */
async function at(day: string, time: string): Promise<void> {
  const ms = new Date(`${day}T${time}+03:00`).getTime() - nare.app.clock.now()
  await nare.app.clock.advance(Math.max(0, Math.ceil(ms / 1000)))
}

/** A deposit that the ledger has, with its receipt. */
async function booked(receipt: string, shillings: number): Promise<string> {
  const bettor = await nare.bettor()
  const cents = BigInt(shillings) * 100n
  const { rows } = await sql<{ id: bigint }>`
    insert into payments.deposit (bettor_id, kind, provider, amount, tax, net, receipt, state, created_at, changed_at)
    values (${bettor.id}::bigint, 'paybill', 'mpesa', ${cents}::bigint, 0, ${cents}::bigint, ${receipt}, 'succeeded', platform.now(), platform.now())
    returning id`.execute(nare.base.db)
  const id = String(rows[0]?.id)
  const against = nare.app.ledger.house('provider:mpesa')
  const credit = {
    id: `deposit/${id}`,
    kind: 'deposit',
    about: `payment/${id}`,
    bettor: bettor.id,
    amount: money(cents),
    against,
  } as const
  await transact(nare.base.db, (tx) => nare.app.ledger.credit(tx, [credit]))
  return id
}

const upload = (day: string, statement: string, id: string = randomUUID()) =>
  nare.call(calls.reconcileDay, { id, provider: 'mpesa', day, statement, reason }, token)
const read = async (day: string) => (await nare.call(calls.reconciliation, { provider: 'mpesa', day }, token)).body
const end = (id: string, action: 'assigned' | 'receipt' | 'ended' | 'noted') =>
  nare.call(calls.endDifference, { id, action, reason }, token)

const dayOf = (ms: number): string => new Date(ms + 3 * 3_600_000).toISOString().slice(0, 10)
/** A day that no test has used, in the future of the clock. */
let lastMs = 0
function nextDay(): string {
  lastMs = Math.max(lastMs, nare.app.clock.now()) + 2 * 86_400_000
  return dayOf(lastMs)
}

test('a day is compared with the provider’s file, and a bad row is named by its line', async () => {
  const day = nextDay()
  expect(await read(day)).toMatchObject({ statement: null, matched: 0, open: 0 })
  await at(day, '10:00:00')
  const [same, other, missing] = [
    await booked('RDAY000001', 100),
    await booked('RDAY000002', 200),
    await booked('RDAY000003', 300),
  ]
  const statement = csv(
    line('RDAY000001', `${day} 09:59:58`, '100.00'),
    line('RDAY000002', `${day} 09:59:59`, '250.00'),
    line('RDAY000009', `${day} 11:00:00`, '70.00'),
    line('', `${day} 11:00:00`, '70.00'),
    `RDAY000010,${day} 11:00:00,,x,Failed,70.00,,,x,`,
    line('RDAY000011', '2020-01-01 11:00:00', '5.00'),
  )
  const { status, body } = await upload(day, statement)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    statement: { by: 'asha', lines: 4, other_days: 1, not_completed: 1 },
    matched: 1,
    open: 3,
    ours_only: [{ payment_id: missing, receipt: 'RDAY000003', ours: '300.00', theirs: null, state: 'open' }],
    theirs_only: [{ receipt: 'RDAY000009', theirs: '70.00', ours: null, line: 4, payment_id: null }],
    differs: [{ payment_id: other, receipt: 'RDAY000002', ours: '200.00', theirs: '250.00', line: 3 }],
    bad_lines: 1,
    bad_rows: [{ line: 5, fault: 'It has no receipt', text: expect.stringContaining('70.00') }],
  })
  expect(await read(day)).toEqual(body)
  expect(same).toBeDefined()
  expect(await upload(day, 'a,b\n1,2')).toMatchObject({
    status: 400,
    body: { fields: { statement: expect.any(String) } },
  })
})

test('the same file twice is one; a later file replaces the open differences, but no action that was taken', async () => {
  const day = nextDay()
  await at(day, '10:00:00')
  await booked('RREP000001', 100)
  const first = csv(line('RREP000008', `${day} 11:00:00`, '70.00'), line('RREP000009', `${day} 12:00:00`, '80.00'))
  const id = randomUUID()
  const once = (await upload(day, first, id)).body
  expect((await upload(day, first, id)).body).toMatchObject({ open: 3, statement: { id } })
  expect((await upload(day, first)).body).toMatchObject({ open: 3, statement: { id } })
  expect(await upload(day, csv(line('RREP000008', `${day} 11:00:00`, '71.00')), id)).toMatchObject({
    status: 409,
    body: { code: 'id_reused' },
  })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payments.statement where day = ${day}::date`.execute(nare.base.db)
  expect(rows).toEqual([{ count: 1 }])
  const [eight, nine] = once.theirs_only.map((one) => one.difference_id)
  expect(await end(eight ?? '', 'noted')).toMatchObject({ status: 200, body: { state: 'noted' } })
  expect(await end(eight ?? '', 'noted')).toMatchObject({ status: 409, body: { code: 'already_ended' } })
  const later = csv(line('RREP000001', `${day} 10:00:00`, '100.00'), line('RREP000008', `${day} 11:00:00`, '75.00'))
  const after = (await upload(day, later)).body
  expect(after).toMatchObject({ matched: 1, open: 0, ours_only: [] })
  expect(after.theirs_only).toMatchObject([
    { difference_id: eight, state: 'noted', theirs: '70.00', by: 'asha', reason, acted_at: expect.any(String) },
  ])
  expect(await end(nine ?? '', 'noted')).toMatchObject({ status: 404 })
})

test('an action counts only once the payment is so', async () => {
  const day = nextDay()
  await at(day, '10:00:00')
  const { body } = await upload(day, csv(line('RACT000001', `${day} 11:00:00`, '70.00')))
  const id = body.theirs_only[0]?.difference_id ?? ''
  for (const action of ['assigned', 'receipt', 'ended'] as const)
    expect(await end(id, action)).toMatchObject({ status: 422, body: { code: 'not_available' } })
  await booked('RACT000001', 70)
  expect(await end(id, 'receipt')).toMatchObject({ status: 200, body: { state: 'receipt' } })
})

test('a payment that crossed midnight is matched by the day of its statement, whichever day is compared first', async () => {
  const day = nextDay()
  await at(day, '10:00:00')
  const before = dayOf(new Date(`${day}T10:00:00+03:00`).getTime() - 86_400_000)
  const crossed = await booked('RMID000001', 100)
  expect((await upload(day, csv(line('RMIDX00001', `${day} 10:00:00`, '1.00')))).body.ours_only).toMatchObject([
    { payment_id: crossed },
  ])
  const theirs = csv(line('RMID000001', `${before} 23:59:58`, '100.00'))
  expect((await upload(before, theirs)).body).toMatchObject({ matched: 1, open: 0 })
  expect((await read(day)).ours_only).toEqual([])
  expect((await upload(day, csv(line('RMIDX00002', `${day} 10:00:00`, '1.00')))).body.ours_only).toEqual([])
})

test('a file of many lines is read, and nobody without the permission sends one', async () => {
  const day = nextDay()
  await at(day, '10:00:00')
  const lines = Array.from({ length: 20_000 }, (_, n) =>
    line(`RBIG${n.toString().padStart(6, '0')}`, `${day} 11:00:00`, '1.00'),
  )
  const { status, body } = await upload(day, csv(...lines))
  expect([status, body.open, body.theirs_only.length]).toEqual([200, 20_000, 5000])
  const { token: bettors } = await nare.bettor()
  const given = { id: randomUUID(), provider: 'mpesa', day, statement: csv(...lines), reason } as const
  expect((await nare.call(calls.reconcileDay, given, bettors)).status).toBe(403)
})
