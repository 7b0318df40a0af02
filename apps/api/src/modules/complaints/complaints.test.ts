import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { complaints as calls, operatorComplaints } from '@nare/contract/complaints'
import { consoleToday } from '@nare/contract/console-today'
import { payments } from '@nare/contract/payments'
import type { Sent } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { operatorsOf, operatorToken } from '#testing/operators'

const [support, auditor, trader] = [operatorToken('sue'), operatorToken('ivy'), operatorToken('tom')]

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ sue: 'support', ivy: 'auditor', tom: 'trader' }) })
})
afterAll(() => nare.close())

const complain = (token: string, given: Partial<Sent<typeof calls.complain>> = {}) =>
  nare.call(calls.complain, { id: randomUUID(), about: 'other', text: 'It went wrong', ...given }, token)
const answer = (complaint_id: string, by = support, id = randomUUID()) =>
  nare.call(operatorComplaints.answerComplaint, { complaint_id, id, answer: 'We have paid it now.' }, by)
const queue = async () =>
  (await nare.call(consoleToday.today, {}, support)).body.queues.find(({ name }) => name === 'complaints')

test('a complaint about a ticket goes to the queue, and its answer to the bettor, as a message too', async () => {
  const bettor = await nare.bettor()
  const bet = await betsOn(nare).mustPlace(bettor.token, [pick(await nare.match())])
  expect(await queue()).toMatchObject({ count: 0, oldest_at: null, promise_s: 86_400 })
  const sent = await complain(bettor.token, { about: 'bet', ref: bet.bet_id, text: 'My bet was not paid' })
  expect(sent).toMatchObject({
    status: 200,
    body: { data: { about: 'bet', ref: bet.bet_id, state: 'open', answer: null } },
  })
  const { complaint_id: id, at, due_at } = sent.body.data
  expect(Date.parse(due_at) - Date.parse(at)).toBe(86_400_000)
  expect(await queue()).toMatchObject({ count: 1, oldest_at: at })
  const waiting = await nare.call(operatorComplaints.complaints, {}, auditor)
  expect(waiting.body.data).toMatchObject([
    { complaint_id: id, bettor_id: `${bettor.id}`, text: 'My bet was not paid' },
  ])
  expect(await answer(id, auditor)).toMatchObject({ status: 403 })
  expect(await answer(id, trader)).toMatchObject({ status: 403 })
  const command = randomUUID()
  const answered = await answer(id, support, command)
  expect(answered).toMatchObject({ status: 200, body: { complaint_id: id, state: 'answered' } })
  expect((await answer(id, support, command)).body).toEqual(answered.body)
  expect(await answer(id)).toMatchObject({ status: 409, body: { code: 'not_waiting' } })
  expect((await nare.call(calls.complaints, {}, bettor.token)).body.data).toMatchObject([
    { complaint_id: id, state: 'answered', answer: 'We have paid it now.' },
  ])
  expect(await queue()).toMatchObject({ count: 0 })
  const phone = await nare.call(sandbox.phone, { msisdn: bettor.msisdn })
  expect(JSON.stringify(phone.body)).toContain('We have paid it now.')
})

test('a hundred identical posts write one complaint; the same id with another text is refused', async () => {
  const bettor = await nare.bettor()
  const id = randomUUID()
  const replies = await Promise.all(Array.from({ length: 100 }, () => complain(bettor.token, { id })))
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.data.complaint_id}`)).size).toBe(1)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from complaints.complaint where bettor_id = ${bettor.id}::bigint`.execute(
    nare.base.db,
  )
  expect(rows).toEqual([{ count: 1 }])
  expect(await complain(bettor.token, { id, text: 'Something else' })).toMatchObject({
    status: 409,
    body: { code: 'id_reused' },
  })
})

test('another bettor’s ticket, an eleventh complaint and a wrong text are refused', async () => {
  const [owner, other] = await nare.bettors(2)
  if (!owner || !other) throw new Error('no bettors')
  const bet = await betsOn(nare).mustPlace(owner.token, [pick(await nare.match())])
  expect(await complain(other.token, { about: 'bet', ref: bet.bet_id })).toMatchObject({ status: 404 })
  expect(await complain(other.token, { about: 'bet', ref: 'mine' })).toMatchObject({ status: 404 })
  const paid = (await nare.call(payments.deposit, { id: randomUUID(), amount: '100' }, owner.token)).body
  const about = { about: 'payment', ref: paid.deposit_id } as const
  for (const ref of [paid.deposit_id, 'mine', randomUUID()])
    expect(await complain(other.token, { about: 'payment', ref })).toMatchObject({
      status: 404,
      body: { message: 'You have no such payment' },
    })
  expect(await complain(owner.token, about)).toMatchObject({ status: 200, body: { data: about } })
  expect(await complain(other.token, { text: ' x ' })).toMatchObject({
    status: 400,
    body: { fields: { text: expect.any(String) } },
  })
  const many = await Promise.all(Array.from({ length: 12 }, () => complain(other.token)))
  expect(many.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(many.filter(({ status }) => status === 429)).toHaveLength(2)
  expect((await nare.call(calls.complaints, {}, owner.token)).body.data).toHaveLength(1)
})
