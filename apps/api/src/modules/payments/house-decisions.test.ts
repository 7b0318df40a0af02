import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operator as calls } from '@nare/contract/operator'
import { payments } from '@nare/contract/payments'
import { sandbox, type PaymentFault } from '@nare/contract/sandbox'
import { exclude } from '#modules/protection/protection'
import { transact } from '#platform/db'
import { random } from '#platform/random'
import { testApp, type TestApp } from '#testing/app'
import type { SeededBettor } from '#testing/seed'
import { withdraw } from '#testing/withdraw'
import { decideOnly } from './testing/decide-now.ts'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const [asha, ben, chege] = ['the-token-of-asha', 'the-token-of-ben', 'the-token-of-chege']
const reason = 'seen and checked'

let nare: TestApp

beforeAll(async () => {
  nare = await testApp({ OPERATORS: `asha:${hashOf(asha)},ben:${hashOf(ben)},chege:${hashOf(chege)}` })
  await nare.app.app.listen({ port: 0, host: '127.0.0.1' })
  await nare.app.payments.register()
})
beforeEach(async () => {
  for (const fault of ['callback_lost', 'status_refused', 'payout_failed'] as const) await setFault(fault, 0)
  await quiet()
  await nare.app.payments.operator.endFaults({ provider: 'mpesa', operator: 'asha' })
})
afterAll(() => nare.close())

const setFault = (fault: PaymentFault, next = 1) => nare.call(sandbox.faults, { service: 'mpesa', fault, next })

async function quiet(): Promise<void> {
  for (let turns = 0; turns < 4; turns++) {
    await nare.app.payments.settled()
    await nare.app.sandbox?.providers.quiet()
  }
}

/** The kinds of the transfers about a bettor's payments, in order. */
async function movesOf({ id }: SeededBettor): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from ledger.transfer where about in (
      select 'payment/' || id from payments.withdrawal where bettor_id = ${id}::bigint
      union all select 'payment/' || id from payments.deposit where bettor_id = ${id}::bigint) order by no`.execute(
    nare.base.db,
  )
  return rows.map(({ kind }) => kind)
}

/** A decision that two people make. */
type Subject = {
  readonly bettor: SeededBettor
  readonly decide: (token: string) => Promise<{ status: number; body: Record<string, unknown> }>
  /** Something else decides it meanwhile. */
  readonly meanwhile: () => Promise<unknown>
}

async function requested(shillings: string): Promise<{ bettor: SeededBettor; id: string }> {
  const bettor = await nare.bettor(500_000)
  const { body } = await withdraw(nare, bettor.token, shillings)
  await quiet()
  return { bettor, id: body.withdrawal_id }
}

const approve = (id: string, token: string) => nare.call(calls.decideWithdrawal, { id, approve: true, reason }, token)

async function largeWithdrawal(): Promise<Subject> {
  const { bettor, id } = await requested('200000')
  return {
    bettor,
    decide: (token) => approve(id, token),
    meanwhile: () => nare.call(calls.decideWithdrawal, { id, approve: false, reason }, chege),
  }
}

let receipts = 0

/** A payout that was paid and whose provider has not answered for three days. */
async function unansweredPayout(): Promise<Subject & { id: string }> {
  await setFault('callback_lost')
  await setFault('status_refused', 1000)
  const { bettor, id } = await requested('100')
  await sql`update payments.withdrawal set sent_at = sent_at - interval '72 hours', next_check_at = null
    where id = ${id}::bigint`.execute(nare.base.db)
  const end = { id, outcome: 'paid', receipt: `FOUND0000${++receipts}`, reason } as const
  return {
    ...{ bettor, id },
    decide: (token) => nare.call(calls.endWithdrawal, end, token),
    async meanwhile() {
      await setFault('status_refused', 0)
      await nare.app.payments.operator.endFaults({ provider: 'mpesa', operator: 'asha' })
      await sql`update payments.withdrawal set next_check_at = platform.now() where id = ${id}::bigint`.execute(
        nare.base.db,
      )
      await nare.app.payments.tick()
      await quiet()
    },
  }
}

/** A deposit that arrived while its bettor was excluded, and whose first return failed. */
async function failedReturn(): Promise<Subject & { deposit: string }> {
  const bettor = await nare.bettor()
  const { id: account, msisdn, token } = bettor
  const asked = await nare.call(payments.deposit, { id: random.uuid(), amount: '170' }, token)
  await nare.app.payments.settled()
  await transact(nare.base.db, async (tx) => {
    await nare.app.ledger.lockCash(tx, [account])
    await exclude(tx, { bettor: account, period: '30d', seconds: 30 * 86_400 })
  })
  await setFault('payout_failed')
  const [prompt] = (await nare.call(sandbox.phone, { msisdn })).body.prompts
  await nare.call(sandbox.promptAction, { msisdn, prompt_id: prompt?.prompt_id ?? '', action: 'approve' })
  await quiet()
  const deposit = asked.body.deposit_id
  const named = { id: deposit, msisdn, reason }
  return {
    ...{ bettor, deposit },
    decide: (token) => nare.call(calls.giveBack, named, token),
    meanwhile: () =>
      decideOnly(nare.base.db, decisions().namedReturn, { deposit: BigInt(deposit), msisdn, operator: '' }),
  }
}

const decisions = () => nare.app.payments.operator.decisions

/** A payment to an unknown account from a phone that is not the bettor's. */
async function strangersPayment(): Promise<Subject> {
  const [bettor, payer] = [await nare.bettor(), await nare.bettor()]
  const { msisdn } = payer
  const receipt = await nare.app.sandbox?.providers.pay({ msisdn, account: 'MISTYPED', amount: 300, unasked: true })
  await quiet()
  const assign = ({ id }: SeededBettor, token: string) => {
    const given = { provider: 'mpesa', receipt: receipt ?? '', bettor_id: id.toString(), reason } as const
    return nare.call(calls.assignUnmatched, given, token)
  }
  return { bettor, decide: (token) => assign(bettor, token), meanwhile: () => assign(payer, chege) }
}

type Row = {
  readonly open: () => Promise<Subject>
  readonly state: string
  readonly moves: readonly string[]
  /** What the call answers once it is done. */
  readonly again: number
  readonly overtaken: { readonly status: number; readonly code: string }
}
const notFound = { status: 404, code: 'not_found' }
const table: [string, Row][] = [
  [
    'a withdrawal above KSh 100,000',
    { open: largeWithdrawal, state: 'cleared', moves: ['withdrawal_paid'], again: 404, overtaken: notFound },
  ],
  [
    'the end of a payout',
    {
      open: unansweredPayout,
      state: 'paid',
      moves: ['withdrawal_paid'],
      again: 200,
      overtaken: { status: 409, code: 'already_ended' },
    },
  ],
  [
    'a return to a named number',
    { open: failedReturn, state: 'sent', moves: ['return', 'withdrawal_paid'], again: 404, overtaken: notFound },
  ],
  [
    'a payment whose payer is another person',
    { open: strangersPayment, state: 'assigned', moves: ['deposit'], again: 404, overtaken: notFound },
  ],
]

const waiting = { status: 202, body: { state: 'waiting', proposal_id: expect.stringMatching(/^\d+$/) } }

test.each(table)('%s waits for another person, who confirms it once', async (_, { open, state, moves, again }) => {
  const { bettor, decide } = await open()
  const before = await movesOf(bettor)
  expect(await decide(asha)).toMatchObject(waiting)
  expect(await decide(asha)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  await quiet()
  expect(await movesOf(bettor)).toEqual(before)
  expect(await decide(ben)).toMatchObject({ status: 200, body: { state } })
  await quiet()
  expect(await movesOf(bettor)).toEqual([...before, ...moves])
  expect((await decide(ben)).status).toBe(again)
  expect((await decide(asha)).status).toBe(again)
  await quiet()
  expect(await movesOf(bettor)).toEqual([...before, ...moves])
})

test.each(table)('a hundred confirmations of %s at once move money once', async (_, { open, moves, again }) => {
  const { bettor, decide } = await open()
  const before = await movesOf(bettor)
  await decide(asha)
  const answers = await Promise.all(Array.from({ length: 100 }, () => decide(ben)))
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, ...Array(99).fill(again)])
  await quiet()
  expect(await movesOf(bettor)).toEqual([...before, ...moves])
})

test.each(table)('nobody confirms %s that was decided otherwise meanwhile', async (_, { open, overtaken }) => {
  const { bettor, decide, meanwhile } = await open()
  expect(await decide(asha)).toMatchObject(waiting)
  await meanwhile()
  await quiet()
  const before = await movesOf(bettor)
  const { status, code } = overtaken
  expect(await decide(ben)).toMatchObject({ status, body: { code } })
  await quiet()
  expect(await movesOf(bettor)).toEqual(before)
})

test('the end of a payout is not confirmed after the provider has named its own number of it', async () => {
  const { bettor, id, decide } = await unansweredPayout()
  const before = await movesOf(bettor)
  await decide(asha)
  await sql`update payments.withdrawal set request_id = 'named later' where id = ${id}::bigint`.execute(nare.base.db)
  expect(await decide(ben)).toMatchObject({ status: 409, body: { code: 'facts_changed' } })
  expect(await movesOf(bettor)).toEqual(before)
  expect(await decide(ben)).toMatchObject(waiting)
  expect(await decide(asha)).toMatchObject({ status: 200, body: { state: 'paid' } })
})

test('of two people who found different ends of a payout neither ends it', async () => {
  const { bettor, id, decide } = await unansweredPayout()
  const before = await movesOf(bettor)
  await decide(asha)
  const other = { id, outcome: 'not_paid', reference: 'Statement of Sunday', reason } as const
  for (const token of [asha, ben])
    expect(await nare.call(calls.endWithdrawal, other, token)).toMatchObject({
      status: 409,
      body: { code: 'already_proposed', proposal_id: expect.any(String) },
    })
  expect(await movesOf(bettor)).toEqual(before)
})

test('one person approves KSh 100,000 within a day, also in parts; refusals count towards nothing', async () => {
  const parts = [await requested('60000'), await requested('60000'), await requested('60000')]
  const [refusedOne, first, second] = parts.map(({ id }) => id)
  const refuse = { id: refusedOne ?? '', approve: false, reason }
  // What ben has approved in other tests counts no longer.
  await nare.call(sandbox.clock, { advance_s: 86_400 })
  expect(await nare.call(calls.decideWithdrawal, refuse, ben)).toMatchObject({ body: { state: 'refused' } })
  expect(await approve(first ?? '', ben)).toMatchObject({ status: 200, body: { state: 'cleared' } })
  expect(await approve(second ?? '', ben)).toMatchObject(waiting)
  expect(await approve(second ?? '', asha)).toMatchObject({ status: 200, body: { state: 'cleared' } })
})

test('a return that waited for its second approval before proposals were kept is decided by two people', async () => {
  const { bettor, deposit } = await failedReturn()
  const named = { deposit: BigInt(deposit), msisdn: bettor.msisdn, operator: 'asha' }
  const reserved = await decideOnly(nare.base.db, decisions().namedReturn, named)
  if (!reserved.ok) throw new Error('the return was refused')
  const id = reserved.value.toString()
  await sql`update payments.withdrawal set state = 'checking', approvers = 2 where id = ${id}::bigint`.execute(
    nare.base.db,
  )
  await sql`insert into payments.approval (withdrawal_id, operator, approve, at)
    values (${id}::bigint, 'asha', true, platform.now())`.execute(nare.base.db)
  const before = await movesOf(bettor)
  expect(await approve(id, ben)).toMatchObject(waiting)
  expect(await approve(id, asha)).toMatchObject({ status: 200, body: { state: 'cleared' } })
  await quiet()
  expect(await movesOf(bettor)).toEqual([...before, 'withdrawal_paid'])
})
