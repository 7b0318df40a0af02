import * as z from 'zod/mini'
import { amountOf, receiptOf, zText } from '../requests/requests.ts'
import type {
  FloatAnswer,
  NamedPayment,
  ProviderMessage,
  PaybillPayment,
  SetupFault,
  ProviderStatus,
} from '../ports.ts'
import { parseMoney } from '@nare/money/money'
import { payoutCodes, promptCodes, rejectedBy } from './codes.ts'
import { statusOfCode } from './result-codes.ts'

const zValue = z.nullish(z.union([z.string(), z.number(), z.boolean()]))
/** Named here, because the linter takes it for the method of a promise. */
const { catch: otherwise } = z
/** A value that we may not need: one of another type does not hide the rest of the body. */
const zAnyValue = otherwise(zValue, undefined)

const zPromptResult = z.object({
  Body: z.object({
    stkCallback: z.object({
      CheckoutRequestID: zText,
      ResultCode: zText,
      CallbackMetadata: z.nullish(
        z.object({ Item: z.nullish(z.array(z.object({ Name: z.string(), Value: zAnyValue }))) }),
      ),
    }),
  }),
})

const zParameter = z.object({ Key: z.string(), Value: zAnyValue })
const zResult = z.object({
  Result: z.object({
    ResultCode: zText,
    ConversationID: z.nullish(zText),
    TransactionID: z.nullish(zText),
    ResultParameters: z.nullish(z.object({ ResultParameter: z.nullish(z.union([z.array(zParameter), zParameter])) })),
  }),
})

const zPaybill = z.object({
  TransID: zText.check(z.minLength(4), z.maxLength(40)),
  TransAmount: zText,
  BillRefNumber: z.nullish(zText.check(z.maxLength(100))),
  MSISDN: zValue,
})

type Value = z.output<typeof zValue>

const nonEmpty = (value: Value): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value)

/** Parses the callback of an STK push. Only a success has metadata, and an item may lack its value. */
export function readPrompt(body: unknown): ProviderMessage | undefined {
  const read = zPromptResult.safeParse(body)
  if (!read.success) return undefined
  const { CheckoutRequestID, ResultCode, CallbackMetadata } = read.data.Body.stkCallback
  const status = statusOfCode(ResultCode, promptCodes)
  if (status.is !== 'succeeded') return { status, requestId: CheckoutRequestID }
  const item = (name: string) => CallbackMetadata?.Item?.find((one) => one.Name === name)?.Value
  return {
    requestId: CheckoutRequestID,
    status: { is: 'succeeded', receipt: receiptOf(item('MpesaReceiptNumber')), amount: amountOf(item('Amount')) },
  }
}

/** Parses the result of a B2C payout. */
export function readPayout(body: unknown): ProviderMessage | undefined {
  const read = resultOf(body)
  if (!read) return undefined
  const { code, conversation, transaction, value } = read
  const status = statusOfCode(code, payoutCodes)
  if (status.is !== 'succeeded') return { status, requestId: conversation }
  return {
    requestId: conversation,
    status: {
      is: 'succeeded',
      receipt: receiptOf(value('TransactionReceipt')) ?? receiptOf(transaction),
      amount: amountOf(value('TransactionAmount')),
    },
  }
}

/** Parses the status of a payout. Only a transaction that was found and has ended changes the payout. `requestId` is the id of the query. */
export function readStatus(body: unknown): ProviderMessage | undefined {
  const read = resultOf(body)
  return read && { requestId: read.conversation, status: stateOf(read, 'payouts') }
}

/** The short code that must be the payee of a receipt. `either`: the other party's field may name it if the payee's is empty. */
export type Payee = { readonly shortcode: string; readonly either: boolean }

/**
 * Parses the status of a claimed receipt. It confirms the payment only with a receipt, an amount and our short code as the payee; otherwise
 * the status is pending.
 */
export function readReceipt(body: unknown, payee: Payee): ProviderMessage | undefined {
  const read = resultOf(body)
  if (!read) return undefined
  const requestId = read.conversation
  const status = stateOf(read, 'receipts')
  if (status.is !== 'succeeded') return { requestId, status }
  if (!isPayee(read, payee)) return { requestId, status: { is: 'pending', code: 'another payee' } }
  if (status.receipt === undefined || status.amount === undefined)
    return { requestId, status: { is: 'pending', code: 'no receipt or amount' } }
  return { requestId, status }
}

/** Whether our short code is the payee. Parties have the form "600310 - Our name". The other party's field counts only without a payee field. */
function isPayee({ values }: Result, { shortcode, either }: Payee): boolean {
  const isOurs = (party: Value) => nonEmpty(party)?.split(' - ')[0]?.trim() === shortcode
  const credited = values('CreditPartyName').filter((party) => nonEmpty(party) !== undefined)
  if (credited.length > 0) return credited.every((party) => isOurs(party))
  return either && values('DebitPartyName').some((party) => isOurs(party))
}

const endedStates: ReadonlySet<string> = new Set(['failed', 'cancelled', 'declined', 'expired'])

function stateOf(result: Result, part: SetupFault): ProviderStatus {
  const { code, value, values } = result
  const fault = rejectedBy(code, part)
  if (code !== '0') return { is: 'pending', code, ...(fault && { fault }) }
  const state = (nonEmpty(value('TransactionStatus')) ?? '').toLowerCase()
  if (state === 'completed') {
    const [receipt, amount] = [receiptOf(value('ReceiptNo')), amountOf(value('Amount'))]
    return { is: 'succeeded', receipt, amount, payer: phoneOf(values('DebitPartyName')), named: namedIn(result) }
  }
  return endedStates.has(state)
    ? { is: 'failed', reason: 'provider_refused', code: state, named: namedIn(result) }
    : { is: 'pending', code: state || 'no state' }
}

/** The payment that the parameters of an answer name. Samples write the names of the ids with and without spaces. */
function namedIn({ value, values }: Result): NamedPayment {
  const id = (...names: string[]) => names.map((name) => nonEmpty(value(name))).find((one) => one !== undefined)
  return {
    requestId: id('ConversationID', 'Conversation ID'),
    ours: id('OriginatorConversationID', 'Originator Conversation ID', 'OriginalConversationID'),
    receipt: receiptOf(value('ReceiptNo')),
    payee: phoneOf(values('CreditPartyName')),
  }
}

/** The phone number at the start of a party such as "254708374149 - John Doe". Some of its digits may be hidden. */
function phoneOf(parties: readonly Value[]): string | undefined {
  const numbers = parties.flatMap((party) => {
    const [, number] = /^(?:\+?254|0)?([17][\d*]{8})(?![\d*])/.exec(nonEmpty(party)?.trim() ?? '') ?? []
    return number === undefined ? [] : [`254${number}`]
  })
  return numbers[0]
}

type Result = NonNullable<ReturnType<typeof resultOf>>

function resultOf(body: unknown) {
  const read = zResult.safeParse(body)
  if (!read.success) return undefined
  const { ResultCode, ConversationID, TransactionID, ResultParameters } = read.data.Result
  const listed = ResultParameters?.ResultParameter ?? []
  const all = Array.isArray(listed) ? listed : [listed]
  const values = (key: string): Value[] => all.filter((one) => one.Key === key).map((one) => one.Value)
  return {
    code: ResultCode.trim(),
    conversation: ConversationID ?? undefined,
    transaction: TransactionID ?? undefined,
    values,
    value: (key: string): Value => values(key)[0],
  }
}

/**
 * Parses the answer to a balance query: accounts as "Utility Account|KES|current|available|reserved|uncleared", joined by "&". Payouts are made
 * from the utility account, with what is available there.
 */
export function readFloat(body: unknown): { requestId: string | undefined; answer: FloatAnswer } | undefined {
  const read = resultOf(body)
  if (!read) return undefined
  const { code, conversation: requestId, value } = read
  if (code !== '0') return { requestId, answer: { is: 'refused', code } }
  const accounts = (nonEmpty(value('AccountBalance')) ?? '').split('&').map((one) => one.split('|'))
  const available = accounts.find(([name]) => name?.trim().toLowerCase() === 'utility account')?.[3]
  const balance = available === undefined ? undefined : parseMoney(available.trim())
  return { requestId, answer: balance === undefined ? { is: 'refused', code: 'no balance' } : { is: 'known', balance } }
}

/**
 * Parses a C2B confirmation or validation. The payer's number is masked or hashed, so only operators use it. Undefined for a body of another
 * format.
 */
export function readPaybill(body: unknown): PaybillPayment | 'wrong_amount' | undefined {
  const read = zPaybill.safeParse(body)
  if (!read.success) return undefined
  const amount = amountOf(read.data.TransAmount)
  if (amount === undefined || amount <= 0n) return 'wrong_amount'
  const { TransID, BillRefNumber, MSISDN } = read.data
  return { receipt: TransID, reference: (BillRefNumber ?? '').trim(), amount, payer: nonEmpty(MSISDN) }
}
