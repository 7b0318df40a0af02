import { afterAll, beforeAll, expect, test } from 'vitest'
import { payments } from '@nare/contract/payments'
import { sandbox } from '@nare/contract/sandbox'
import { random } from '#platform/random'
import { testApp, type TestApp } from '#testing/app'

let nare: TestApp

beforeAll(async () => {
  nare = await testApp()
  await nare.app.app.listen({ port: 0, host: '127.0.0.1' })
  await nare.app.payments.register()
})
afterAll(() => nare.close())

const id = () => random.uuid()

async function newBettor() {
  const bettor = await nare.bettor(1000)
  return bettor
}

/** Waits for a prompt on a phone and returns the phone's prompts: the providers run in a separate process. */
async function promptOn(msisdn: string) {
  await nare.app.payments.settled()
  const { body } = await nare.call(sandbox.phone, { msisdn })
  const [prompt] = body.prompts
  if (!prompt) throw new Error('no prompt is on this phone')
  return prompt
}

test('the sandbox’s phone shows the prompt of a deposit and approves it', async () => {
  const bettor = await newBettor()
  const requested = await nare.call(payments.deposit, { id: id(), amount: '150' }, bettor.token)
  expect(requested.body).toMatchObject({ status: 'pending', tax: '7.50', net: '142.50' })
  const prompt = await promptOn(bettor.msisdn)
  expect(prompt).toMatchObject({ amount: '150.00', state: 'waiting' })
  const { prompt_id } = prompt
  const acted = await nare.call(sandbox.promptAction, { msisdn: bettor.msisdn, prompt_id, action: 'approve' })
  expect(acted).toMatchObject({ status: 200, body: { state: 'approved' } })
  const { deposit_id } = requested.body
  const confirmed = await nare.call(payments.confirmation, { deposit_id }, bettor.token)
  expect(confirmed.body).toMatchObject({ success: true, status: 'succeeded', balance: '1142.50' })
})

test('a fault of a payment provider can be set like a fault of any other service', async () => {
  const bettor = await newBettor()
  expect((await nare.call(sandbox.faults, { service: 'mpesa', fault: 'refused', next: 1 })).status).toBe(200)
  const requested = await nare.call(payments.deposit, { id: id(), amount: '150' }, bettor.token)
  await nare.app.payments.settled()
  const seen = await nare.call(payments.payment, { id: requested.body.deposit_id }, bettor.token)
  expect(seen.body.data).toMatchObject({ status: 'failed', reason: { code: 'provider_refused' } })
})

test('a paybill payment reaches the account of its reference, and an unknown account is refused', async () => {
  const bettor = await newBettor()
  const paid = await nare.call(sandbox.payBill, { msisdn: bettor.msisdn, account: bettor.msisdn, amount: '100' })
  expect(paid.status).toBe(200)
  const refused = await nare.call(sandbox.payBill, { msisdn: bettor.msisdn, account: '0700000099', amount: '100' })
  expect(refused.status).toBe(400)
  for (let turns = 0; turns < 3; turns++) {
    await nare.app.payments.settled()
    await nare.app.sandbox?.providers.quiet()
  }
  const confirmed = await nare.call(payments.confirmation, { receipt: paid.body.receipt }, bettor.token)
  expect(confirmed.body).toMatchObject({ success: true, balance: '1095.00' })
})

test('a paybill payment that skips the validation arrives although nobody has its account', async () => {
  const bettor = await newBettor()
  const pay = { msisdn: bettor.msisdn, account: '0700000099', amount: '100' }
  expect((await nare.call(sandbox.payBill, { ...pay, unasked: false })).status).toBe(400)
  const arrived = await nare.call(sandbox.payBill, { ...pay, unasked: true })
  expect(arrived).toMatchObject({ status: 200, body: { receipt: expect.any(String) } })
})

test('a prompt on another phone cannot be answered', async () => {
  const bettor = await newBettor()
  await nare.call(payments.deposit, { id: id(), amount: '150' }, bettor.token)
  const { prompt_id } = await promptOn(bettor.msisdn)
  const other = (await newBettor()).msisdn
  expect((await nare.call(sandbox.promptAction, { msisdn: other, prompt_id, action: 'approve' })).status).toBe(404)
})
