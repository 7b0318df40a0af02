import { own } from '#platform/own'
import type { Codes, Meaning, Reason, SetupFault, Submitted, ProviderStatus } from '../ports.ts'
import { faultOf, type Reply, textOf } from '../requests/requests.ts'

const because = (reason: Reason): Meaning => ({ reason })
const payouts = (reason: Reason): Meaning => ({ reason, fault: 'payouts' })
const deposits = (reason: Reason): Meaning => ({ reason, fault: 'deposits' })

/** Result codes of an STK push that took no money (docs/providers.md). The description of a code is never read. */
export const promptCodes: Codes = {
  '1': because('no_funds'),
  '2': because('amount_too_small'),
  '3': because('amount_too_large'),
  '4': because('provider_limit'),
  '8': because('provider_limit'),
  '17': because('same_again'),
  '26': because('provider_busy'),
  '1001': because('phone_busy'),
  '1019': because('expired'),
  '1025': because('not_prompted'),
  '1032': because('cancelled'),
  '1037': because('no_answer'),
  '2001': because('wrong_pin'),
  '2028': deposits('cannot_take_now'),
  '2029': because('provider_refused'),
  '8006': because('pin_locked'),
  '9999': because('not_prompted'),
  SFC_IC0003: deposits('cannot_take_now'),
}

/** Result codes of a B2C payout that paid nothing. Any other code, including the catch-all 17, leaves the outcome unknown. */
export const payoutCodes: Codes = {
  '1': because('cannot_pay_now'),
  '2': because('amount_too_small'),
  '3': because('amount_too_large'),
  '4': because('provider_limit'),
  '8': because('provider_limit'),
  '11': because('cannot_pay_now'),
  '18': payouts('cannot_pay_now'),
  '20': payouts('cannot_pay_now'),
  '21': payouts('cannot_pay_now'),
  '24': because('provider_refused'),
  '25': because('provider_refused'),
  '26': because('provider_busy'),
  '29': because('provider_refused'),
  '2001': payouts('cannot_pay_now'),
  '2006': because('cannot_pay_now'),
  '2028': payouts('cannot_pay_now'),
  '2040': because('unregistered'),
  '8006': payouts('cannot_pay_now'),
  SFC_IC0003: because('cannot_pay_now'),
}

/** Result codes of a refused status query: they concern our set-up, not the payment. */
export const statusRefusals: ReadonlySet<string> = new Set(['18', '20', '21', '2001', '8006', 'SFC_IC0003'])

/** Error codes of requests that Daraja refuses before it does anything. */
const requestCodes: Codes = {
  '400.002.02': because('provider_refused'),
  '400.002.05': because('provider_refused'),
  '400.003.02': because('provider_refused'),
  '500.003.02': because('provider_busy'),
  '500.003.03': because('provider_busy'),
}
const setupCodes = ['400.003.01', '401.002.01', '401.003.01', '404.001.03', '404.001.04', '404.003.01']
const setup = (meaning: Meaning): Codes => Object.fromEntries(setupCodes.map((code) => [code, meaning]))

const promptRequestCodes: Codes = {
  ...requestCodes,
  ...setup(deposits('cannot_take_now')),
  '500.001.1001': because('not_prompted'),
}
const payoutRequestCodes: Codes = { ...requestCodes, ...setup(payouts('cannot_pay_now')) }

/** Codes for a refused token. Daraja has done nothing then, so the request may be sent again with a new token. */
const tokenCodes: ReadonlySet<string> = new Set(['400.003.01', '401.002.01', '404.001.03'])

/** Whether the answer means that the token is no longer valid. */
export const tokenRefused = (reply: Reply): boolean =>
  'body' in reply && (reply.status === 401 || tokenCodes.has(textOf(reply.body, 'errorCode') ?? ''))

/** The status for a result code: 0 is a success, a code in `codes` is a failure, any other code is pending. */
export function statusOfCode(code: string | number, codes: Codes): ProviderStatus {
  const text = String(code)
  if (text === '0') return { is: 'succeeded' }
  const meaning = own(codes, text)
  return meaning ? { is: 'failed', ...meaning, code: text } : { is: 'pending', code: text }
}

/** The result of a prompt request. A 4xx without a listed code is a refusal too: a late success is still credited. */
export function promptSubmitted(reply: Reply): Submitted {
  const answer = submitted(reply, { idField: 'CheckoutRequestID', codes: promptRequestCodes, fault: 'deposits' })
  const { status } = reply
  const isRefusal = answer.is === 'unknown' && status >= 400 && status < 500 && status !== 408 && status !== 429
  return isRefusal ? { is: 'refused', reason: 'provider_refused', code: answer.code } : answer
}

/**
 * The result of a payout request. Only listed codes are refusals. A duplicate OriginatorConversationID (500.002.1001) means that the first
 * request may have been paid. Any other answer is unknown.
 */
export const payoutSubmitted = (reply: Reply): Submitted =>
  submitted(reply, { idField: 'ConversationID', codes: payoutRequestCodes, fault: 'payouts' })

type Expected = { readonly idField: string; readonly codes: Codes; readonly fault: SetupFault }

function submitted(reply: Reply, { idField, codes, fault }: Expected): Submitted {
  const code = faultOf(reply)
  if (!('body' in reply)) {
    if (reply.arrived) return { is: 'unknown', code }
    return { is: 'refused', reason: 'not_sent', code, ...(reply.keyRefused && { fault }) }
  }
  const id = textOf(reply.body, idField)
  if (reply.status === 200 && textOf(reply.body, 'ResponseCode') === '0' && id !== undefined) {
    return { is: 'accepted', requestId: id }
  }
  const meaning = own(codes, textOf(reply.body, 'errorCode') ?? '')
  return meaning ? { is: 'refused', ...meaning, code } : { is: 'unknown', code }
}
