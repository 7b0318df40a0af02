import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleBettors } from '@nare/contract/console-bettors'
import { operator as calls } from '@nare/contract/operator'
import { operatorProposals } from '@nare/contract/operator-proposals'
import { money } from '@nare/money/money'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { withdraw } from '#testing/withdraw'

const names = ['asha', 'ben', 'chege', 'diana', 'emma'] as const
const tokenOf = (name: string): string => `the-token-of-${name}`
const reason = 'seen and checked'
let nare: TestApp

beforeAll(async () => {
  const OPERATORS = names.map((name) => `${name}:${createHash('sha256').update(tokenOf(name)).digest('hex')}`).join(',')
  nare = await testApp({ OPERATORS, PAYOUT_UNDO_S: '600' })
})
afterAll(() => nare.close())

/** A withdrawal of this sum of KSh that waits for a person. */
async function waiting(shillings: string) {
  const bettor = await nare.bettor(300_000)
  const { body } = await withdraw(nare, bettor.token, shillings)
  await nare.app.payments.settled()
  return { id: body.withdrawal_id, bettor: bettor.id.toString() }
}

const approve = (id: string, by: string) =>
  nare.call(calls.decideWithdrawal, { id, approve: true, reason }, tokenOf(by))
const rowOf = async (id: string, by = 'asha') =>
  (await nare.call(calls.withdrawals, { state: 'all', q: id }, tokenOf(by))).body.data[0]

/** The line of the audit log in which this person did an action on a subject last. */
async function lineOf(by: string, action: string, subject: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from operator.audit where operator = ${by} and action = ${action} and subject = ${subject}
    order by operator.audit.id desc limit 1`.execute(nare.base.db)
  return rows[0]?.id
}

test('an approval that was taken back counts no longer towards what one person approves alone in a day', async () => {
  const [one, two, three] = [await waiting('50000'), await waiting('50000'), await waiting('50000')]
  for (let times = 0; times < 3; times++) {
    expect((await approve(one.id, 'asha')).body).toEqual({ state: 'cleared' })
    expect(await rowOf(one.id)).toMatchObject({
      audit_id: await lineOf('asha', 'withdrawal.decide', `withdrawal ${one.id}`),
    })
    // Whoever takes it back, it is the approver's sum.
    expect((await nare.call(calls.undoWithdrawal, { id: one.id, reason }, tokenOf('ben'))).status).toBe(200)
    expect(await rowOf(one.id)).toMatchObject({ audit_id: null })
  }
  expect((await nare.call(calls.undoWithdrawal, { id: two.id, reason }, tokenOf('ben'))).status).toBe(404)
  expect((await approve(one.id, 'asha')).body).toEqual({ state: 'cleared' })
  expect(await rowOf(two.id)).toMatchObject({ second_person: 'none', proposal: null })
  expect((await approve(two.id, 'asha')).body).toEqual({ state: 'cleared' })
  expect(await rowOf(two.id)).toMatchObject({ second_person: 'none', proposal: null })
  // Before she presses the list tells her that a second person will be asked, and afterwards who has proposed it.
  expect(await rowOf(three.id)).toMatchObject({ second_person: 'day', proposal: null })
  expect(await rowOf(three.id, 'ben')).toMatchObject({ second_person: 'none' })
  const proposed = await approve(three.id, 'asha')
  expect(proposed).toMatchObject({ status: 202 })
  expect(await rowOf(three.id, 'ben')).toMatchObject({
    proposal: { proposal_id: proposed.body.proposal_id, action: 'withdrawal.decide', by: 'asha', reason },
  })
  const large = await waiting('150000')
  expect(await rowOf(large.id, 'ben')).toMatchObject({ second_person: 'withdrawal', proposal: null })
})

/** A payout of this sum that was sent and of which the provider has no record. */
async function lost(shillings: string) {
  const { id, bettor } = await waiting(shillings)
  await sql`update payments.withdrawal set state = 'sent', sent_at = platform.now(), cleared_at = platform.now(), sends = 1
    where id = ${id}::bigint`.execute(nare.base.db)
  return { id, bettor }
}

test('what one person sends again beyond the sum that one may approve needs a second person; the payout names the line', async () => {
  const resend = (id: string, by: string) => nare.call(calls.resendWithdrawal, { id, reason }, tokenOf(by))
  const [one, two] = [await lost('60000'), await lost('60000')]
  expect((await resend(one.id, 'asha')).body).toEqual({ state: 'sent' })
  expect(await rowOf(one.id)).toMatchObject({
    audit_id: await lineOf('asha', 'withdrawal.resend', `withdrawal ${one.id}`),
  })
  expect(await resend(two.id, 'asha')).toMatchObject({ status: 202, body: { state: 'waiting' } })
  expect(await resend(two.id, 'asha')).toMatchObject({ status: 403 })
  expect(await rowOf(two.id)).toMatchObject({ audit_id: null })
  expect((await resend(two.id, 'ben')).body).toEqual({ state: 'sent' })
  const line = await lineOf('ben', 'withdrawal.resend', `withdrawal ${two.id}`)
  expect(await rowOf(two.id)).toMatchObject({ audit_id: line })
  const { body } = await nare.call(
    consoleBettors.bettorTimeline,
    { id: two.bettor, kinds: 'withdrawal' },
    tokenOf('asha'),
  )
  expect(body.data.find(({ ref }) => ref === `payment/${two.id}`)).toMatchObject({ audit_id: line })
})

/** Money with cents that no payout can return, of an identified bettor. */
async function returnable(cents: bigint) {
  const { id: bettor } = await nare.bettor(1)
  const { rows } = await sql<{ id: bigint }>`
    insert into payments.deposit (bettor_id, kind, provider, amount, tax, net, receipt, state, returnable, created_at, changed_at)
    values (${bettor}::bigint, 'paybill', 'mpesa', ${cents}::bigint, 0, ${cents}::bigint, ${`RET${bettor}`}, 'succeeded', true, platform.now(), platform.now())
    returning id`.execute(nare.base.db)
  const id = String(rows[0]?.id)
  await sql`
    insert into identity.kyc_case (bettor, client_id, hash, kind, number, name, state, decided_by, submitted_at, changed_at)
    values (${bettor}::bigint, ${randomUUID()}::uuid, sha256(${id}::text::bytea), 'passport', ${`A0000${bettor}`}, 'Somebody', 'passed', 'emma', platform.now(), platform.now())`.execute(
    nare.base.db,
  )
  const { ledger } = nare.app
  await transact(nare.base.db, async (tx) => {
    const account = (await ledger.returnable(tx, [bettor])).get(bettor) ?? 0n
    const postings = [
      { account, amount: money(cents) },
      { account: ledger.house('provider:mpesa'), amount: money(-cents) },
    ]
    await ledger.post(tx, [{ id: `deposit/${id}`, kind: 'returnable', about: `payment/${id}`, postings }])
  })
  return { id, bettor }
}

test('what one person credits beyond the sum that one may assign needs a second person, and is credited once', async () => {
  const [one, two] = [await returnable(1_500_050n), await returnable(1_500_050n)]
  const credit = (id: string, by: string) => nare.call(calls.creditReturn, { id, reason }, tokenOf(by))
  const cash = async ({ bettor }: { bettor: bigint }) => (await nare.app.ledger.balances(bettor)).balance
  expect((await credit(one.id, 'chege')).body).toEqual({ state: 'credited' })
  expect((await credit(one.id, 'chege')).body).toEqual({ state: 'credited' })
  const credited = await cash(one)
  expect(credited).toBeGreaterThan(100n)
  const asked = await credit(two.id, 'chege')
  expect(asked).toMatchObject({ status: 202 })
  expect(await cash(two)).toBe(100n)
  const proposal = String((asked.body as { proposal_id?: string }).proposal_id)
  const confirm = () => nare.call(operatorProposals.confirmProposal, { id: proposal, reason }, tokenOf('diana'))
  expect((await confirm()).body).toEqual({ state: 'done', outcome: 'credited' })
  expect(await confirm()).toMatchObject({ status: 409 })
  expect([await cash(two), await cash(one)]).toEqual([credited, credited])
})

test('a payment whose payer the provider does not name is assigned by two people at any sum, and no hash of a number is shown', async () => {
  const bettor = await nare.bettor()
  const hash = createHash('sha256').update(bettor.msisdn).digest('hex')
  const payers = { NULL000001: null, HASH000001: hash, OWN0000001: bettor.msisdn }
  for (const [receipt, payer] of Object.entries(payers))
    await sql`insert into payments.paybill (provider, receipt, reference, amount, payer, state, received_at)
      values ('mpesa', ${receipt}, 'nobody', 1000, ${payer}, 'unmatched', platform.now())`.execute(nare.base.db)
  const file = await nare.app.app.inject({
    ...{ url: '/v1/operator/unmatched.csv', headers: { authorization: `Bearer ${tokenOf('emma')}` } },
  })
  const listed = await nare.call(calls.unmatched, {}, tokenOf('emma'))
  expect(listed.body.data.map(({ receipt, payer }) => [receipt, payer])).toEqual([
    ['NULL000001', null],
    ['HASH000001', null],
    ['OWN0000001', bettor.msisdn],
  ])
  const assign = (receipt: string) =>
    nare.call(
      calls.assignUnmatched,
      { provider: 'mpesa', receipt, bettor_id: bettor.id.toString(), reason },
      tokenOf('emma'),
    )
  expect(await assign('OWN0000001')).toMatchObject({ status: 200 })
  for (const receipt of ['NULL000001', 'HASH000001']) expect(await assign(receipt)).toMatchObject({ status: 202 })
  const { body } = await nare.call(operatorProposals.proposals, { state: 'waiting' }, tokenOf('diana'))
  const about = body.data.filter(({ subject }) => /^receipt (NULL|HASH)/.test(subject))
  expect(about.map(({ before }) => before['payer'])).toEqual(Array(2).fill('payer unknown to the provider'))
  for (const text of [file.payload, JSON.stringify(listed.body), JSON.stringify(body)]) expect(text).not.toContain(hash)
  const { rows } = await sql<{ text: string }>`select p::text as text from operator.proposal p`.execute(nare.base.db)
  expect(JSON.stringify(rows)).not.toContain(hash)
})
