import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator as calls } from '@nare/contract/operator'
import { operatorProposals } from '@nare/contract/operator-proposals'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { withdraw } from '#testing/withdraw'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const [asha, ben] = ['the-token-of-asha', 'the-token-of-ben']
const reason = 'seen and checked'

let nare: TestApp

beforeAll(async () => {
  nare = await testApp({ OPERATORS: `asha:${hashOf(asha)},ben:${hashOf(ben)}` })
})
afterAll(() => nare.close())

test('two operators end a payout without an answer over HTTP; the list shows its proposal, and the audit log both calls', async () => {
  const faults = (next: number) => nare.call(sandbox.faults, { service: 'mpesa', fault: 'status_refused', next })
  await faults(1000)
  const bettor = await nare.bettor(1000)
  const id = (await withdraw(nare, bettor.token, '100')).body.withdrawal_id
  await nare.app.payments.settled()
  const input = { id, outcome: 'not_paid', reference: 'Statement of Sunday', reason } as const
  expect((await nare.call(calls.endWithdrawal, input, asha)).body).toMatchObject({ code: 'still_checking' })
  await sql`update payments.withdrawal set sent_at = sent_at - interval '72 hours' where id = ${id}::bigint`.execute(
    nare.base.db,
  )
  expect((await nare.call(calls.endWithdrawal, { ...input, reference: 'x' }, asha)).status).toBe(400)
  expect(await nare.call(calls.endWithdrawal, input, asha)).toMatchObject({ status: 202, body: { state: 'waiting' } })
  const { data } = (await nare.call(calls.unresolvedWithdrawals, {}, ben)).body
  const listed = data.find((row) => row.withdrawal_id === id)
  expect(listed).toMatchObject({ because: 'no_answer', sum: '95.00', tax: '4.75', debited: '99.75' })
  expect(listed?.age_s).toBeGreaterThanOrEqual(72 * 3600)
  expect(listed?.proposed).toMatchObject({ outcome: 'not_paid', evidence: input.reference, operator: 'asha', reason })
  expect((await nare.call(calls.endWithdrawal, input, ben)).body).toEqual({ state: 'not_paid' })
  expect((await nare.call(calls.unresolvedWithdrawals, {}, ben)).body.data).toEqual([])
  const log = (await nare.call(calls.audit, { subject: `withdrawal ${id}` }, ben)).body.data
  expect(log.map(({ operator, action, outcome }) => [operator, action, outcome])).toEqual([
    ['ben', 'withdrawal.end', 'not_paid'],
    ['asha', 'withdrawal.end', 'waiting'],
    ['asha', 'withdrawal.end', 'invalid_input'],
    ['asha', 'withdrawal.end', 'still_checking'],
  ])
  await faults(0)
})

test('money that no payout can return is listed', async () => {
  expect((await nare.call(calls.waitingReturns, {}, asha)).body).toMatchObject({ data: [], meta: { total: 0 } })
  expect((await nare.call(calls.creditReturn, { id: '987654321', reason }, asha)).status).toBe(404)
})

test('what was decided about the withdrawals of a bettor is found under the bettor', async () => {
  const bettor = await nare.bettor(500_000)
  const { body } = await withdraw(nare, bettor.token, '200000')
  await nare.app.payments.settled()
  const id = body.withdrawal_id
  const { body: proposed } = await nare.call(calls.decideWithdrawal, { id, approve: true, reason }, asha)
  const proposal = 'proposal_id' in proposed ? String(proposed.proposal_id) : ''
  await nare.call(operatorProposals.takeBackProposal, { id: proposal, reason }, asha)
  await nare.call(calls.wantIdentity, { id: String(bettor.id), reason }, ben)
  const found = await nare.call(calls.audit, { subject: `bettor ${bettor.id}` }, ben)
  expect(found.body.data.map(({ operator: who, action, subject }) => `${who} ${action} ${subject}`)).toEqual([
    `ben identity.want bettor ${bettor.id}`,
    `asha proposal.take_back proposal ${proposal}`,
    `asha withdrawal.decide withdrawal ${id}`,
  ])
  const other = await nare.call(calls.audit, { subject: `bettor ${(await nare.bettor()).id}` }, ben)
  expect(other.body.data).toEqual([])
})
