import type { Codes, Meaning, Reason, SetupFault } from '../ports.ts'

/**
 * Every code that the provider's public documents and SDKs name. docs/providers.md shows the same table with its sources. A code without a
 * meaning in a column leaves the payment open there, like a code that is not listed. Descriptions from the provider are never read.
 */

/** A result code. `prompt` and `payout`: the meaning as the end of an STK push or a B2C payout. `status`: a status query is refused to us. */
export type ResultCode = {
  readonly says: string
  readonly prompt?: Meaning
  readonly payout?: Meaning
  readonly status?: 'setup'
}

/**
 * An error code of a request that did nothing. `prompt` and `payout`: why the request is refused. `query`: a status query is refused to us.
 * `token`: only the token was refused, so the request is sent again with a new one.
 */
export type RequestError = {
  readonly says: string
  readonly prompt?: Meaning
  readonly payout?: Meaning
  readonly query?: 'setup'
  readonly token?: true
}

const because = (reason: Reason): Meaning => ({ reason })
const both = (reason: Reason) => ({ prompt: because(reason), payout: because(reason) })
const deposits = (reason: Reason): Meaning => ({ reason, fault: 'deposits' })
const payouts = (reason: Reason): Meaning => ({ reason, fault: 'payouts' })

const noFunds = because('no_funds')
const cannotPay = because('cannot_pay_now')
const payoutSetup = payouts('cannot_pay_now')
const promptSetup = deposits('cannot_take_now')

export const resultCodes: Readonly<Record<string, ResultCode>> = {
  '1': { says: 'insufficient funds', prompt: noFunds, payout: cannotPay },
  '2': { says: 'less than the minimum', ...both('amount_too_small') },
  '3': { says: 'more than the maximum', ...both('amount_too_large') },
  '4': { says: 'would exceed the daily limit', ...both('provider_limit') },
  '5': { says: 'would exceed the minimum balance', payout: cannotPay },
  '6': { says: 'unresolved primary party', payout: cannotPay },
  '7': { says: 'unresolved receiver party', payout: because('unregistered') },
  '8': { says: 'would exceed the maximum balance', ...both('provider_limit') },
  '11': { says: 'debit account invalid', payout: cannotPay },
  '12': { says: 'credit account invalid', payout: because('unregistered') },
  '13': { says: 'unresolved debit account', payout: cannotPay },
  '14': { says: 'unresolved credit account', payout: because('unregistered') },
  '15': { says: 'duplicate detected' },
  '17': { says: 'same amount within two minutes (prompt); internal failure', prompt: because('same_again') },
  '18': { says: 'credential check failed', payout: payoutSetup, status: 'setup' },
  '20': { says: 'unresolved initiator', payout: payoutSetup, status: 'setup' },
  '21': { says: 'initiator not allowed', payout: payoutSetup, status: 'setup' },
  '24': { says: 'mandatory fields missing', payout: because('provider_refused') },
  '25': { says: 'invalid parameters', payout: because('provider_refused') },
  '26': { says: 'traffic blocked', ...both('provider_busy') },
  '29': { says: 'invalid command', payout: because('provider_refused') },
  '1001': { says: 'subscriber locked by another transaction', prompt: because('phone_busy') },
  '1019': { says: 'transaction expired', prompt: because('expired') },
  '1025': { says: 'prompt not sent', prompt: because('not_prompted') },
  '1031': { says: 'cancelled, or reversed: sources differ' },
  '1032': { says: 'cancelled by the user', prompt: because('cancelled') },
  '1036': { says: 'no acknowledgement of the phone', prompt: because('no_answer') },
  '1037': { says: 'no answer of the phone', prompt: because('no_answer') },
  '2001': {
    says: 'wrong PIN (prompt); wrong initiator',
    prompt: because('wrong_pin'),
    payout: payoutSetup,
    status: 'setup',
  },
  '2006': { says: 'declined by an account rule', payout: cannotPay },
  '2028': {
    says: 'not permitted by the product assignment',
    prompt: promptSetup,
    payout: payoutSetup,
    status: 'setup',
  },
  '2029': { says: 'unresolved reason', prompt: because('provider_refused') },
  '2033': { says: 'receipt not found' },
  '2040': { says: 'receiver not registered', payout: because('unregistered') },
  '2051': { says: 'invalid number', payout: because('unregistered') },
  '4999': { says: 'still processing' },
  '8006': {
    says: 'credential or PIN locked',
    prompt: because('pin_locked'),
    payout: payoutSetup,
    status: 'setup',
  },
  '9999': { says: 'prompt not sent', prompt: because('not_prompted') },
  SFC_IC0003: { says: 'operator does not exist', prompt: promptSetup, payout: cannotPay, status: 'setup' },
}

const setup = { prompt: promptSetup, payout: payoutSetup, query: 'setup' } as const

export const requestErrors: Readonly<Record<string, RequestError>> = {
  '400.002.02': { says: 'bad request: a field is invalid', ...both('provider_refused') },
  '400.002.05': { says: 'invalid request payload', ...both('provider_refused') },
  '400.003.01': { says: 'invalid access token', ...setup, token: true },
  '400.003.02': { says: 'bad request', ...both('provider_refused') },
  '400.008.01': { says: 'invalid authentication type (of a token request)', ...setup },
  '400.008.02': { says: 'invalid grant type (of a token request)', ...setup },
  '401.002.01': { says: 'invalid access token', ...setup, token: true },
  '401.003.01': { says: 'no API product match', ...setup },
  '403.002.1001': { says: 'app not entitled, or our address not allowed', ...setup },
  '404.001.01': { says: 'resource not found', ...setup },
  '404.001.03': { says: 'invalid access token', ...setup, token: true },
  '404.001.04': { says: 'invalid authentication header', ...setup },
  '404.002.01': { says: 'resource not found', ...setup },
  '404.003.01': { says: 'resource not found', ...setup },
  '405.001': { says: 'method not allowed', ...setup },
  '500.001.1001': {
    says: 'wrong credentials, merchant does not exist, subscriber locked, or being processed',
    prompt: because('not_prompted'),
  },
  '500.002.1001': { says: 'duplicate OriginatorConversationID' },
  '500.003.02': { says: 'spike arrest', ...both('provider_busy') },
  '500.003.03': { says: 'quota', ...both('provider_busy') },
  '500.003.1001': { says: 'internal server error; addresses already registered' },
}

const meaningsOf = (
  table: Readonly<Record<string, { prompt?: Meaning; payout?: Meaning }>>,
  column: 'prompt' | 'payout',
): Codes =>
  Object.fromEntries(
    Object.entries(table).flatMap(([code, { [column]: meaning }]) => (meaning ? [[code, meaning] as const] : [])),
  )

/** Result codes of an STK push that took no money. */
export const promptCodes = meaningsOf(resultCodes, 'prompt')
/** Result codes of a B2C payout that paid nothing. */
export const payoutCodes = meaningsOf(resultCodes, 'payout')
/** Error codes of prompt requests that Daraja refuses before it does anything. */
export const promptRequestCodes = meaningsOf(requestErrors, 'prompt')
/** Error codes of payout requests that Daraja refuses before it does anything. */
export const payoutRequestCodes = meaningsOf(requestErrors, 'payout')

/** The part of our set-up that a result of a status query or a balance query rejects, if it does. */
export const rejectedBy = (code: string, part: SetupFault): SetupFault | undefined =>
  Object.hasOwn(resultCodes, code) && resultCodes[code]?.status === 'setup' ? part : undefined
