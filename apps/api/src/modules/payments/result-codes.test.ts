import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { money } from '@nare/money/money'
import {
  collectionCodes,
  disbursementCodes,
  enquiryState,
  payoutSubmitted as disbursed,
  promptSubmitted as collected,
} from './airtel/result-codes.ts'
import { readPaybill, readPayout, readPrompt, readReceipt, readStatus } from './daraja/bodies.ts'
import { requestErrors, resultCodes } from './daraja/codes.ts'
import { payoutSubmitted, promptSubmitted, queryRefused, tokenRefused } from './daraja/result-codes.ts'
import type { Meaning } from './ports.ts'
import { recorded, recordedReply } from './testing/recorded.ts'

const error = recordedReply('daraja-errors')
const stk = recorded('daraja-stk')
const b2c = recorded('daraja-b2c')
const status = recorded('daraja-status')
const c2b = recorded('daraja-c2b')
const disbursement = recordedReply('airtel-disbursements')
const collection = recordedReply('airtel-collections')
const payee = { shortcode: '174379', either: false }

test.each([
  ['internal failure', 'pending', undefined],
  ['duplicate detected', 'pending', undefined],
  ['credential check', 'failed', 'payouts'],
  ['unresolved initiator', 'failed', 'payouts'],
  ['initiator not allowed', 'failed', 'payouts'],
  ['initiator information', 'failed', 'payouts'],
  ['credential locked', 'failed', 'payouts'],
  ['product not assigned', 'failed', 'payouts'],
  ['missing fields', 'failed', undefined],
  ['invalid parameters', 'failed', undefined],
  ['invalid command', 'failed', undefined],
  ['account rule', 'failed', undefined],
  ['not registered', 'failed', undefined],
  ['no operator', 'failed', undefined],
])('a B2C result of %s is %s, the faulty part of our set-up is %s', (what, is, fault) => {
  const status = readPayout(b2c(what))?.status
  expect(status?.is).toBe(is)
  expect(status && 'fault' in status ? status.fault : undefined).toBe(fault)
})

test('the result of a paid B2C payout has receipt and amount, with or without nulls among the parameters', () => {
  expect(readPayout(b2c('paid'))).toEqual({
    requestId: 'AG_20191219_00004e48cf7e3533f581',
    status: { is: 'succeeded', receipt: 'NLJ41HAY6Q', amount: money(1000n) },
  })
})

test.each([
  ['spike arrest', 'refused'],
  ['quota', 'refused'],
  ['bad request', 'refused'],
  ['duplicate', 'unknown'],
  ['internal', 'unknown'],
  ['locked', 'unknown'],
  ["a gateway's page", 'unknown'],
])('a payout answered with %s is %s', (what, is) => {
  expect(payoutSubmitted(error(what)).is).toBe(is)
})

test.each(['no API product match', 'invalid token', 'app not entitled'])(
  'a payout answered with %s is refused because of our set-up',
  (what) => {
    expect(payoutSubmitted(error(what))).toMatchObject({ is: 'refused', fault: 'payouts' })
    expect(promptSubmitted(error(what))).toMatchObject({ is: 'refused', fault: 'deposits' })
  },
)

test.each([
  ['locked', 'not_prompted'],
  ['spike arrest', 'provider_busy'],
  ["a gateway's page", 'provider_refused'],
])('a prompt answered with %s is refused immediately', (what, reason) => {
  expect(promptSubmitted(error(what))).toMatchObject({ is: 'refused', reason })
})

test('a prompt with an unclear answer is unknown', () => {
  expect(promptSubmitted(error('internal')).is).toBe('unknown')
})

test('a new token is fetched after 400.003.01, 404.001.03 and 401, and after no other refusal', () => {
  const refusing = ['invalid token', 'invalid token of a prompt', 'no API product match', 'bad request', 'duplicate']
  expect(refusing.map((what) => tokenRefused(error(what)))).toEqual([true, true, true, false, false])
})

test.each([
  ['same amount within two minutes', 'same_again'],
  ['below minimum', 'amount_too_small'],
  ['above maximum', 'amount_too_large'],
  ['daily limit', 'provider_limit'],
  ['balance too high', 'provider_limit'],
  ['product not assigned', 'cannot_take_now'],
  ['unresolved reason', 'provider_refused'],
  ['PIN locked', 'pin_locked'],
  ['no operator', 'cannot_take_now'],
  ['cancelled with null metadata', 'cancelled'],
])('a prompt that ended with %s fails immediately as %s', (what, reason) => {
  expect(readPrompt(stk(what))?.status).toMatchObject({ is: 'failed', reason })
})

test('an unlisted STK result is pending, and a customer’s locked PIN is no fault of our set-up', () => {
  expect(readPrompt(stk('unknown'))?.status.is).toBe('pending')
  expect(readPrompt(stk('PIN locked'))?.status).not.toHaveProperty('fault')
  expect(readPrompt(stk('no operator'))?.status).toMatchObject({ fault: 'deposits' })
})

test('the callback of a paid prompt is parsed with or without nulls', () => {
  for (const what of ['paid', 'paid with nulls'])
    expect(readPrompt(stk(what))?.status).toEqual({ is: 'succeeded', receipt: 'NLJ7RT61SV', amount: money(100n) })
})

test('a receipt is confirmed only by a completed payment to our short code with receipt and amount', () => {
  const proof = (what: string, either = false) => readReceipt(status(what), { ...payee, either })?.status
  expect(proof('our short code is the payee')).toMatchObject({
    is: 'succeeded',
    receipt: 'MBN31H462N',
    amount: money(30_000n),
    payer: '254708374149',
  })
  for (const what of ["the portal's sample", 'another payee', 'no amount', 'authorized'])
    expect([what, proof(what)?.is]).toEqual([what, 'pending'])
  expect(proof('declined')?.is).toBe('failed')
  expect(proof("the portal's sample", true)?.is).toBe('succeeded')
  expect(proof('another payee', true)?.is).toBe('pending')
})

test('a refused status query leaves the payment pending and reports the faulty part of our set-up', () => {
  for (const what of ['initiator not allowed', 'initiator information']) {
    expect(readStatus(status(what))?.status).toMatchObject({ is: 'pending', fault: 'payouts' })
    expect(readReceipt(status(what), payee)?.status).toMatchObject({ is: 'pending', fault: 'receipts' })
  }
  for (const what of ['invalid parameters', 'not found']) {
    expect(readStatus(status(what))?.status.is).toBe('pending')
    expect(readStatus(status(what))?.status).not.toHaveProperty('fault')
  }
})

test('a confirmation of either version is parsed, with a masked or hashed number and with nulls', () => {
  const two = readPaybill(c2b('confirmation, version 2'))
  expect(two).toEqual({
    receipt: 'RKTQDM7W6S',
    reference: '254708374149',
    amount: money(1000n),
    payer: '25470****149',
  })
  expect(readPaybill(c2b('confirmation, version 1'))).toMatchObject({ receipt: 'RKTQDM7W6S', reference: '' })
})

test.each([
  ['paid', 'accepted'],
  ['ambiguous', 'unknown'],
  ['processing', 'unknown'],
  ['timed out', 'unknown'],
  ['duplicate', 'unknown'],
  ['duplicate id', 'unknown'],
  ['not found', 'unknown'],
  ['router timeout', 'unknown'],
  ['gateway, something wrong', 'unknown'],
  ['gateway, initiation failed', 'unknown'],
  ['gateway, no status', 'unknown'],
  ['gateway, duplicate', 'unknown'],
  ['no code', 'unknown'],
  ['a code that no table has', 'unknown'],
  ['limit', 'refused'],
  ['invalid amount', 'refused'],
  ['failed', 'refused'],
  ['our funds', 'refused'],
  ['invalid number', 'refused'],
  ['refused', 'refused'],
])('an Airtel payout answered with %s is %s', (what, is) => {
  expect(disbursed(disbursement(what), 'AB141').is).toBe(is)
})

test.each(['payer not allowed', 'wrong PIN', 'signature'])(
  'an Airtel payout answered with %s is refused because of our set-up',
  (what) => {
    expect(disbursed(disbursement(what), 'AB141')).toMatchObject({ is: 'refused', fault: 'payouts' })
  },
)

test('the status of an Airtel payout follows from the transaction’s state and its code', () => {
  const asked = { codes: disbursementCodes, fault: 'payouts', id: 'AB141' } as const
  const stateOf = (what: string) => enquiryState(disbursement(`enquiry, ${what}`), asked)
  expect(stateOf('paid')).toMatchObject({ is: 'succeeded', receipt: 'CI240101.1234.A00001' })
  expect(['under way', 'initiated', 'ambiguous', 'failed in doubt'].map((what) => stateOf(what).is)).toEqual(
    Array(4).fill('pending'),
  )
  expect(stateOf('failed')).toMatchObject({ is: 'failed', reason: 'unregistered' })
  expect(enquiryState(disbursement('not found'), asked).is).toBe('pending')
})

test.each([
  ['asked', 'accepted', undefined],
  ['ambiguous', 'unknown', undefined],
  ['timed out', 'unknown', undefined],
  ['router timeout', 'unknown', undefined],
  ['duplicate', 'unknown', undefined],
  ['wrong PIN', 'refused', 'wrong_pin'],
  ['limit', 'refused', 'provider_limit'],
  ['amount', 'refused', 'amount_too_small'],
  ['PIN not entered', 'refused', 'no_answer'],
  ['no funds', 'refused', 'no_funds'],
  ['refused', 'refused', 'provider_refused'],
  ['signature', 'refused', 'cannot_take_now'],
])('an Airtel prompt answered with %s is %s: %s', (what, is, reason) => {
  const submitted = collected(collection(what), '7')
  expect([submitted.is, 'reason' in submitted ? submitted.reason : undefined]).toEqual([is, reason])
})

test('the state of an Airtel prompt comes before its code: a success with the code of a pending payment is a success', () => {
  const asked = { codes: collectionCodes, fault: 'deposits', id: '7' } as const
  const stateOf = (what: string) => enquiryState(collection(`enquiry, ${what}`), asked)
  expect(stateOf('paid')).toMatchObject({ is: 'succeeded', receipt: 'MP230107.1738.J04514' })
  expect(stateOf('no PIN')).toMatchObject({ is: 'failed', reason: 'no_answer' })
  expect(stateOf('no funds')).toMatchObject({ is: 'failed', reason: 'no_funds' })
  expect(stateOf('expired')).toMatchObject({ is: 'failed', reason: 'expired' })
  expect(['failed in doubt', 'under way', 'not found'].map((what) => stateOf(what).is)).toEqual(
    Array(3).fill('pending'),
  )
})

test('docs/providers.md lists every code of M-Pesa with its effect here', async () => {
  const docs = await readFile(new URL('../../../../../docs/providers.md', import.meta.url), 'utf8')
  const effect = (meaning?: Meaning) =>
    meaning ? `\`${meaning.reason}\`${meaning.fault === undefined ? '' : ', set-up'}` : 'open'
  const query = (isSetup: boolean) => (isSetup ? 'open, set-up' : 'open')
  const lines = [
    ...Object.entries(resultCodes).map(
      ([code, { says, prompt, payout, status: asked }]) =>
        `| ${code} | ${says} | ${effect(prompt)} | ${effect(payout)} | ${query(asked === 'setup')} |`,
    ),
    ...Object.entries(requestErrors).map(
      ([code, { says, prompt, payout, query: asked }]) =>
        `| ${code} | ${says} | ${effect(prompt)} | ${effect(payout)} | ${query(asked === 'setup')} |`,
    ),
  ]
  expect(lines.filter((line) => !docs.includes(line))).toEqual([])
})

test('HTTP 401 and 403 reject our set-up whatever their body: payouts stop, and a payout stays open', () => {
  const page = error("a gateway's page")
  expect(payoutSubmitted(page)).toMatchObject({ is: 'unknown', fault: 'payouts' })
  expect(promptSubmitted(page)).toMatchObject({ is: 'refused', fault: 'deposits' })
  expect([page, error('app not entitled'), error('duplicate')].map(queryRefused)).toEqual([true, true, false])
  const noApi = { status: 404, body: { errorCode: '404.001.04' } }
  const noToken = { status: 0, gone: 'the provider issued no token', arrived: false, keyRefused: true } as const
  expect([noApi, noToken, { ...noToken, keyRefused: false }].map(queryRefused)).toEqual([true, true, false])
  const airtel = { status: 403, body: {} }
  expect(disbursed(airtel, 'AB141')).toMatchObject({ is: 'unknown', fault: 'payouts' })
  expect(collected(airtel, '7')).toMatchObject({ is: 'refused', fault: 'deposits' })
  const asked = { codes: disbursementCodes, fault: 'payouts', id: 'AB141' } as const
  expect(enquiryState(airtel, asked)).toMatchObject({ is: 'pending', fault: 'payouts' })
})

test('an Airtel enquiry that is answered about another id leaves the payment open; a hidden id is not compared', () => {
  const asked = (id: string) =>
    enquiryState(disbursement('enquiry, paid'), { codes: disbursementCodes, fault: 'payouts', id })
  expect(asked('ab141')).toMatchObject({ is: 'succeeded' })
  expect(asked('AB142')).toEqual({ is: 'pending', code: 'another payment' })
  const hidden = { status: 200, body: { data: { transaction: { id: '83****88', status: 'TS' } }, status: {} } }
  expect(enquiryState(hidden, { codes: collectionCodes, fault: 'deposits', id: '7' })).toMatchObject({
    is: 'succeeded',
  })
})
