import * as z from 'zod/mini'
import { own } from '#platform/own'
import type { Codes, Reason, SetupFault, Submitted, ProviderStatus } from '../ports.ts'
import { amountOf, isForbidden, receiptOf, type Reply, zText } from '../requests/requests.ts'

const zField = z.nullish(zText)
/** The transaction in answers and callbacks. `airtel_money_id` is null until the money has moved. */
export const zTransaction = z.object({
  id: z.nullish(z.union([zText, z.boolean()])),
  status: zField,
  status_code: zField,
  airtel_money_id: zField,
  amount: zField,
  response_code: zField,
})
const zAnswer = z.object({
  data: z.nullish(z.object({ transaction: z.nullish(zTransaction) })),
  status: z.nullish(
    z.object({
      success: z.nullish(z.union([z.boolean(), z.stringbool()])),
      response_code: zField,
      result_code: zField,
      code: zField,
    }),
  ),
})

const reasons = (family: string, all: Readonly<Record<string, Reason>>): Codes =>
  Object.fromEntries(Object.entries(all).map(([code, reason]) => [`${family}${code}`, { reason }]))
const faults = (codes: readonly string[], reason: Reason, fault: SetupFault): Codes =>
  Object.fromEntries(codes.map((code) => [code, { reason, fault }]))

/** Codes of the gateway for a request that it refuses because of our set-up: wallet, country, currency, PIN. */
const routerCodes = ['001', '003', '005', '006', '007', '112', '114', '115', '116', '119'].map((n) => `ROUTER${n}`)
/** Codes for a phone number that does not belong to the country. */
const numberCodes = reasons('ESB0000', { '33': 'unregistered', '36': 'unregistered' })

/** Codes of a collection that took no money (docs/providers.md). 1000, 1006, 1024 and 1025 are ambiguous and not listed. */
export const collectionCodes: Codes = {
  ...reasons('DP0080000', {
    '1002': 'wrong_pin',
    '1003': 'provider_limit',
    '1004': 'amount_too_small',
    '1005': 'no_answer',
    '1007': 'no_funds',
    '1008': 'provider_refused',
    '1009': 'provider_refused',
    '1010': 'provider_refused',
    '1029': 'expired',
  }),
  ...numberCodes,
  ...faults([...routerCodes, 'DP00800001026', 'ESB000034', 'ESB000035'], 'cannot_take_now', 'deposits'),
}

/**
 * Codes of a disbursement that paid nothing. Any other code leaves the outcome unknown: ambiguous (1000), processing (1006), timed out (1014),
 * duplicate (1011, 1017) and not found (1015).
 */
export const disbursementCodes: Codes = {
  ...reasons('DP0090000', {
    '1003': 'provider_limit',
    '1004': 'provider_limit',
    '1005': 'provider_refused',
    '1007': 'cannot_pay_now',
    '1009': 'unregistered',
    '1012': 'unregistered',
    '1013': 'provider_refused',
  }),
  ...numberCodes,
  ...faults(
    [...routerCodes, 'DP00900001010', 'DP00900001016', 'DP00900001018', 'ESB000034', 'ESB000035'],
    'cannot_pay_now',
    'payouts',
  ),
}

/** Codes for a refused encrypted PIN: the key may have changed since it was fetched. */
export const pinRefused: ReadonlySet<string> = new Set(['ROUTER114', 'ROUTER115', 'ROUTER116'])

const collected = new Set(['DP00800001001', 'DP00800001006'])
const disbursed = 'DP00900001001'
const ambiguous = new Set(
  ['1000', '1006', '1024', '1025']
    .map((n) => `DP0080000${n}`)
    .concat(
      ['1000', '1006', '1011', '1014', '1015', '1017'].map((n) => `DP0090000${n}`),
      ['ROUTER117', 'ESB000001', 'ESB000004', 'ESB000008', 'ESB000014', 'ESB000041'],
    ),
)

/** The code of an answer: the product's code, otherwise the gateway's older one. */
export function codeOf(reply: Reply): string | undefined {
  const status = answerOf(reply)?.status
  return status?.response_code ?? gatewayCode(status?.result_code) ?? gatewayCode(status?.code)
}

/** The gateway's code. ESB000010 is left out: it only means that the gateway worked. */
const gatewayCode = (code: string | null | undefined): string | undefined =>
  code !== null && code !== undefined && /^(ROUTER|ESB)\d+$/.test(code) && code !== 'ESB000010' ? code : undefined

function answerOf(reply: Reply) {
  const read = 'body' in reply ? zAnswer.safeParse(reply.body) : undefined
  return read?.success ? read.data : undefined
}

const faultOf = (reply: Reply): string => codeOf(reply) ?? ('body' in reply ? `HTTP ${reply.status}` : reply.gone)

function unsent(reply: Reply, fault: SetupFault): Submitted | undefined {
  if ('body' in reply) return undefined
  const code = reply.gone
  if (reply.arrived) return { is: 'unknown', code }
  return { is: 'refused', reason: 'not_sent', code, ...(reply.keyRefused && { fault }) }
}

/** The result of a prompt request. A 4xx that is not ambiguous is a refusal: a late success is still credited. */
export function promptSubmitted(reply: Reply, id: string): Submitted {
  const gone = unsent(reply, 'deposits')
  if (gone) return gone
  const code = faultOf(reply)
  const meaning = own(collectionCodes, code)
  if (meaning) return { is: 'refused', ...meaning, code }
  const success = answerOf(reply)?.status?.success
  if (reply.status === 200 && success === true && (collected.has(code) || code === 'HTTP 200'))
    return { is: 'accepted', requestId: id }
  const isRefusal = reply.status === 200 ? success === false : reply.status >= 400 && reply.status < 500
  const isCertain = isRefusal && !ambiguous.has(code) && reply.status !== 408 && reply.status !== 429
  const rejected = isForbidden(reply) ? ({ fault: 'deposits' } as const) : {}
  return isCertain
    ? { is: 'refused', reason: 'provider_refused', code, ...rejected }
    : { is: 'unknown', code, ...rejected }
}

/** The result of a payout request. Only the code counts, never `success`. Only listed codes are refusals. */
export function payoutSubmitted(reply: Reply, id: string): Submitted {
  const gone = unsent(reply, 'payouts')
  if (gone) return gone
  const code = faultOf(reply)
  const meaning = own(disbursementCodes, code)
  if (meaning) return { is: 'refused', ...meaning, code }
  if (reply.status === 200 && code === disbursed) return { is: 'accepted', requestId: id }
  return { is: 'unknown', code, ...(isForbidden(reply) && { fault: 'payouts' }) }
}

/** The status of a transaction: TS is a success, TF and TE are failures, TIP, TA and TI are pending. A failure with an ambiguous code is pending. */
export function transactionState(
  transaction: z.output<typeof zTransaction>,
  { codes, code: given }: { codes: Codes; code?: string | undefined },
): ProviderStatus {
  const state = transaction.status_code ?? transaction.status
  const code = given ?? transaction.response_code ?? undefined
  if (state === 'TS')
    return { is: 'succeeded', receipt: receiptOf(transaction.airtel_money_id), amount: amountOf(transaction.amount) }
  if ((state === 'TF' || state === 'TE') && !ambiguous.has(code ?? '')) {
    const expired = state === 'TE' ? 'expired' : 'provider_refused'
    return { is: 'failed', ...(own(codes, code ?? '') ?? { reason: expired }), code }
  }
  return { is: 'pending', code: code ?? state ?? 'no state' }
}

/** The part of our set-up that an enquiry is about, and the id that was enquired about. */
export type Enquiry = { readonly codes: Codes; readonly fault: SetupFault; readonly id: string }

/**
 * The status in the answer to an enquiry: the transaction's state, with the code in `status.response_code`. An answer about another id
 * leaves the payment open; an id with stars is hidden and not compared.
 */
export function enquiryState(reply: Reply, { codes, fault, id }: Enquiry): ProviderStatus {
  const transaction = reply.status === 200 ? answerOf(reply)?.data?.transaction : undefined
  const isState = transaction?.status !== null && transaction?.status !== undefined
  const named = typeof transaction?.id === 'string' && !transaction.id.includes('*') ? transaction.id : id
  if (named.toLowerCase() !== id.toLowerCase()) return { is: 'pending', code: 'another payment' }
  if (transaction && isState) return transactionState(transaction, { codes, code: codeOf(reply) })
  return { is: 'pending', code: faultOf(reply), ...(isForbidden(reply) && { fault }) }
}
