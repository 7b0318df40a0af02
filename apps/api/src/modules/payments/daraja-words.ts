import { own } from '#platform/own'
import { parseMoney, type Money } from '@nare/money/money'
import * as z from 'zod/mini'
import type { Heard, PaybillPayment, Reason, Word } from './ports.ts'

/** Result codes of an STK push, DOMAIN 3.6. The text beside a code varies from day to day and is never read. */
export const promptCodes: Readonly<Record<string, Reason>> = {
  '1': 'no_funds',
  '17': 'provider_limit',
  '26': 'provider_busy',
  '1001': 'phone_busy',
  '1019': 'expired',
  '1025': 'not_prompted',
  '1032': 'cancelled',
  '1037': 'no_answer',
  '2001': 'wrong_pin',
  '9999': 'not_prompted',
}

/** Result codes of a B2C payout after which nothing has been paid. Any other but 0 leaves it unknown. */
export const payoutCodes: Readonly<Record<string, Reason>> = {
  '1': 'cannot_pay_now',
  '2': 'provider_limit',
  '3': 'provider_limit',
  '4': 'provider_limit',
  '8': 'provider_limit',
  '11': 'cannot_pay_now',
  '17': 'provider_limit',
  '26': 'provider_busy',
  '2001': 'cannot_pay_now',
  '2040': 'unregistered',
}

const zCode = z.union([z.string(), z.number()])
const zValue = z.optional(z.union([z.string(), z.number()]))

const zPromptResult = z.object({
  Body: z.object({
    stkCallback: z.object({
      CheckoutRequestID: z.string(),
      ResultCode: zCode,
      CallbackMetadata: z.optional(z.object({ Item: z.array(z.object({ Name: z.string(), Value: zValue })) })),
    }),
  }),
})

const zParameter = z.object({ Key: z.string(), Value: zValue })
const zResult = z.object({
  Result: z.object({
    ResultCode: zCode,
    ConversationID: z.optional(z.string()),
    TransactionID: z.optional(z.string()),
    ResultParameters: z.optional(z.object({ ResultParameter: z.union([z.array(zParameter), zParameter]) })),
  }),
})

const zPaybill = z.object({
  TransID: z.string().check(z.minLength(4), z.maxLength(40)),
  TransAmount: zCode,
  BillRefNumber: z._default(z.string().check(z.maxLength(100)), ''),
  MSISDN: zValue,
})

/** An amount as Daraja writes it: 1, 1.00 or "1.00". Undefined where it is no amount. */
export function amountOf(value: string | number | undefined): Money | undefined {
  return value === undefined ? undefined : parseMoney(String(value))
}

/** The word behind a result code: 0 is a success, a code of the table a failure, anything else no answer. */
export function wordOf(code: string | number, table: Readonly<Record<string, Reason>>): Word {
  const text = String(code)
  if (text === '0') return { is: 'succeeded' }
  const reason = own(table, text)
  return reason ? { is: 'failed', reason } : { is: 'pending', code: text }
}

/** Reads the callback of an STK push. Metadata comes with a success only, and an item may lack its value. */
export function readPrompt(body: unknown): Heard | undefined {
  const read = zPromptResult.safeParse(body)
  if (!read.success) return undefined
  const { CheckoutRequestID, ResultCode, CallbackMetadata } = read.data.Body.stkCallback
  const word = wordOf(ResultCode, promptCodes)
  if (word.is !== 'succeeded') return { word, requestId: CheckoutRequestID }
  const item = (name: string) => CallbackMetadata?.Item.find((one) => one.Name === name)?.Value
  const receipt = item('MpesaReceiptNumber')
  return {
    requestId: CheckoutRequestID,
    word: {
      is: 'succeeded',
      receipt: receipt === undefined ? undefined : String(receipt),
      amount: amountOf(item('Amount')),
    },
  }
}

/** Reads the result of a B2C payout. */
export function readPayout(body: unknown): Heard | undefined {
  const read = resultOf(body)
  if (!read) return undefined
  const { code, conversation, transaction, value } = read
  const word = wordOf(code, payoutCodes)
  if (word.is !== 'succeeded') return { word, requestId: conversation }
  const receipt = value('TransactionReceipt') ?? transaction
  return {
    requestId: conversation,
    word: {
      is: 'succeeded',
      receipt: receipt === undefined ? undefined : String(receipt),
      amount: amountOf(value('TransactionAmount')),
    },
  }
}

/** Reads the result of a transaction status: only a transaction that was found and ended is an answer. The id is the question's. */
export function readStatus(body: unknown): Heard | undefined {
  const read = resultOf(body)
  if (!read) return undefined
  const { code, conversation: requestId, value } = read
  if (String(code) !== '0') return { requestId, word: { is: 'pending', code: String(code) } }
  const state = String(value('TransactionStatus') ?? '').toLowerCase()
  const receipt = value('ReceiptNo')
  if (state === 'completed') {
    return {
      requestId,
      word: {
        is: 'succeeded',
        receipt: receipt === undefined ? undefined : String(receipt),
        amount: amountOf(value('Amount')),
        payer: payerIn(value('DebitPartyName')),
      },
    }
  }
  const ended = state === 'failed' || state === 'cancelled' || state === 'declined' || state === 'expired'
  const word: Word = ended ? { is: 'failed', reason: 'provider_refused' } : { is: 'pending', code: state || 'no state' }
  return { requestId, word }
}

/** The phone number at the head of a party's name, as "254708374149 - John Doe"; some of its digits may be hidden. */
function payerIn(name: string | number | undefined): string | undefined {
  const [, number] = /^(?:\+?254|0)?([17][\d*]{8})(?![\d*])/.exec(String(name ?? '').trim()) ?? []
  return number === undefined ? undefined : `254${number}`
}

function resultOf(body: unknown) {
  const read = zResult.safeParse(body)
  if (!read.success) return undefined
  const { ResultCode, ConversationID, TransactionID, ResultParameters } = read.data.Result
  const listed = ResultParameters?.ResultParameter ?? []
  const all = Array.isArray(listed) ? listed : [listed]
  return {
    code: ResultCode,
    conversation: ConversationID,
    transaction: TransactionID,
    value: (key: string) => all.find((one) => one.Key === key)?.Value,
  }
}

/** Reads a C2B confirmation or validation. The payer's number comes masked and is kept for people only. */
export function readPaybill(body: unknown): PaybillPayment | undefined {
  const read = zPaybill.safeParse(body)
  const amount = read.success ? amountOf(read.data.TransAmount) : undefined
  if (!read.success || amount === undefined || amount <= 0n) return undefined
  const { TransID, BillRefNumber, MSISDN } = read.data
  return {
    receipt: TransID,
    reference: BillRefNumber.trim(),
    amount,
    payer: MSISDN === undefined ? undefined : String(MSISDN),
  }
}
