import { expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { disbursementCodes, enquiryState } from './airtel/result-codes.ts'
import { readPaybill, readPayout, readPrompt } from './daraja/bodies.ts'

test('numbers as text and texts as numbers are parsed alike', () => {
  const body = { TransID: 'RKTQDM7W6S', TransAmount: 10, BillRefNumber: 254_708_374_149, MSISDN: 254_708_374_149 }
  const read = { receipt: 'RKTQDM7W6S', reference: '254708374149', amount: money(1000n), payer: '254708374149' }
  expect(readPaybill(body)).toEqual(read)
  const texts = { ...body, TransAmount: '10.00', BillRefNumber: '254708374149', MSISDN: '254708374149' }
  expect(readPaybill(texts)).toEqual(read)
  const result = (ResultCode: unknown, TransactionID: unknown, ConversationID: unknown) =>
    readPayout({ Result: { ResultCode, TransactionID, ConversationID } })
  expect(result('0', 12_345, 678)).toEqual(result(0, '12345', '678'))
  const push = (CheckoutRequestID: unknown, ResultCode: unknown) =>
    readPrompt({ Body: { stkCallback: { CheckoutRequestID, ResultCode } } })
  expect(push(42, ' 1032 ')).toEqual(push('42', 1032))
  const enquiry = (success: unknown, status: unknown, response_code: unknown, amount: unknown) => {
    const answer = { data: { transaction: { id: 'AB141', status, amount } }, status: { success, response_code } }
    return enquiryState({ status: 200, body: answer }, { codes: disbursementCodes, fault: 'payouts', id: 'AB141' })
  }
  expect(enquiry('true', 'TS', 1, '100')).toEqual(enquiry(true, 'TS', '1', 100))
})

test('a value of another type among the parameters does not hide the others', () => {
  const parameter = (Key: string, Value: unknown) => ({ Key, Value })
  const ResultParameter = [
    parameter('ReceiverPartyPublicName', { name: 'Asha' }),
    parameter('TransactionReceipt', 'NLJ41HAY6Q'),
    parameter('TransactionAmount', '10.00'),
  ]
  const paid = { is: 'succeeded', receipt: 'NLJ41HAY6Q', amount: money(1000n) }
  const result = { ResultCode: 0, ConversationID: 'AG_1', ResultParameters: { ResultParameter } }
  expect(readPayout({ Result: result })).toEqual({ requestId: 'AG_1', status: paid })
  const Item = [
    { Name: 'Balance', Value: [] },
    { Name: 'MpesaReceiptNumber', Value: 'NLJ41HAY6Q' },
    { Name: 'Amount', Value: 10 },
  ]
  const stkCallback = { CheckoutRequestID: 'ws_1', ResultCode: '0', CallbackMetadata: { Item } }
  expect(readPrompt({ Body: { stkCallback } })).toEqual({ requestId: 'ws_1', status: paid })
})

test('a validation that cannot be read is distinguished from one with a wrong amount', () => {
  expect(readPaybill({ TransID: 'RKTQDM7W6S', TransAmount: 'ten', BillRefNumber: 'A' })).toBe('wrong_amount')
  expect(readPaybill({ TransID: 'RKTQDM7W6S', TransAmount: 10, BillRefNumber: { a: 1 } })).toBeUndefined()
  expect(readPaybill('not an object')).toBeUndefined()
})
