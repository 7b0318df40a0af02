import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exclude } from '#modules/protection/protection'
import { transact } from '#platform/db'
import type { SeededBettor } from '#testing/seed'
import { decideNow, endByTwo, type FoundEnd } from '../testing/decide-now.ts'
import { openWorld, prompted, someone, type World } from '../testing/payments-world.ts'
import { aged, findingsOf, kindsOf } from '../testing/stuck-payouts.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

const hour = 3600

async function excludeFor(bettor: SeededBettor, seconds: number): Promise<void> {
  await transact(world.base.db, async (tx) => {
    await world.ledger.lockCash(tx, [bettor.id])
    await exclude(tx, { bettor: bettor.id, period: '24h', seconds })
  })
}

/** A payment from an excluded bettor's phone, which is returned. The result is the deposit. */
async function arrived(shillings: number): Promise<{ bettor: SeededBettor; deposit: bigint }> {
  const bettor = await someone(world)
  await excludeFor(bettor, hour)
  await world.fakes.pay({ msisdn: bettor.msisdn, account: bettor.msisdn, amount: shillings, unasked: true })
  await world.quiet()
  const { rows } = await sql<{ id: bigint }>`
    select id from payments.deposit where bettor_id = ${bettor.id}::bigint`.execute(world.base.db)
  return { bettor, deposit: rows[0]?.id ?? 0n }
}

const credit = (deposit: bigint) =>
  decideNow(world.base.db, world.payments().operator.decisions.returnCredit, { deposit, operator: 'asha' })
const waiting = async (deposit: bigint) =>
  (await world.payments().operator.waitingReturns({}, { page: 1, limit: 100 })).rows.find((row) => row.id === deposit)
const returnable = async ({ id }: SeededBettor) => (await world.ledger.balances(id)).returnable

test.each([5, 100.5])(
  'KSh %s that no payout can return can be credited after its bettor may deposit again',
  async (sum) => {
    const { bettor, deposit } = await arrived(sum)
    const cents = BigInt(sum * 100)
    expect(await returnable(bettor)).toBe(cents)
    expect(await waiting(deposit)).toMatchObject({ because: 'not_sendable', left: cents, attempts: 0 })
    expect(await findingsOf(world, deposit)).toHaveLength(1)
    expect(await credit(deposit)).toMatchObject({
      code: 'not_allowed',
      sentence: expect.stringContaining('may not deposit'),
    })
    await world.pass(hour + 1)
    const answers = await Promise.all(Array.from({ length: 100 }, () => credit(deposit)))
    expect(new Set(answers.map((answer) => answer.ok && answer.value))).toEqual(new Set(['credited']))
    const tax = (cents * 5n) / 100n
    expect((await world.ledger.balances(bettor.id)).balance).toBe(100_000n + cents - tax)
    expect(await returnable(bettor)).toBe(0n)
    expect(await kindsOf(world, deposit)).toEqual(['returnable', 'returnable_freed', 'deposit'])
    expect(await world.paymentOf(bettor, `${deposit}`)).toMatchObject({ status: 'succeeded', reason: null })
    expect(await waiting(deposit)).toBeUndefined()
    expect(await findingsOf(world, deposit)).toEqual([])
  },
)

test('money that a payout returned or can return is not credited', async () => {
  const { bettor, deposit } = await arrived(300)
  expect(await waiting(deposit)).toBeUndefined()
  await world.pass(hour + 1)
  expect(await credit(deposit)).toMatchObject({ code: 'not_allowed' })
  expect(await world.balance(bettor)).toBe('1000.00')
  expect(await credit(999_999_999n)).toMatchObject({ code: 'not_found' })
})

test('money whose failed return will be retried is not credited', async () => {
  await world.fault('payout_failed')
  const { deposit } = await arrived(310)
  expect(await waiting(deposit)).toMatchObject({ because: 'failed', attempts: 1 })
  const refused = { code: 'not_allowed', sentence: expect.stringContaining('can still be sent back') }
  expect(await credit(deposit)).toMatchObject(refused)
})

test('money is not credited to a bettor whose identity is not confirmed', async () => {
  const other = await openWorld({ identityOf: async () => ({ passed: false, wanted: false }) })
  try {
    const bettor = await someone(other)
    await transact(other.base.db, (tx) => exclude(tx, { bettor: bettor.id, period: '24h', seconds: hour }))
    await other.fakes.pay({ msisdn: bettor.msisdn, account: bettor.msisdn, amount: 5, unasked: true })
    await other.quiet()
    await other.pass(hour + 1)
    const [row] = (await other.payments().operator.waitingReturns({}, { page: 1, limit: 10 })).rows
    const input = { deposit: row?.id ?? 0n, operator: 'asha' }
    expect(await decideNow(other.base.db, other.payments().operator.decisions.returnCredit, input)).toMatchObject({
      code: 'identity_required',
    })
    expect((await other.ledger.balances(bettor.id)).returnable).toBe(500n)
  } finally {
    await other.close()
  }
})

/** The payouts that return a deposit. */
async function payoutsOf(deposit: bigint) {
  const { rows } = await sql<{ id: bigint; state: string; sum: bigint }>`
    select id, state, sum from payments.withdrawal where returns = ${deposit}::bigint order by attempt`.execute(
    world.base.db,
  )
  return rows
}

/** A return, paid or not, that the provider does not report while its status queries are refused. */
async function unanswered(shillings: number, { isPaid }: { isPaid: boolean }) {
  const { bettor, id: prompt } = await prompted(world, `${shillings}`)
  await excludeFor(bettor, 30 * 86_400)
  await world.fault('status_refused', 1000)
  if (!isPaid) await world.fault('payout_failed')
  await world.answer(bettor)
  const deposit = BigInt(prompt)
  const [payout] = await payoutsOf(deposit)
  const id = payout?.id ?? 0n
  await aged(world, { bettor, id })
  await world.quiet()
  return { bettor, deposit, id }
}

async function answersAgain(): Promise<void> {
  await world.quiet()
  await world.fault('status_refused', 0)
  await world.endFaults()
}

const end = (found: FoundEnd) => endByTwo(world.base.db, world.payments().operator, found)

test('a return that operators ended as not paid is retried', async () => {
  const { bettor, deposit, id } = await unanswered(210, { isPaid: false })
  const found = { withdrawal: id, outcome: 'not_paid', reference: 'Statement 22' } as const
  expect(await end(found)).toMatchObject({ value: 'not_paid' })
  expect(await returnable(bettor)).toBe(21_000n)
  await answersAgain()
  await world.pass(601)
  expect((await payoutsOf(deposit)).map((row) => row.state)).toEqual(['failed', 'done'])
  expect(await returnable(bettor)).toBe(0n)
})

test('if a return paid less than the deposit, another payout sends the rest', async () => {
  const { bettor, deposit, id } = await unanswered(220, { isPaid: true })
  const found = { withdrawal: id, outcome: 'paid', receipt: 'LESSPAID01', amount: 20_000n } as const
  expect(await end(found)).toMatchObject({ value: 'paid' })
  expect(await returnable(bettor)).toBe(2000n)
  await answersAgain()
  expect(await waiting(deposit)).toMatchObject({ left: 2000n, because: 'failed' })
  expect(await findingsOf(world, deposit)).toEqual(['return_failed: 20.00 still has to be returned'])
  const { namedReturn } = world.payments().operator.decisions
  const named = { deposit, msisdn: bettor.msisdn, operator: 'asha' }
  expect(await decideNow(world.base.db, namedReturn, named)).toMatchObject({ ok: true })
  expect((await payoutsOf(deposit)).at(-1)?.sum).toBe(2000n)
  await world.quiet()
  expect(await returnable(bettor)).toBe(0n)
  expect(await waiting(deposit)).toBeUndefined()
})
