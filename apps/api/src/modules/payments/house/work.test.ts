import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator as calls } from '@nare/contract/operator'
import { payments } from '@nare/contract/payments'
import { sandbox } from '@nare/contract/sandbox'
import type { Answer, Route, Sent } from '@nare/contract/route'
import { testApp, type TestApp } from '#testing/app'
import { withdraw } from '#testing/withdraw'
import { verifyPayments } from '../verify.ts'

const [asha, ben] = ['the-token-of-asha', 'the-token-of-ben']
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const tokenOf = (n: number): string => `the-token-of-other-${n}`
const reason = 'seen and checked'
const undoS = 10
let nare: TestApp

beforeAll(async () => {
  const others = Array.from({ length: 20 }, (_, n) => `other${n}:${hashOf(tokenOf(n))}`)
  const OPERATORS = [`asha:${hashOf(asha)}`, `ben:${hashOf(ben)}`, ...others].join(',')
  nare = await testApp({ OPERATORS, PAYOUT_UNDO_S: String(undoS) })
  await nare.app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await nare.app.payments.settled()
  expect((await verifyPayments(nare.base.db)).filter(({ broken }) => broken > 0)).toEqual([])
  await nare.close()
})

/** A withdrawal of KSh 50,000 that waits for one person. */
async function waiting() {
  const bettor = await nare.bettor(300_000)
  const { body } = await withdraw(nare, bettor.token, '50000')
  await nare.app.payments.settled()
  return { id: body.withdrawal_id, bettor }
}

const act = <R extends Route>(route: R, input: Omit<Sent<R>, 'reason'>, token = asha) =>
  nare.call(route, { ...input, reason } as unknown as Sent<R>, token)
let approvals = 0
/** Approves by a person who has approved nothing yet: nobody approves more than a sum a day alone. */
const approve = async (id: string, token = tokenOf(approvals++)) =>
  expect((await act(calls.decideWithdrawal, { id, approve: true }, token)).body).toEqual({ state: 'cleared' })
const undo = (id: string) => act(calls.undoWithdrawal, { id })

type Row = Answer<typeof calls.withdrawals>['data'][number]
const rowOf = async (id: string): Promise<Row | undefined> =>
  (await nare.call(calls.withdrawals, { state: 'all', q: id }, asha)).body.data[0]

/** Lets time pass, and sends what is due. */
async function pass(seconds: number): Promise<void> {
  await nare.app.clock.advance(seconds)
  await nare.app.payments.tick()
  await nare.app.payments.settled()
}

test('whoever opens a withdrawal claims it for two minutes, in the sight of the others', async () => {
  const { id } = await waiting()
  const claim = async (token: string) => (await act(calls.claimWithdrawal, { id }, token)).body
  expect(await claim(asha)).toMatchObject({ state: 'yours', claim: { by: 'asha' } })
  expect(await claim(ben)).toMatchObject({ state: 'taken', claim: { by: 'asha' } })
  expect(await rowOf(id)).toMatchObject({ claim: { by: 'asha', until: expect.any(String) } })
  await nare.app.clock.advance(121)
  expect(await rowOf(id)).toMatchObject({ claim: null })
  expect(await claim(ben)).toMatchObject({ state: 'yours' })
  expect(await act(calls.claimWithdrawal, { id: '999999999' })).toMatchObject({ status: 404 })
})

test('a held withdrawal is kept for an hour with its reason, by whoever came first', async () => {
  const { id } = await waiting()
  const hold = async (token: string) => (await act(calls.holdWithdrawal, { id }, token)).body
  expect(await hold(asha)).toMatchObject({ state: 'held', claim: { by: 'asha', reason } })
  expect(await hold(ben)).toMatchObject({ state: 'taken', claim: { by: 'asha', reason } })
  await act(calls.claimWithdrawal, { id }, asha)
  await nare.app.clock.advance(3_000)
  expect(await rowOf(id)).toMatchObject({ state: 'checking', claim: { by: 'asha', reason } })
  await nare.app.clock.advance(601)
  expect(await rowOf(id)).toMatchObject({ claim: null })
  await act(calls.claimWithdrawal, { id }, ben)
  expect(await rowOf(id)).toMatchObject({ claim: { by: 'ben', reason: null } })
  await nare.app.clock.advance(121)
  await act(calls.decideWithdrawal, { id, approve: false })
  expect(await act(calls.holdWithdrawal, { id })).toMatchObject({ status: 404 })
})

test('what people decided today is listed with who and how long it took, and a decision that was taken back is not', async () => {
  const decided = async () => (await nare.call(calls.decidedWithdrawals, {}, asha)).body
  const before = (await decided()).summary
  const [refused, undone] = [await waiting(), await waiting()]
  await nare.app.clock.advance(90)
  await act(calls.decideWithdrawal, { id: refused.id, approve: false }, ben)
  await approve(undone.id)
  expect((await decided()).data.map((row) => row.withdrawal_id)).toContain(undone.id)
  expect((await undo(undone.id)).status).toBe(200)
  const bettor = await nare.bettor(1000)
  await withdraw(nare, bettor.token, '105')
  await nare.app.payments.settled()
  const { data, summary } = await decided()
  expect(data.map((row) => row.withdrawal_id)).not.toContain(undone.id)
  const row = data.find(({ withdrawal_id }) => withdrawal_id === refused.id)
  expect(row).toMatchObject({ decision: 'refused', by: ['ben'], because: ['above_automatic'] })
  expect(row?.took_s).toBeGreaterThanOrEqual(90)
  expect(summary).toMatchObject({
    automatic: before.automatic + 1,
    by_people: before.by_people + 1,
    refused: before.refused + 1,
    half_s: expect.any(Number),
    most_s: expect.any(Number),
  })
})

test('a cleared payout waits before it is sent, and can be taken back and decided again by the same person', async () => {
  const { id, bettor } = await waiting()
  expect(await undo(id)).toMatchObject({ status: 404 })
  await approve(id, asha)
  expect(await rowOf(id)).toMatchObject({ state: 'checking', undo_until: expect.any(String), approved_by: ['asha'] })
  await pass(undoS - 5)
  expect(await rowOf(id)).toMatchObject({ state: 'checking' })
  expect(await undo(id)).toMatchObject({ status: 200, body: { state: 'waiting' } })
  expect(await undo(id)).toMatchObject({ status: 404 })
  await pass(60)
  expect(await rowOf(id)).toMatchObject({ state: 'checking', cleared_at: null, undo_until: null, approved_by: [] })
  await approve(id, asha)
  await pass(undoS + 6)
  expect(['sent', 'done']).toContain((await rowOf(id))?.state)
  expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'already_ended' } })
  expect(await paidTo(bettor.msisdn)).toBe(1)
})

test('an automatic payout does not wait, and there is nothing to take back', async () => {
  const bettor = await nare.bettor(1000)
  const { body } = await withdraw(nare, bettor.token, '105')
  await nare.app.payments.settled()
  expect(['sent', 'done']).toContain((await rowOf(body.withdrawal_id))?.state)
  expect(await undo(body.withdrawal_id)).toMatchObject({ status: 404 })
})

test('of a hundred undos at once with the sender among them, a payout is paid once or returned to the queue, never both', async () => {
  const ends = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const { id, bettor } = await waiting()
    await approve(id)
    // The wait is over before the undos, or it ends among them, or once the first of them is answered.
    if (round % 3 === 0) await nare.app.clock.advance(undoS + 1)
    const first = undo(id)
    const undos = [first, ...Array.from({ length: 99 }, () => undo(id))]
    const sending = (round % 3 === 1 ? Promise.resolve() : first).then(async () => {
      await nare.app.clock.advance(undoS + 6)
      await nare.app.payments.tick()
    })
    const [answers] = await Promise.all([Promise.all(undos), sending])
    const statuses = answers.map(({ status }) => status)
    await pass(30)
    const taken = statuses.filter((status) => status === 200).length
    const paid = await paidTo(bettor.msisdn)
    expect([taken, paid]).toEqual(taken === 1 ? [1, 0] : [0, 1])
    expect((await rowOf(id))?.state === 'checking').toBe(taken === 1)
    ends.add(taken === 1 ? 'returned' : 'paid')
  }
  expect(ends).toEqual(new Set(['returned', 'paid']))
})

test('stopped payouts are not sent until they continue, and the providers show who stopped them', async () => {
  const { id } = await waiting()
  const stop = (part: 'payouts' | 'deposits', stopped: boolean) =>
    act(calls.stopPayments, { provider: 'mpesa', part, stopped })
  expect((await stop('payouts', true)).body).toEqual({ state: 'stopped' })
  expect((await stop('payouts', true)).body).toEqual({ state: 'stopped' })
  const mpesa = async () =>
    (await nare.call(calls.providers, {}, asha)).body.data.find((one) => one.provider === 'mpesa')
  expect(await mpesa()).toMatchObject({
    payouts_stopped: true,
    deposits_stopped: false,
    stops: [{ part: 'payouts', by: 'asha', reason }],
    float: expect.stringMatching(/^-?\d+\.\d\d$/),
  })
  await approve(id)
  await pass(undoS + 20)
  expect(await rowOf(id)).toMatchObject({ state: 'checking' })
  const other = await nare.bettor(1000)
  expect((await withdraw(nare, other.token, '105')).body).toMatchObject({ code: 'withdrawals_paused' })
  expect((await stop('payouts', false)).body).toEqual({ state: 'running' })
  await pass(6)
  expect(['sent', 'done']).toContain((await rowOf(id))?.state)
  expect(await mpesa()).toMatchObject({ payouts_stopped: false, stops: [] })
})

test('while deposits of a provider are stopped, its prompts are refused as those of an unavailable provider', async () => {
  const bettor = await nare.bettor()
  const deposit = (provider: 'mpesa' | 'airtel') =>
    nare.call(payments.deposit, { id: randomUUID(), amount: '100', provider }, bettor.token)
  await act(calls.stopPayments, { provider: 'airtel', part: 'deposits', stopped: true })
  expect(await deposit('airtel')).toMatchObject({ status: 422, body: { code: 'not_available' } })
  expect(await deposit('mpesa')).toMatchObject({ status: 200 })
  await act(calls.stopPayments, { provider: 'airtel', part: 'deposits', stopped: false })
  await nare.app.payments.settled()
  const later = await nare.bettor()
  expect(
    await nare.call(payments.deposit, { id: randomUUID(), amount: '100', provider: 'airtel' }, later.token),
  ).toMatchObject({ status: 200 })
})

test('a bettor is asked by SMS for a proof, and the row shows what was asked', async () => {
  const { id, bettor } = await waiting()
  const text = 'Please send a photo of your ID card'
  const asked = { withdrawal_id: id, id: randomUUID(), text }
  const answers = await Promise.all(Array.from({ length: 100 }, () => act(calls.askForProof, asked)))
  expect(new Set(answers.map(({ body }) => body.state))).toEqual(new Set(['asked']))
  await nare.app.payments.settled()
  expect(await rowOf(id)).toMatchObject({ state: 'checking', proof: { text, by: 'asha' } })
  const { body } = await nare.call(sandbox.phone, { msisdn: bettor.msisdn })
  expect(body.sms.filter((sms) => sms.text === text)).toHaveLength(1)
  expect(await act(calls.askForProof, { withdrawal_id: '999999999', text })).toMatchObject({ status: 404 })
})

test('a row says who let a withdrawal end: the people who refused or approved it, and nobody while it waits', async () => {
  const [refused, paid] = [await waiting(), await waiting()]
  await act(calls.decideWithdrawal, { id: refused.id, approve: false }, ben)
  await approve(paid.id, ben)
  expect((await rowOf(paid.id))?.ended_by).toEqual([])
  await pass(undoS + 1)
  await expect.poll(async () => (await rowOf(paid.id))?.state).toBe('done')
  expect(await rowOf(paid.id)).toMatchObject({ state: 'done', ended_by: ['ben'], approved_by: ['ben'] })
  expect(await rowOf(refused.id)).toMatchObject({ state: 'failed', ended_by: ['ben'], approved_by: [] })
})

/** How many payouts arrived on a phone, by the sandbox's provider. */
async function paidTo(msisdn: string): Promise<number> {
  const books = await nare.app.sandbox?.providers.books('mpesa')
  return (books?.movements ?? []).filter((one) => one.kind === 'out' && one.msisdn === msisdn).length
}
