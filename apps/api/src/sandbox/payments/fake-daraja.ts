import { constants, privateDecrypt, type KeyObject } from 'node:crypto'
import { random } from '#platform/random'
import type { Books, Payout, Prompt } from './books.ts'
import { c2b, callbackOf, payoutResult, resultCodes, statusResult } from './daraja-bodies.ts'
import { afterwards, deliver, textIn, type Answered, type Asked } from './http.ts'

const busy: Answered = {
  status: 500,
  body: { requestId: 'r', errorCode: '500.001.1001', errorMessage: 'The transaction is being processed' },
}
const badRequest = (errorMessage: string): Answered => ({
  status: 400,
  body: { requestId: 'r', errorCode: '400.002.02', errorMessage },
})
const lateMs = 20_000
const questionsMost = 1000

export type FakeDaraja = {
  handle(asked: Asked): Promise<Answered | undefined>
  /** Tells the outcome of an answered prompt to its callback, with the faults that were asked for. */
  tell(prompt: Prompt): Promise<void>
  /** A customer pays to the paybill number; answers the receipt, or undefined where validation refused it. `unasked` it is not asked for. */
  pay(given: { msisdn: string; account: string; amount: number; unasked?: boolean }): Promise<string | undefined>
  /** Delivers the callbacks that are late. */
  flush(): Promise<void>
}

/** Speaks Daraja as DOMAIN 3.6 has it: OAuth, STK push and query, C2B, B2C and transaction status. */
export function openFakeDaraja({
  books,
  initiator,
  password,
}: {
  books: Books
  initiator: KeyObject
  password: string
}): FakeDaraja {
  const tokens = new Set<string>()
  const late: (() => Promise<void>)[] = []
  let paybill: { confirmation: string; validation: string } | undefined

  const paths: Record<string, (asked: Asked) => Promise<Answered>> = {
    '/mpesa/stkpush/v1/processrequest': ({ body }) => push(body),
    '/mpesa/stkpushquery/v1/query': async ({ body }) => query(body),
    '/mpesa/c2b/v1/registerurl': async ({ body }) => {
      paybill = { confirmation: textIn(body, 'ConfirmationURL'), validation: textIn(body, 'ValidationURL') }
      return { status: 200, body: { ResponseCode: '0', ResponseDescription: 'Success' } }
    },
    '/mpesa/b2c/v3/paymentrequest': ({ body }) => payOut(body),
    '/mpesa/transactionstatus/v1/query': ({ body }) => status(body),
  }

  async function handle(asked: Asked): Promise<Answered | undefined> {
    if (asked.path === '/oauth/v1/generate') {
      if (!asked.authorization.startsWith('Basic ')) return { status: 400, body: { errorCode: '400.008.01' } }
      const token = random.token(18)
      tokens.add(token)
      return { status: 200, body: { access_token: token, expires_in: '3599' } }
    }
    const call = paths[asked.path]
    if (!call) return undefined
    const token = asked.authorization.replace('Bearer ', '')
    if (books.fails('token_expired')) tokens.delete(token)
    if (!tokens.has(token))
      return { status: 404, body: { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' } }
    return call(asked)
  }

  async function push(body: Record<string, unknown>): Promise<Answered> {
    const text = (name: string) => textIn(body, name)
    if (books.fails('refused')) return badRequest('Bad Request - Invalid PhoneNumber')
    if (!/^\d+$/.test(text('Amount')) || text('AccountReference').length > 12 || text('TransactionDesc').length > 13)
      return badRequest('Bad Request - Invalid request')
    if (typeof body['BusinessShortCode'] !== 'number' || !/^\d{14}$/.test(text('Timestamp')))
      return badRequest('Bad Request - Invalid Timestamp')
    const prompt: Prompt = {
      id: `ws_CO_${random.uuid()}`,
      merchant: `${random.below(99_999)}-${random.below(99_999_999)}-1`,
      msisdn: text('PhoneNumber'),
      amount: Number(text('Amount')),
      reference: text('AccountReference'),
      callbackUrl: text('CallBackURL'),
      state: 'waiting',
    }
    books.put(prompt)
    if (books.fails('callback_first')) {
      books.act(prompt.id, 'approve')
      await tell(prompt)
    }
    if (books.fails('time_out')) return 'cut'
    if (books.fails('no_answer')) return busy
    const words = 'Success. Request accepted for processing'
    const ids = { MerchantRequestID: prompt.merchant, CheckoutRequestID: prompt.id }
    return { status: 200, body: { ...ids, ResponseCode: '0', ResponseDescription: words, CustomerMessage: words } }
  }

  function query(body: Record<string, unknown>): Answered {
    const prompt = books.prompts.get(textIn(body, 'CheckoutRequestID'))
    if (!prompt || books.fails('no_answer')) return busy
    const { code, words } = resultCodes[books.fails('still_processing') ? 'waiting' : prompt.state]
    const ids = { MerchantRequestID: prompt.merchant, CheckoutRequestID: prompt.id }
    return {
      status: 200,
      body: { ResponseCode: '0', ResponseDescription: 'accepted', ...ids, ResultCode: String(code), ResultDesc: words },
    }
  }

  async function tell(prompt: Prompt): Promise<void> {
    if (books.fails('callback_lost')) return
    const body = callbackOf(prompt, books.fails('wrong_amount') ? 1 : 0)
    const send = async () => {
      await deliver(prompt.callbackUrl, body)
      if (books.fails('callback_doubled')) await deliver(prompt.callbackUrl, body)
      if (prompt.receipt !== undefined) await confirm({ ...prompt, receipt: prompt.receipt })
    }
    if (!books.fails('callback_late')) return send()
    late.push(send)
    setTimeout(() => void flush(), lateMs).unref()
  }

  /** Every payment that arrives is confirmed to the registered address too, those by prompt as well. */
  async function confirm(money: { receipt: string; reference: string; amount: number; msisdn: string }): Promise<void> {
    if (paybill) await deliver(paybill.confirmation, c2b(money))
  }

  async function pay({
    msisdn,
    account,
    amount,
    unasked = false,
  }: {
    msisdn: string
    account: string
    amount: number
    unasked?: boolean
  }): Promise<string | undefined> {
    const wanted = { receipt: '', reference: account, amount, msisdn }
    if (paybill && !unasked && !(await accepted(paybill.validation, c2b({ ...wanted, receipt: 'VALIDATION' }))))
      return undefined
    const receipt = books.move({ kind: 'in', amount, msisdn, reference: account })
    if (!books.fails('callback_lost')) await confirm({ ...wanted, receipt })
    return receipt
  }

  async function payOut(body: Record<string, unknown>): Promise<Answered> {
    const text = (name: string) => textIn(body, name)
    const ours = text('OriginatorConversationID')
    if (!credentialFits(text('SecurityCredential'))) return badRequest('Bad Request - Invalid SecurityCredential')
    if (books.fails('refused') || books.payouts.has(ours))
      return badRequest('Bad Request - Duplicate OriginatorConversationID')
    const failed = books.fails('payout_failed')
    const [msisdn, amount] = [text('PartyB'), Number(text('Amount'))]
    const moved = failed ? {} : { receipt: books.move({ kind: 'out', amount, msisdn, reference: ours }) }
    const payout: Payout = { conversation: `AG_${random.uuid()}`, ours, msisdn, amount, failed, ...moved }
    books.payouts.set(ours, payout)
    afterwards(() => tellPayout(payout, { result: text('ResultURL'), timeout: text('QueueTimeOutURL') }))
    if (books.fails('time_out')) return 'cut'
    if (books.fails('no_answer')) return busy
    const words = 'Accept the service request successfully.'
    return {
      status: 200,
      body: {
        ConversationID: payout.conversation,
        OriginatorConversationID: ours,
        ResponseCode: '0',
        ResponseDescription: words,
      },
    }
  }

  async function tellPayout(payout: Payout, urls: { result: string; timeout: string }): Promise<void> {
    if (books.fails('queue_timeout'))
      return void (await deliver(urls.timeout, { Result: { ResultType: 1, ResultCode: 1, ResultDesc: 'timeout' } }))
    if (books.fails('callback_lost')) return
    const body = payoutResult(payout, books.fails('wrong_amount') ? 1 : 0)
    const send = async () => {
      await deliver(urls.result, body)
      if (books.fails('callback_doubled')) await deliver(urls.result, body)
    }
    if (!books.fails('callback_late')) return send()
    late.push(send)
    setTimeout(() => void flush(), lateMs).unref()
  }

  async function status(body: Record<string, unknown>): Promise<Answered> {
    const url = textIn(body, 'ResultURL')
    const conversation = `AG_${random.uuid()}`
    books.questions.push({
      about: `${textIn(body, 'TransactionID')} ${textIn(body, 'OriginalConversationID')}`,
      conversation,
      url,
    })
    if (books.questions.length > questionsMost) books.questions.shift()
    const result = books.fails('still_processing') ? undefined : statusResult(books, body, conversation)
    if (result) afterwards(() => deliver(url, result))
    return { status: 200, body: { ConversationID: conversation, ResponseCode: '0', ResponseDescription: 'accepted' } }
  }

  async function flush(): Promise<void> {
    for (const send of late.splice(0)) await send()
  }

  function credentialFits(credential: string): boolean {
    try {
      const key = { key: initiator, padding: constants.RSA_PKCS1_PADDING }
      return privateDecrypt(key, Buffer.from(credential, 'base64')).toString() === password
    } catch {
      return false
    }
  }

  return { handle, tell, pay, flush }
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
