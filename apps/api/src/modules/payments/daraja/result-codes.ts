import { own } from '#platform/own'
import type { Codes, SetupFault, Submitted, ProviderStatus } from '../ports.ts'
import { faultOf, isForbidden, type Reply, textOf } from '../requests/requests.ts'
import { payoutRequestCodes, promptRequestCodes, requestErrors } from './codes.ts'

const errorOf = (reply: Reply) =>
  'body' in reply ? own(requestErrors, textOf(reply.body, 'errorCode') ?? '') : undefined

/** Whether the answer means that the token is no longer valid. */
export const tokenRefused = (reply: Reply): boolean => reply.status === 401 || errorOf(reply)?.token === true

const spellingCodes: ReadonlySet<string> = new Set(['400.002.02', '400.002.05', '400.003.02', '500.002.1001'])

/** Whether a request may have been refused because of one of its fields: as a bad request, or as a duplicate of the id that it names. */
export const spellingRefused = (reply: Reply): boolean =>
  'body' in reply && spellingCodes.has(textOf(reply.body, 'errorCode') ?? '')

/** Whether a query is refused because of our set-up: the key, the app's products, or our network address. */
export const queryRefused = (reply: Reply): boolean => isForbidden(reply) || errorOf(reply)?.query === 'setup'

/** The status for a result code: 0 is a success, a code in `codes` is a failure, any other code is pending. */
export function statusOfCode(code: string | number, codes: Codes): ProviderStatus {
  const text = String(code).trim()
  if (text === '0') return { is: 'succeeded' }
  const meaning = own(codes, text)
  return meaning ? { is: 'failed', ...meaning, code: text } : { is: 'pending', code: text }
}

/** The result of a prompt request. A 4xx without a listed code is a refusal too: a late success is still credited. */
export function promptSubmitted(reply: Reply): Submitted {
  const answer = submitted(reply, { idField: 'CheckoutRequestID', codes: promptRequestCodes, fault: 'deposits' })
  const { status } = reply
  const isRefusal = answer.is === 'unknown' && status >= 400 && status < 500 && status !== 408 && status !== 429
  return isRefusal ? { ...answer, is: 'refused', reason: 'provider_refused' } : answer
}

/**
 * The result of a payout request. Only listed codes are refusals. A duplicate OriginatorConversationID (500.002.1001) means that the first
 * request may have been paid. Any other answer is unknown; HTTP 401 and 403 also mean that our set-up is rejected.
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
  if (meaning) return { is: 'refused', ...meaning, code }
  return { is: 'unknown', code, ...(isForbidden(reply) && { fault }) }
}
