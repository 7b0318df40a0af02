import type { Books, Payout, Prompt, PromptState } from './books.ts'
import { textIn } from './http.ts'

/** The result code and words for each state of a prompt. */
export const resultCodes: Record<PromptState, { code: number; words: string }> = {
  waiting: { code: 4999, words: 'The transaction is still under processing' },
  approved: { code: 0, words: 'The service request is processed successfully.' },
  cancelled: { code: 1032, words: 'Request cancelled by user' },
  wrong_pin: { code: 2001, words: 'The initiator information is invalid.' },
  ignored: { code: 1037, words: 'DS timeout user cannot be reached' },
  no_funds: { code: 1, words: 'The balance is insufficient for the transaction.' },
}

/** The callback of an answered prompt; `more` is added to the amount that it tells. */
export function callbackOf(prompt: Prompt, more: number): object {
  const { code, words } = resultCodes[prompt.state]
  const about = {
    MerchantRequestID: prompt.merchant,
    CheckoutRequestID: prompt.id,
    ResultCode: code,
    ResultDesc: words,
  }
  if (code !== 0) return { Body: { stkCallback: about } }
  const items = [
    { Name: 'Amount', Value: prompt.amount + more },
    { Name: 'MpesaReceiptNumber', Value: prompt.receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: 20_191_219_102_115 },
    { Name: 'PhoneNumber', Value: Number(prompt.msisdn) },
  ]
  return { Body: { stkCallback: { ...about, CallbackMetadata: { Item: items } } } }
}

/** A C2B confirmation or validation, the number masked. */
export function c2b({
  receipt,
  reference,
  amount,
  msisdn,
}: {
  receipt: string
  reference: string
  amount: number
  msisdn: string
}): object {
  return {
    TransactionType: 'Pay Bill',
    TransID: receipt,
    TransTime: '20191122063845',
    TransAmount: amount.toFixed(2),
    BusinessShortCode: '600996',
    BillRefNumber: reference,
    InvoiceNumber: '',
    OrgAccountBalance: '',
    ThirdPartyTransID: '',
    MSISDN: `${msisdn.slice(0, 5)}****${msisdn.slice(-3)}`,
    FirstName: 'JOHN',
  }
}

/** The result of a payout. */
export function payoutResult({ conversation, ours, receipt, failed, amount, msisdn }: Payout, more: number): object {
  const about = {
    ResultType: 0,
    OriginatorConversationID: ours,
    ConversationID: conversation,
    TransactionID: receipt ?? 'NLJ0000000',
  }
  if (failed) return { Result: { ...about, ResultCode: 2001, ResultDesc: 'The initiator information is invalid.' } }
  const parameters = [
    { Key: 'TransactionAmount', Value: amount + more },
    { Key: 'TransactionReceipt', Value: receipt },
    { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
    { Key: 'ReceiverPartyPublicName', Value: `${msisdn} - John Doe` },
  ]
  return {
    Result: { ...about, ResultCode: 0, ResultDesc: 'processed', ResultParameters: { ResultParameter: parameters } },
  }
}

/** What a transaction status finds out by receipt or conversation; `conversation` names the question itself. */
export function statusResult(books: Books, body: Record<string, unknown>, conversation: string): object {
  const payout = books.payouts.get(textIn(body, 'OriginalConversationID'))
  const receipt = payout?.receipt ?? textIn(body, 'TransactionID')
  const movement = books.movements.find((one) => one.receipt === receipt)
  const about = { ResultType: 0, ConversationID: conversation, TransactionID: receipt }
  if (!movement && !payout)
    return { Result: { ...about, ResultCode: 2032, ResultDesc: 'The transaction could not be found' } }
  const parameters = [
    { Key: 'ReceiptNo', Value: movement?.receipt },
    { Key: 'TransactionStatus', Value: movement ? 'Completed' : 'Failed' },
    { Key: 'Amount', Value: movement?.amount },
    ...(movement?.kind === 'in' ? [{ Key: 'DebitPartyName', Value: `${movement.msisdn} - John Doe` }] : []),
  ]
  return {
    Result: { ...about, ResultCode: 0, ResultDesc: 'processed', ResultParameters: { ResultParameter: parameters } },
  }
}
