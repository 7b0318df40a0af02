import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exclude } from '#modules/protection/protection'
import { transact } from '#platform/db'
import type { SeededBettor } from '#testing/seed'
import { readStatement, reconcile } from '../reconcile/reconcile.ts'
import { decideNow, decideOnly } from '../testing/decide-now.ts'
import { openWorld, prompted, someone, type World } from '../testing/payments-world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

async function excludeNow(bettor: SeededBettor, seconds = 86_400): Promise<void> {
  await transact(world.base.db, async (tx) => {
    await world.ledger.lockCash(tx, [bettor.id])
    await exclude(tx, { bettor: bettor.id, period: '24h', seconds })
  })
}

async function close({ id }: SeededBettor): Promise<void> {
  await sql`insert into protection.closed (bettor_id, since) values (${id}::bigint, platform.now())`.execute(
    world.base.db,
  )
}

/** A daily deposit limit, in shillings. */
async function limit({ id }: SeededBettor, shillings: number): Promise<void> {
  await sql`
    insert into protection.bettor_limit (bettor_id, kind, period, value, zone)
    values (${id}::bigint, 'deposit', 'day', ${shillings * 100}::bigint, 'Africa/Nairobi')
    on conflict (bettor_id, kind, period) do update set value = excluded.value`.execute(world.base.db)
}

const returnable = async ({ id }: SeededBettor): Promise<bigint> => (await world.ledger.balances(id)).returnable
const paidTo = async (msisdn: string): Promise<number[]> =>
  (await world.fakes.books('mpesa')).movements
    .filter((movement) => movement.kind === 'out' && movement.msisdn === msisdn)
    .map((movement) => movement.amount)
const reviews = async (): Promise<string[]> =>
  (await world.payments().operator.reviews({ page: 1, limit: 100 })).rows.map((row) => row.what)

test('a prompt approved after an exclusion began is not credited but returned once, in full, without tax', async () => {
  const { bettor, id } = await prompted(world, '200')
  const excise = await world.ledger.houseBalance('tax:excise')
  await excludeNow(bettor)
  await world.answer(bettor)
  expect(await world.balance(bettor)).toBe('1000.00')
  expect(await world.paymentOf(bettor, id)).toMatchObject({
    status: 'failed',
    amount: '200.00',
    tax: '0.00',
    reason: { code: 'returned' },
  })
  for (let n = 0; n < 3; n++) await world.pass(61)
  expect(await paidTo(bettor.msisdn)).toEqual([200])
  expect(await returnable(bettor)).toBe(0n)
  expect(await world.ledger.houseBalance('tax:excise')).toBe(excise)
  const confirmed = await world.post('/v1/deposit-confirmation', { deposit_id: id }, bettor)
  expect(confirmed.body).toMatchObject({ success: false, status: 'failed', message: /goes back/ })
})

test('a late success is returned too if the exclusion began after the deposit had become unknown', async () => {
  const { bettor } = await prompted(world, '150')
  await world.fault('callback_late')
  for (let n = 0; n < 4; n++) await world.pass(61)
  await excludeNow(bettor)
  await world.answer(bettor)
  await world.fakes.flush()
  await world.quiet()
  expect(await world.balance(bettor)).toBe('1000.00')
  expect(await paidTo(bettor.msisdn)).toEqual([150])
})

test.each([
  ['excluded', excludeNow, 'C2B00016'],
  ['closed', close, 'C2B00016'],
  ['at the limit', (bettor: SeededBettor) => limit(bettor, 100), 'C2B00013'],
] as const)(
  'a paybill payment to the account of a bettor who is %s is refused, and returned in full if it arrives',
  async (_, stop, code) => {
    const bettor = await someone(world)
    await stop(bettor)
    const payer = `2547990${bettor.id.toString().padStart(5, '0')}`
    const asked = { TransID: 'VALIDATION', TransAmount: '300.00', BillRefNumber: bettor.msisdn }
    expect((await world.post(world.callbackPath('paybill_check', ''), asked, bettor)).body).toMatchObject({
      ResultCode: code,
    })
    expect(await world.fakes.pay({ msisdn: payer, account: bettor.msisdn, amount: 300 })).toBeUndefined()
    await world.fakes.pay({ msisdn: payer, account: bettor.msisdn, amount: 300, unasked: true })
    await world.quiet()
    expect(await world.balance(bettor)).toBe('1000.00')
    expect(await paidTo(payer)).toEqual([300])
  },
)

test('prompts of unknown status count towards a deposit limit until they end', async () => {
  const bettor = await someone(world)
  await limit(bettor, 500)
  await world.fault('time_out')
  const first = await world.deposit(bettor, '500')
  await world.quiet()
  await world.pass(181)
  await world.pass(3600)
  expect(await world.paymentOf(bettor, first.body.deposit_id)).toMatchObject({ status: 'unknown' })
  expect(await world.deposit(bettor, '500')).toMatchObject({
    status: 403,
    body: { code: 'limit_reached', used: '500.00' },
  })
  const { operator } = world.payments()
  expect(await operator.endUnknown(BigInt(first.body.deposit_id))).toEqual({ ok: true, value: 'failed' })
  expect(await operator.endUnknown(BigInt(first.body.deposit_id))).toMatchObject({ code: 'not_found' })
  expect((await world.deposit(bettor, '500')).status).toBe(200)
  await world.answer(bettor)
  expect(await world.balance(bettor)).toBe('1475.00')
  // The first prompt was paid too but is confirmed only now: it exceeds the limit and is returned.
  await world.fakes.pay({ msisdn: bettor.msisdn, account: bettor.msisdn, amount: 500, unasked: true })
  await world.quiet()
  for (let n = 0; n < 3; n++) await world.pass(11)
  expect(await world.balance(bettor)).toBe('1475.00')
  expect(await paidTo(bettor.msisdn)).toEqual([500])
})

test('the claimed receipt of a deposit that an operator ended is queried until it is confirmed', async () => {
  const bettor = await someone(world)
  await world.fault('time_out')
  const { body } = await world.deposit(bettor, '500')
  await world.fault('still_processing', 100)
  await world.answer(bettor)
  for (const seconds of [61, 181]) await world.pass(seconds)
  expect(await world.paymentOf(bettor, body.deposit_id)).toMatchObject({ status: 'unknown' })
  expect(await world.payments().operator.endUnknown(BigInt(body.deposit_id))).toMatchObject({ value: 'failed' })
  await world.fault('still_processing', 0)
  for (let n = 0; n < 3; n++) await world.pass(61)
  expect(await world.paymentOf(bettor, body.deposit_id)).toMatchObject({ status: 'succeeded' })
  expect(await world.balance(bettor)).toBe('1475.00')
})

test('of deposits that arrive together those within the limit are credited, and the others are returned', async () => {
  const bettor = await someone(world)
  await limit(bettor, 1000)
  const pays = Array.from({ length: 10 }, (_, n) =>
    world.fakes.pay({
      msisdn: `2547980000${n.toString().padStart(2, '0')}`,
      account: bettor.msisdn,
      amount: 201 + n,
      unasked: true,
    }),
  )
  await Promise.all(pays)
  await world.quiet()
  const { rows } = await sql<{ returnable: boolean; amount: bigint }>`
    select returnable, amount from payments.deposit where bettor_id = ${bettor.id}::bigint and state = 'succeeded'`.execute(
    world.base.db,
  )
  expect(rows).toHaveLength(10)
  const credited = rows.filter((row) => !row.returnable)
  expect(credited).toHaveLength(4)
  expect(credited.reduce((sum, row) => sum + row.amount, 0n)).toBeLessThanOrEqual(100_000n)
  expect(await returnable(bettor)).toBe(0n)
})

test('money that cannot be returned is kept separate, retried a bounded number of times, and then reported to operators', async () => {
  const { bettor } = await prompted(world, '170')
  await excludeNow(bettor, 30 * 86_400)
  await world.fault('payout_failed', 5)
  await world.answer(bettor)
  expect(await returnable(bettor)).toBe(17_000n)
  for (const seconds of [601, 3601, 6 * 3600 + 1, 24 * 3600 + 1, 24 * 3600]) {
    expect(await returnable(bettor)).toBe(17_000n)
    await world.pass(seconds)
    await world.pass(11)
  }
  expect(await paidTo(bettor.msisdn)).toEqual([])
  expect(await reviews()).toContain('return_failed')
  const { rows } = await sql<{ id: bigint }>`
    select id from payments.deposit where bettor_id = ${bettor.id}::bigint`.execute(world.base.db)
  const deposit = rows[0]?.id ?? 0n
  const { namedReturn } = world.payments().operator.decisions
  const named = { deposit, msisdn: bettor.msisdn, operator: 'amina' }
  expect(await decideOnly(world.base.db, namedReturn, named)).toMatchObject({ ok: true })
  expect(await decideNow(world.base.db, namedReturn, named)).toMatchObject({ code: 'not_found' })
  await world.quiet()
  expect(await paidTo(bettor.msisdn)).toEqual([])
  // The process ended before it was sent. A sweep sends it without further approvals.
  for (let n = 0; n < 3; n++) await world.pass(6)
  expect((await world.payments().operator.lists.withdrawals({}, { page: 1, limit: 10 })).rows).toEqual([])
  expect(await paidTo(bettor.msisdn)).toEqual([170])
  expect(await returnable(bettor)).toBe(0n)
})

test.each(['withdrawal claimed', 'withdrawal sent', 'withdrawal noted', 'result read', 'withdrawal settled'] as const)(
  'a crash at "%s" of a return pays its payer at most once',
  async (point) => {
    const { bettor } = await prompted(world, '180')
    await excludeNow(bettor)
    await world.crashAt(point)
    await world.answer(bettor)
    expect(world.crashed()).toBe(true)
    await world.restart()
    for (let n = 0; n < 6; n++) await world.pass(61)
    expect(await paidTo(bettor.msisdn)).toEqual(point === 'withdrawal claimed' ? [] : [180])
    expect(await world.balance(bettor)).toBe('1000.00')
    expect(await returnable(bettor)).toBe(0n)
  },
)

test('a hundred concurrent confirmations of a returnable payment return it once', async () => {
  const bettor = await someone(world)
  await excludeNow(bettor)
  await world.fault('callback_lost')
  const receipt = await world.fakes.pay({ msisdn: bettor.msisdn, account: bettor.msisdn, amount: 260, unasked: true })
  const body = { TransID: receipt, TransAmount: '260.00', BillRefNumber: bettor.msisdn, MSISDN: '25470****149' }
  const path = world.callbackPath('paybill', '')
  await Promise.all(Array.from({ length: 100 }, () => world.post(path, body, bettor)))
  await world.quiet()
  expect(await paidTo(bettor.msisdn)).toEqual([260])
})

test('returnable money can be neither staked nor withdrawn', async () => {
  const { bettor } = await prompted(world, '190')
  await excludeNow(bettor, 60)
  await world.fault('payout_failed')
  await world.answer(bettor)
  await world.pass(61)
  expect(await returnable(bettor)).toBe(19_000n)
  expect((await world.withdraw(bettor, '1050')).body.code).toBe('insufficient_funds')
  await world.pass(601)
  expect(await paidTo(bettor.msisdn)).toEqual([190])
})

test('the reconciliation matches a returned deposit', async () => {
  const at = new Date(world.clock.now() + 3 * 3_600_000).toISOString().replace('T', ' ').slice(0, 19)
  const { bettor } = await prompted(world, '210')
  await excludeNow(bettor)
  await world.answer(bettor)
  const mine = (await world.fakes.books('mpesa')).movements.filter((movement) => movement.msisdn === bettor.msisdn)
  const lines = mine.map(({ receipt, kind }) => `${receipt},${at},Completed,${kind === 'in' ? '210.00,' : ',-210.00'},`)
  const csv = ['Receipt No.,Completion Time,Transaction Status,Paid In,Withdrawn,A/C No.', ...lines].join('\n')
  const { db } = world.base
  const found = await reconcile({ db, ledger: world.ledger, provider: 'mpesa', lines: readStatement(csv).lines })
  expect(found).toMatchObject({ matched: 2, missingInLedger: [], differing: [] })
})
