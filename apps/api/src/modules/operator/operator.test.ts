import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '@nare/contract/catalog'
import { sandbox } from '@nare/contract/sandbox'
import { kyc } from '@nare/contract/kyc'
import { operator as calls } from '@nare/contract/operator'
import { payments } from '@nare/contract/payments'
import { pathFields, type Route, type Sent } from '@nare/contract/route'
import { transact } from '#platform/db'
import { random } from '#platform/random'
import { testApp, type TestApp } from '#testing/app'
import { jpegFile } from '#testing/pictures'
import { withdraw } from '#testing/withdraw'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const asha = 'the token of asha'.replaceAll(' ', '-')
const ben = 'the token of ben'.replaceAll(' ', '-')
const reason = 'seen and checked'

let nare: TestApp
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-operator-'))
  nare = await testApp({ OPERATORS: `asha:${hashOf(asha)},ben:${hashOf(ben)}`, DATA_DIR: folder })
})
afterAll(async () => {
  await nare.close()
  await rm(folder, { recursive: true, force: true })
})

type Line = { operator: string; action: string; subject: string; reason: string; outcome: string | null }

async function auditOf(subject: string): Promise<Line[]> {
  const rows = await sql<Line>`
    select a.operator, a.action, a.subject, a.reason, o.outcome
    from operator.audit a left join operator.audit_outcome o on o.audit_id = a.id
    where a.subject = ${subject} order by a.id`.execute(nare.base.db)
  return rows.rows
}

const newBettor = (shillings = 100) => nare.bettor(shillings)

/** A withdrawal of this many shillings, checked and waiting for the operators. */
async function waiting(shillings: string): Promise<string> {
  const { token } = await newBettor(500_000)
  const { body } = await withdraw(nare, token, shillings)
  await nare.app.payments.settled()
  return body.withdrawal_id
}

const everyCall: [string, Route][] = Object.entries(calls)

test.each(everyCall)('%s is for operators only', async (_name, call) => {
  const { token } = await newBettor()
  const input = Object.fromEntries(pathFields(call.path).map((field) => [field, '1']))
  expect(await nare.call(call, input)).toMatchObject({ status: 401, body: { code: 'session_required' } })
  for (const stranger of [token, 'unknown', hashOf(asha), `${asha}x`])
    expect(await nare.call(call, input, stranger)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
})

// A day's statement is its own reason.
const withReason = everyCall.filter(([name, call]) => call.method === 'POST' && name !== 'reconcileDay')

test.each(withReason)('%s requires a reason', async (_name, call) => {
  const input = Object.fromEntries(pathFields(call.path).map((field) => [field, '777777777']))
  const refused = await nare.call(call, input, asha)
  expect(refused).toMatchObject({ status: 400, body: { fields: { reason: expect.any(String) } } })
})

test('without configured operators no token is valid', async () => {
  const other = await testApp({ DATA_DIR: folder }, { base: nare.base })
  try {
    expect((await other.call(calls.withdrawals, {}, asha)).status).toBe(403)
  } finally {
    await other.close()
  }
})

test("an operator's token is not a bettor's session", async () => {
  expect((await nare.call(kyc.identityCheck, {}, asha)).status).toBe(401)
})

test('a large withdrawal needs two different operators; the same one twice is refused, and every decision is logged', async () => {
  const id = await waiting('200000')
  const queued = (await nare.call(calls.withdrawals, {}, asha)).body.data.find((row) => row.withdrawal_id === id)
  expect(queued).toMatchObject({ approvers: 2, approved_by: [], sum: '190476.00', identity: 'none' })
  const approve = (token: string) => nare.call(calls.decideWithdrawal, { id, approve: true, reason }, token)
  expect(await approve(asha)).toMatchObject({
    status: 202,
    body: { state: 'waiting', proposal_id: expect.any(String) },
  })
  expect(await approve(asha)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  expect((await nare.call(calls.withdrawals, {}, ben)).body.data.find((row) => row.withdrawal_id === id)).toMatchObject(
    {
      approved_by: ['asha'],
    },
  )
  expect((await approve(ben)).body).toEqual({ state: 'cleared' })
  expect((await nare.call(calls.withdrawals, {}, ben)).body.data.map((row) => row.withdrawal_id)).not.toContain(id)
  const line = { action: 'withdrawal.decide', subject: `withdrawal ${id}`, reason }
  expect(await auditOf(`withdrawal ${id}`)).toEqual([
    { ...line, operator: 'asha', outcome: 'waiting' },
    { ...line, operator: 'asha', outcome: 'not_allowed' },
    { ...line, operator: 'ben', outcome: 'cleared' },
  ])
})

test('twenty concurrent approvals of one operator count as one', async () => {
  const id = await waiting('200000')
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => nare.call(calls.decideWithdrawal, { id, approve: true, reason }, asha)),
  )
  expect(responses.filter(({ status }) => status === 202).map(({ body }) => body['state'])).toEqual(['waiting'])
  expect(responses.filter((response) => response.status === 403)).toHaveLength(19)
})

test('an operator can refuse a withdrawal', async () => {
  const id = await waiting('50000')
  const decided = await nare.call(calls.decideWithdrawal, { id, approve: false, reason }, ben)
  expect(decided.body).toEqual({ state: 'refused' })
  expect((await nare.call(calls.decideWithdrawal, { id, approve: true, reason }, asha)).status).toBe(404)
})

test('an unknown subject is not found, and the request is logged', async () => {
  const id = '987654321'
  const receipt = 'NOSUCH1234'
  const { id: bettor } = await newBettor()
  const assigned = { provider: 'mpesa' as const, receipt, reason }
  const answers = [
    await nare.call(calls.resendWithdrawal, { id, reason }, asha),
    await nare.call(calls.nameReceipt, { id, receipt, reason }, asha),
    await nare.call(calls.resolveReview, { id, reason }, asha),
    await nare.call(calls.decideIdentityCheck, { id, approve: true, reason }, asha),
    await nare.call(calls.identityPicture, { id, kind: 'front', reason }, asha),
    await nare.call(calls.suspendMatch, { match_id: '99999999', suspend: true, reason }, asha),
    await nare.call(calls.assignUnmatched, { ...assigned, bettor_id: bettor.toString() }, asha),
    await nare.call(calls.assignUnmatched, { ...assigned, bettor_id: '999999999' }, asha),
  ]
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(404))
  expect((await auditOf(`receipt ${receipt}`)).map((entry) => entry.outcome)).toEqual(['not_found', 'not_found'])
})

test('reviews and unmatched payments are listed; a review is resolved once', async () => {
  await sql`insert into payments.review (payment_id, what, facts, at) values (1, 'amount_differs', '100 and 90', platform.now())`.execute(
    nare.base.db,
  )
  await sql`insert into payments.paybill (provider, receipt, reference, amount, state, received_at)
    values ('mpesa', 'QWE123RTY4', 'nobody', 15000, 'unmatched', platform.now())`.execute(nare.base.db)
  const [review] = (await nare.call(calls.reviews, {}, asha)).body.data
  expect(review).toMatchObject({ payment_id: '1', what: 'amount_differs' })
  const id = review?.review_id ?? ''
  expect((await nare.call(calls.resolveReview, { id, reason }, asha)).body).toEqual({ state: 'resolved' })
  expect((await nare.call(calls.resolveReview, { id, reason }, ben)).status).toBe(404)
  expect((await nare.call(calls.unmatched, {}, asha)).body.data).toMatchObject([
    { receipt: 'QWE123RTY4', amount: '150.00' },
  ])
  const { id: bettor } = await newBettor()
  const input = { provider: 'mpesa', receipt: 'QWE123RTY4', bettor_id: bettor.toString(), reason } as const
  expect(await nare.call(calls.assignUnmatched, input, asha)).toMatchObject({ status: 202 })
  expect(await nare.call(calls.assignUnmatched, input, ben)).toMatchObject({
    status: 200,
    body: { state: 'assigned', deposit_id: expect.stringMatching(/^\d+$/) },
  })
  expect((await nare.call(calls.unmatched, {}, asha)).body.data).toEqual([])
})

test('an operator sees waiting documents and decides once', async () => {
  const bettor = await newBettor()
  const front = jpegFile('a card').toString('base64')
  const sent = { id: random.uuid(), kind: 'passport' as const, number: 'AK12345X', name: 'Ben Otieno' }
  await nare.call(kyc.checkIdentity, { ...sent, front }, bettor.token)
  const [waits] = (await nare.call(calls.identityChecks, {}, asha)).body.data
  const account = { date_of_birth: '1990-01-01' }
  expect(waits).toMatchObject({ bettor_id: bettor.id.toString(), number: 'AK12345X', account })
  const id = waits?.check_id ?? ''
  const view = await nare.call(calls.identityPicture, { id, kind: 'front', reason }, asha)
  expect(view.body).toEqual({ type: 'image/jpeg', picture: front })
  const decide = () => nare.call(calls.decideIdentityCheck, { id, approve: true, reason }, asha)
  expect((await decide()).body).toEqual({ state: 'passed' })
  expect((await decide()).status).toBe(404)
  expect((await nare.call(kyc.identityCheck, {}, bettor.token)).body.state).toBe('passed')
  expect((await auditOf(`check ${id}`)).map((entry) => [entry.action, entry.outcome])).toEqual([
    ['identity.picture', 'done'],
    ['identity.decide', 'passed'],
    ['identity.decide', 'not_found'],
  ])
})

test('lists come in pages, each with the total', async () => {
  const receipts = ['PAGE000001', 'PAGE000002', 'PAGE000003']
  for (const receipt of receipts)
    await sql`insert into payments.paybill (provider, receipt, reference, amount, state, received_at)
      values ('mpesa', ${receipt}, 'nobody', 15000, 'unmatched', platform.now())`.execute(nare.base.db)
  const at = (page: number) => nare.call(calls.unmatched, { page, limit: 2 }, asha)
  const [first, second, third] = [await at(1), await at(2), await at(3)]
  expect([...first.body.data, ...second.body.data].map((row) => row.receipt)).toEqual(receipts)
  expect(second.body.meta).toEqual({ page: 2, limit: 2, total: 3 })
  expect(third.body).toMatchObject({ data: [], meta: { total: 3 } })
  for (const call of [calls.withdrawals, calls.deposits, calls.reviews, calls.identityChecks, calls.audit] as const)
    expect((await nare.call(call, { limit: 1 }, asha)).body.meta).toMatchObject({ page: 1, limit: 1 })
  expect((await nare.call(calls.unmatched, { limit: 101 }, asha)).status).toBe(400)
})

test('unfinished deposits are listed, of all bettors or of one', async () => {
  const { id: bettor, token } = await newBettor()
  const answer = await nare.call(payments.deposit, { id: random.uuid(), amount: '100' }, token)
  await nare.app.payments.settled()
  const { deposit_id } = answer.body
  const open = { deposit_id, bettor_id: bettor.toString(), status: 'pending', amount: '100.00', net: '95.00' }
  const bettor_id = bettor.toString()
  expect((await nare.call(calls.deposits, { bettor_id }, asha)).body).toMatchObject({
    data: [open],
    meta: { total: 1 },
  })
  const ids = async (status: 'pending' | 'unknown') =>
    (await nare.call(calls.deposits, { status }, asha)).body.data.map((row) => row.deposit_id)
  expect(await ids('pending')).toContain(deposit_id)
  expect(await ids('unknown')).not.toContain(deposit_id)
})

test('the audit log can be filtered by operator, action and day', async () => {
  const id = '123450001'
  await nare.call(calls.resolveReview, { id, reason }, asha)
  await nare.call(calls.resendWithdrawal, { id, reason }, ben)
  await nare.call(calls.resendWithdrawal, { id, reason }, asha)
  const read = async (filter: Sent<typeof calls.audit>) => (await nare.call(calls.audit, filter, ben)).body
  const [line] = (await read({ operator: 'asha', action: 'withdrawal.resend', limit: 1 })).data
  expect(line).toMatchObject({ operator: 'asha', subject: `withdrawal ${id}`, reason, facts: {}, outcome: 'not_found' })
  expect(line?.ended_at).toMatch(/Z$/)
  expect((await read({ line: line?.audit_id ?? '' })).data).toEqual([line])
  const subjects = await read({ subject: `withdrawal ${id}` })
  expect(subjects.data.map((row) => row.operator)).toEqual(['asha', 'ben'])
  expect(subjects.meta.total).toBe(2)
  const day = (n: number) => new Date(nare.app.clock.now() + 3 * 3_600_000 + n * 86_400_000).toISOString().slice(0, 10)
  const count = async (filter: Sent<typeof calls.audit>) =>
    (await read({ ...filter, subject: `withdrawal ${id}` })).meta.total
  expect(await count({ from: day(0), to: day(0) })).toBe(2)
  expect(await count({ from: day(1) })).toBe(0)
  expect(await count({ to: day(-1) })).toBe(0)
  expect((await nare.call(calls.audit, { from: 'monday' }, ben)).status).toBe(400)
})

test('an operator suspends and reopens a match', async () => {
  const match_id = await nare.match()
  const suspend = (is: boolean) => nare.call(calls.suspendMatch, { match_id, suspend: is, reason }, asha)
  const openMarkets = async () =>
    (await nare.call(catalog.match, { match_id })).body.data.odds.filter((market) => market.state === 'open').length
  const before = await openMarkets()
  expect(before).toBeGreaterThan(0)
  expect((await suspend(true)).body).toEqual({ match_id, suspended: true })
  expect(await openMarkets()).toBe(0)
  expect((await suspend(false)).body).toEqual({ match_id, suspended: false })
  expect(await openMarkets()).toBe(before)
  expect(await auditOf(`match ${match_id}`)).toHaveLength(2)
})

test('an operator sees the events of a match before their correction', async () => {
  const match_id = await nare.match()
  const card = { match_id, event_id: 'card', minute: 5 }
  await nare.call(sandbox.driveMatch, { match_id, event: 'kick_off' })
  await nare.call(sandbox.driveMatch, { ...card, event: 'yellow_card', side: 'home' })
  await nare.call(sandbox.driveMatch, { ...card, event: 'yellow_card', side: 'away' })
  const { body } = await nare.call(calls.matchEvents, { match_id }, asha)
  const versions = body.data.filter(({ event_id }) => event_id === 'card')
  expect(versions.map(({ version, side, source }) => [version, side, source])).toEqual([
    [1, 'home', 'sandbox'],
    [2, 'away', 'sandbox'],
  ])
  expect((await nare.call(calls.matchEvents, { match_id: '49999999' }, asha)).status).toBe(404)
  expect((await nare.call(calls.matchEvents, { match_id })).status).toBe(401)
})

test('betting on a league competition is paused and resumed', async () => {
  const pause = (paused: boolean) => nare.call(calls.pauseLeague, { competition_id: '3', paused, reason }, asha)
  const stop = async () => (await nare.call(calls.league, {}, ben)).body.data.find((row) => row.competition_id === '3')
  expect(await stop()).toMatchObject({ name: 'Continental League', paused: false, operator: null, fault: null })
  expect((await pause(true)).body).toEqual({ competition_id: '3', paused: true })
  expect(await stop()).toMatchObject({ paused: true, operator: 'asha' })
  expect((await pause(false)).body).toEqual({ competition_id: '3', paused: false })
  expect(await stop()).toMatchObject({ paused: false, operator: null })
  expect((await nare.call(calls.pauseLeague, { competition_id: '7', paused: true, reason }, asha)).status).toBe(404)
  expect((await auditOf('competition 3')).map((line) => line.outcome)).toEqual(['paused', 'resumed'])
})

test('the audit log cannot be edited, not even by the owner of the database', async () => {
  const remove = (table: string, role: string) =>
    transact(nare.base.db, async (tx) => {
      await sql`set local role ${sql.raw(role)}`.execute(tx)
      await sql`delete from ${sql.raw(table)}`.execute(tx)
    })
  for (const table of ['operator.audit', 'operator.audit_outcome']) {
    await expect(remove(table, 'nare_app')).rejects.toThrow('permission denied')
    await expect(remove(table, 'none')).rejects.toThrow('append-only')
  }
})
