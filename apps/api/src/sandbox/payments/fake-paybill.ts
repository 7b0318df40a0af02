import type { Books } from './books.ts'
import { c2b, pulled, type Arrived } from './daraja-bodies.ts'
import { deliver, textIn, type Answered } from './http.ts'

type Registration = { confirmation: string; validation: string; shortcode: string; version: string }

/** A customer's payment; `unasked` skips the validation. */
type Paying = { msisdn: string; account: string; amount: number; unasked?: boolean }

const rowsMax = 20
/** The maximum number of payments in a list, newest first. */
const keptMax = 30

/** The paybill of the fake Daraja: registration in both versions, validations, confirmations and Pull Transactions. */
export function openFakePaybill({ books }: { books: Books }) {
  let paybill: Registration | undefined

  async function register(version: string, body: Record<string, unknown>): Promise<Answered> {
    if (books.fails('registered_before'))
      return { status: 500, body: { errorCode: '500.003.1001', errorMessage: 'Urls are already registered' } }
    paybill = {
      confirmation: textIn(body, 'ConfirmationURL'),
      validation: textIn(body, 'ValidationURL'),
      shortcode: textIn(body, 'ShortCode'),
      version,
    }
    const ids = { OriginatorCoversationID: '6e86-45dd-91ac-fd5d4178ab523408729' }
    return { status: 200, body: { ...ids, ResponseCode: '0', ResponseDescription: 'Success' } }
  }

  async function pull(body: Record<string, unknown>): Promise<Answered> {
    const offset = Number(textIn(body, 'OffSetValue'))
    const rows = books.movements
      .filter((movement) => movement.kind === 'in')
      .slice(-keptMax)
      .slice(offset, offset + rowsMax)
    const ids = { ResponseRefID: '26178-42530161-2' }
    if (rows.length === 0)
      return { status: 200, body: { ...ids, ResponseCode: '1001', ResponseMessage: 'Null', Response: '[[]]' } }
    const Response = [rows.map((movement) => pulled(movement))]
    return { status: 200, body: { ...ids, ResponseCode: '1000', ResponseMessage: 'Success', Response } }
  }

  /** Confirms every payment, including those by prompt, to the registered address. */
  async function confirm(money: Arrived): Promise<void> {
    if (paybill) await deliver(paybill.confirmation, c2b(money, paybill))
  }

  async function pay({ msisdn, account, amount, unasked = false }: Paying): Promise<string | undefined> {
    const wanted = { receipt: 'VALIDATION', reference: account, amount, msisdn }
    if (paybill && !unasked && !(await accepted(paybill.validation, c2b(wanted, paybill)))) return undefined
    const receipt = books.move({ kind: 'in', amount, msisdn, reference: account })
    if (!books.fails('callback_lost')) await confirm({ ...wanted, receipt })
    return receipt
  }

  return {
    /** Restores the addresses that an earlier run registered: the real provider keeps them while a sandbox is stopped. */
    remember: (earlier: Registration) => void (paybill ??= earlier),
    paths: {
      '/mpesa/c2b/v1/registerurl': (body: Record<string, unknown>) => register('v1', body),
      '/mpesa/c2b/v2/registerurl': (body: Record<string, unknown>) => register('v2', body),
      '/pulltransactions/v1/query': pull,
    },
    confirm,
    pay,
  }
}

async function accepted(url: string, body: object): Promise<boolean> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const read: unknown = await reply.json()
    return typeof read === 'object' && read !== null && 'ResultCode' in read && String(read.ResultCode) === '0'
  } catch {
    return true
  }
}
