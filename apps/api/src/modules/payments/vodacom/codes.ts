import { own } from '#platform/own'
import type { Codes, Meaning, ProviderStatus, Reason, SetupFault } from '../ports.ts'
import { isForbidden, type Reply, textOf } from '../requests/requests.ts'

/** A response code: why it took no money from a phone (`prompt`), and paid none to it (`payout`). A code without a meaning leaves the payment open. */
export type ResponseCode = { readonly says: string; readonly prompt?: Meaning; readonly payout?: Meaning }

const because = (reason: Reason): Meaning => ({ reason })
const both = (reason: Reason) => ({ prompt: because(reason), payout: because(reason) })
const refusedField = both('provider_refused')
const setup = {
  prompt: { reason: 'cannot_take_now', fault: 'deposits' },
  payout: { reason: 'cannot_pay_now', fault: 'payouts' },
} as const satisfies Omit<ResponseCode, 'says'>

/** Every code that public documents name; docs/providers.md has the same table. Descriptions from the provider are never read. */
export const responseCodes: Readonly<Record<string, ResponseCode>> = {
  'INS-1': { says: 'internal error' },
  'INS-2': { says: 'invalid API key', ...setup },
  'INS-4': { says: 'user not active', ...both('unregistered') },
  'INS-5': { says: 'cancelled by the customer', prompt: because('cancelled'), payout: because('provider_refused') },
  'INS-6': { says: 'transaction failed', prompt: because('provider_refused'), payout: because('cannot_pay_now') },
  'INS-9': { says: 'request timed out' },
  'INS-10': { says: 'duplicate transaction' },
  'INS-13': { says: 'invalid short code', ...refusedField },
  'INS-14': { says: 'invalid reference', ...refusedField },
  'INS-15': { says: 'invalid amount', ...refusedField },
  'INS-16': { says: 'temporarily overloaded' },
  'INS-17': { says: 'invalid transaction reference', ...refusedField },
  'INS-18': { says: 'invalid transaction id', ...refusedField },
  'INS-19': { says: 'invalid conversation id', ...refusedField },
  'INS-20': { says: 'parameters missing', ...refusedField },
  'INS-21': { says: 'parameters invalid', ...refusedField },
  'INS-22': { says: 'invalid operation', ...refusedField },
  'INS-23': { says: 'unknown status' },
  'INS-26': { says: 'not authorized', ...setup },
  'INS-996': { says: "customer's account not active", ...both('unregistered') },
  'INS-997': { says: 'linked transaction not found' },
  'INS-2006': { says: 'insufficient balance', prompt: because('no_funds'), payout: because('cannot_pay_now') },
  'INS-2051': { says: 'invalid number', ...both('unregistered') },
}

const meaningsOf = (kind: 'prompt' | 'payout'): Codes =>
  Object.fromEntries(
    Object.entries(responseCodes).flatMap(([code, { [kind]: meaning }]) => (meaning ? [[code, meaning]] : [])),
  )
export const promptCodes = meaningsOf('prompt')
export const payoutCodes = meaningsOf('payout')

/** The code of an answer, if it has one. It comes with any HTTP status. */
export const codeOf = (reply: Reply): string | undefined =>
  'body' in reply ? textOf(reply.body, 'output_ResponseCode') : undefined

/** The code, otherwise the HTTP status, otherwise the reason why there is no answer. */
export const faultOf = (reply: Reply): string =>
  codeOf(reply) ?? ('body' in reply ? `HTTP ${reply.status}` : reply.gone)

/** Why a payment of each kind failed, by the status that a query reports. Any other status leaves it open. */
const ended: Readonly<Record<'deposits' | 'payouts', Readonly<Record<string, Reason>>>> = {
  deposits: { cancelled: 'cancelled', expired: 'expired', failed: 'provider_refused', declined: 'provider_refused' },
  payouts: {
    cancelled: 'cannot_pay_now',
    expired: 'cannot_pay_now',
    failed: 'cannot_pay_now',
    declined: 'cannot_pay_now',
  },
}

/** The status of a payment in the answer to a query. A refused query leaves it open. Receipts come from `output_OriginalTransactionID`. */
export function queriedStatus(reply: Reply, of: Extract<SetupFault, 'deposits' | 'payouts'>): ProviderStatus {
  const code = faultOf(reply)
  if (!('body' in reply) || code !== 'INS-0') {
    const isOurs = own(promptCodes, code)?.fault !== undefined || (isForbidden(reply) && codeOf(reply) === undefined)
    return { is: 'pending', code, ...(isOurs && { fault: of }) }
  }
  const status = (textOf(reply.body, 'output_ResponseTransactionStatus') ?? '').trim().toLowerCase()
  if (status === 'completed')
    return { is: 'succeeded', receipt: textOf(reply.body, 'output_OriginalTransactionID') || undefined }
  const reason = own(ended[of], status)
  return reason ? { is: 'failed', reason, code: status } : { is: 'pending', code: status || 'no status' }
}
