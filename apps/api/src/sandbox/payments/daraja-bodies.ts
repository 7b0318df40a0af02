import { createHash } from 'node:crypto'
import type { Books, Payout, Prompt, PromptState } from './books.ts'
import { textIn } from './http.ts'

/** The result code and description for each state of a prompt. */
export const resultCodes: Record<PromptState, { code: number; text: string }> = {
  waiting: { code: 4999, text: 'The transaction is still under processing' },
  approved: { code: 0, text: 'The service request is processed successfully.' },
  cancelled: { code: 1032, text: 'Request cancelled by user' },
  wrong_pin: { code: 2001, text: 'The initiator information is invalid.' },
  ignored: { code: 1037, text: 'DS timeout user cannot be reached' },
  no_funds: { code: 1, text: 'The balance is insufficient for the transaction.' },
}

/** The callback of an answered prompt; `more` is added to its amount. */
export function callbackOf(prompt: Prompt, more: number): object {
  const { code, text } = resultCodes[prompt.state]
  const ids = {
    MerchantRequestID: prompt.merchant,
    CheckoutRequestID: prompt.id,
    ResultCode: code,
    ResultDesc: text,
  }
  if (code !== 0) return { Body: { stkCallback: ids } }
  const items = [
    { Name: 'Amount', Value: prompt.amount + more },
    { Name: 'MpesaReceiptNumber', Value: prompt.receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: 20_191_219_102_115 },
    { Name: 'PhoneNumber', Value: Number(prompt.msisdn) },
  ]
  return { Body: { stkCallback: { ...ids, CallbackMetadata: { Item: items } } } }
}

export type Arrived = { receipt: string; reference: string; amount: number; msisdn: string }

/** A C2B confirmation or validation: version 2 masks the number, version 1 sends its hash. */
export function c2b(
  { receipt, reference, amount, msisdn }: Arrived,
  { shortcode, version }: { shortcode: string; version: string },
): object {
  const hashed = createHash('sha256').update(msisdn).digest('hex')
  return {
    TransactionType: 'Pay Bill',
    TransID: receipt,
    TransTime: '20191122063845',
    TransAmount: amount.toFixed(2),
    BusinessShortCode: shortcode,
    BillRefNumber: reference,
    InvoiceNumber: null,
    OrgAccountBalance: '',
    ThirdPartyTransID: '',
    MSISDN: version === 'v1' ? hashed : `${msisdn.slice(0, 5)}****${msisdn.slice(-3)}`,
    FirstName: 'JOHN',
    MiddleName: null,
    LastName: null,
  }
}

/** A row of Pull Transactions, with the full phone number. */
export const pulled = ({ receipt, reference, amount, msisdn }: Arrived): object => ({
  transactionId: receipt,
  trxDate: '2020-08-05T10:13:00Z',
  msisdn: Number(msisdn),
  sender: 'MPESA',
  transactiontype: 'c2b-pay-bill-debit',
  billreference: reference,
  amount: amount.toFixed(2),
  organizationname: 'Nare',
})

const resultAbout = ({ conversation, ours, receipt }: Payout): object => ({
  ResultType: 0,
  OriginatorConversationID: ours,
  ConversationID: conversation,
  TransactionID: receipt ?? 'NLJ0000000',
})

/** The result of a payout. `code` overrides the result code, for the catch-all code and refusals of the initiator. */
export function payoutResult(payout: Payout, { more, code }: { more: number; code?: number | undefined }): object {
  const { receipt, failed, amount, msisdn } = payout
  const ids = resultAbout(payout)
  const reference = { ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://example.com' } } }
  if (code !== undefined) return { Result: { ...ids, ResultCode: code, ResultDesc: 'Internal Failure', ...reference } }
  if (failed)
    return {
      Result: {
        ...ids,
        ResultCode: 1,
        ResultDesc: 'The balance is insufficient for the transaction.',
        ...reference,
      },
    }
  const parameters = [
    { Key: 'TransactionAmount', Value: amount + more },
    { Key: 'TransactionReceipt', Value: receipt },
    { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
    { Key: 'B2CChargesPaidAccountAvailableFunds', Value: -4510 },
    { Key: 'ReceiverPartyPublicName', Value: `${msisdn} - John Doe` },
    { Key: 'B2CWorkingAccountAvailableFunds', Value: null },
  ]
  return {
    Result: { ...ids, ResultCode: 0, ResultDesc: 'processed', ResultParameters: { ResultParameter: parameters } },
  }
}

/** The answer to a transaction status query of a short code; `conversation` is the id of the query. */
export function statusResult(books: Books, body: Record<string, unknown>, conversation: string): object {
  const payout = books.payouts.get(textIn(body, 'OriginalConversationID'))
  const receipt = payout?.receipt ?? textIn(body, 'TransactionID')
  const movement = books.movements.find((one) => one.receipt === receipt)
  const ids = { ResultType: 0, ConversationID: conversation, TransactionID: receipt }
  if (!movement && !payout)
    return { Result: { ...ids, ResultCode: 2033, ResultDesc: 'The transaction receipt number could not be found.' } }
  const house = `${textIn(body, 'PartyA')} - Nare`
  const person = `${movement?.msisdn ?? payout?.msisdn} - John Doe`
  const isIn = movement?.kind === 'in'
  const parameters = [
    { Key: 'DebitPartyName', Value: isIn ? person : house },
    { Key: 'CreditPartyName', Value: isIn ? house : person },
    { Key: 'ReceiptNo', Value: movement?.receipt },
    { Key: 'TransactionStatus', Value: movement ? 'Completed' : 'Failed' },
    { Key: 'TransactionReason' },
    { Key: 'Amount', Value: movement?.amount },
    ...(payout
      ? [
          { Key: 'ConversationID', Value: payout.conversation },
          { Key: 'OriginatorConversationID', Value: payout.ours },
        ]
      : []),
  ]
  return {
    Result: { ...ids, ResultCode: 0, ResultDesc: 'processed', ResultParameters: { ResultParameter: parameters } },
  }
}

/** A transaction status that is refused to its initiator. */
export const statusRefused = (conversation: string): object => ({
  Result: {
    ResultType: 0,
    ResultCode: 21,
    ResultDesc: 'The initiator is not allowed to initiate this request',
    ConversationID: conversation,
    TransactionID: 'NLJ0000000',
  },
})
