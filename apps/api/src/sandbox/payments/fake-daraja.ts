import type { KeyObject } from 'node:crypto'
import { random } from '#platform/random'
import type { Books, Payout, Prompt } from './books.ts'
import { callbackOf, payoutResult, resultCodes, statusRefused, statusResult } from './daraja-bodies.ts'
import { openFakePaybill } from './fake-paybill.ts'
import { afterwards, deliver, textIn, type Answered, type Asked } from './http.ts'
import { opens, openTokens } from './tokens.ts'

const failure = (status: number, errorCode: string, errorMessage: string): Answered => ({
  status,
  body: { requestId: '11728-2929992-1', errorCode, errorMessage },
})
/** The code for a query of a pending transaction, and for a prompt to a phone that already has one. */
const locked = failure(500, '500.001.1001', 'The transaction is being processed')
const internal = failure(500, '500.003.1001', 'Internal Server Error')
const duplicate = failure(500, '500.002.1001', 'Duplicate OriginatorConversationID.')
const spike = failure(500, '500.003.02', 'Error Occured: Spike Arrest Violation')
const notEntitled = failure(403, '403.002.1001', 'You are not authorized to initiate this transaction.')
const badRequest = (errorMessage: string): Answered => failure(400, '400.002.02', errorMessage)
const lateMs = 20_000
const questionsMax = 1000
const catchAll = 17
const wrongInitiator = 2001
const credentialLocked = 8006

export type FakeDaraja = {
  handle(asked: Asked): Promise<Answered | undefined>
  /** Delivers the outcome of an answered prompt to its callback, with the planned faults. */
  deliverPrompt(prompt: Prompt): Promise<void>
  /**
   * A customer pays to the paybill number; returns the receipt, or undefined if validation refused it. `unasked` skips the
   * validation.
   */
  pay(given: { msisdn: string; account: string; amount: number; unasked?: boolean }): Promise<string | undefined>
  /** Restores the addresses of the paybill that an earlier run registered. */
  remember(earlier: { confirmation: string; validation: string; shortcode: string; version: string }): void
  /** Delivers the callbacks that are late. */
  flush(): Promise<void>
}

type Opening = {
  readonly books: Books
  readonly sealed: KeyObject
  /** The password of each short code's own initiator, under initiator and short code. */
  readonly passwords: ReadonlyMap<string, string>
}

/** A fake Daraja as documented in docs/providers.md: OAuth, STK push and query, C2B, B2C, status, balance and Pull Transactions. */
export function openFakeDaraja({ books, sealed, passwords }: Opening): FakeDaraja {
  const tokens = openTokens()
  const paybill = openFakePaybill({ books })
  const late: (() => Promise<void>)[] = []

  const paths: Record<string, (body: Record<string, unknown>) => Promise<Answered>> = {
    ...paybill.paths,
    '/mpesa/stkpush/v1/processrequest': push,
    '/mpesa/stkpushquery/v1/query': query,
    '/mpesa/b2c/v3/paymentrequest': payOut,
    '/mpesa/transactionstatus/v1/query': status,
    '/mpesa/accountbalance/v1/query': balance,
  }

  async function handle(asked: Asked): Promise<Answered | undefined> {
    if (asked.path === '/oauth/v1/generate') {
      if (!asked.authorization.startsWith('Basic ')) return failure(400, '400.008.01', 'Invalid Authentication passed')
      return { status: 200, body: { access_token: tokens.give(asked.authorization), expires_in: '3599' } }
    }
    const call = paths[asked.path]
    if (!call) return undefined
    const token = asked.authorization.replace('Bearer ', '')
    if (books.fails('token_expired')) tokens.end(token)
    const code = asked.path.includes('stkpush') ? '404.001.03' : '400.003.01'
    if (!tokens.isGood(token)) return failure(Number(code.slice(0, 3)), code, 'Invalid Access Token')
    return call(asked.body)
  }

  async function push(body: Record<string, unknown>): Promise<Answered> {
    const field = (name: string) => textIn(body, name)
    if (books.fails('refused')) return badRequest('Bad Request - Invalid PhoneNumber')
    if (books.fails('prompt_locked')) return locked
    if (!/^\d+$/.test(field('Amount')) || field('AccountReference').length > 12 || field('TransactionDesc').length > 13)
      return badRequest('Bad Request - Invalid request')
    if (typeof body['BusinessShortCode'] !== 'number' || !/^\d{14}$/.test(field('Timestamp')))
      return badRequest('Bad Request - Invalid Timestamp')
    const prompt: Prompt = {
      id: `ws_CO_${random.uuid()}`,
      merchant: `${random.below(99_999)}-${random.below(99_999_999)}-1`,
      msisdn: field('PhoneNumber'),
      amount: Number(field('Amount')),
      reference: field('AccountReference'),
      callbackUrl: field('CallBackURL'),
      state: 'waiting',
    }
    books.put(prompt)
    if (books.fails('callback_first')) {
      books.act(prompt.id, 'approve')
      await deliverPrompt(prompt)
    }
    if (books.fails('time_out')) return 'cut'
    if (books.fails('no_answer')) return { status: 503, body: {} }
    const text = 'Success. Request accepted for processing'
    const ids = { MerchantRequestID: prompt.merchant, CheckoutRequestID: prompt.id }
    return { status: 200, body: { ...ids, ResponseCode: '0', ResponseDescription: text, CustomerMessage: text } }
  }

  async function query(body: Record<string, unknown>): Promise<Answered> {
    const prompt = books.prompts.get(textIn(body, 'CheckoutRequestID'))
    if (!prompt || books.fails('no_answer')) return locked
    const { code, text } = resultCodes[books.fails('still_processing') ? 'waiting' : prompt.state]
    const ids = { MerchantRequestID: prompt.merchant, CheckoutRequestID: prompt.id }
    return {
      status: 200,
      body: { ResponseCode: '0', ResponseDescription: 'accepted', ...ids, ResultCode: String(code), ResultDesc: text },
    }
  }

  async function deliverPrompt(prompt: Prompt): Promise<void> {
    if (books.fails('callback_lost')) return
    const body = callbackOf(prompt, books.fails('wrong_amount') ? 1 : 0)
    await sendOrKeep(async () => {
      await deliver(prompt.callbackUrl, body)
      if (books.fails('callback_doubled')) await deliver(prompt.callbackUrl, body)
      if (prompt.receipt !== undefined) await paybill.confirm({ ...prompt, receipt: prompt.receipt })
    })
  }

  async function payOut(body: Record<string, unknown>): Promise<Answered> {
    const field = (name: string) => textIn(body, name)
    const ours = field('OriginatorConversationID')
    if (!credentialFits(field('InitiatorName'), body)) return badRequest('Bad Request - Invalid SecurityCredential')
    if (books.payouts.has(ours)) return duplicate
    if (books.fails('refused')) return badRequest('Bad Request - Invalid PartyB')
    if (books.fails('app_refused')) return notEntitled
    if (books.fails('payout_busy')) return spike
    const refused = books.fails('initiator_refused')
    const failed = refused || books.fails('payout_failed')
    const [msisdn, amount] = [field('PartyB'), Number(field('Amount'))]
    const moved = failed ? {} : { receipt: books.move({ kind: 'out', amount, msisdn, reference: ours }) }
    const payout: Payout = { conversation: `AG_${random.uuid()}`, ours, msisdn, amount, failed, ...moved }
    books.payouts.set(ours, payout)
    const code = refused ? wrongInitiator : books.fails('payout_ambiguous') ? catchAll : undefined
    afterwards(() => deliverPayout(payout, { result: field('ResultURL'), timeout: field('QueueTimeOutURL'), code }))
    if (books.fails('time_out')) return 'cut'
    if (books.fails('no_answer')) return internal
    if (books.fails('payout_duplicate')) return duplicate
    return {
      status: 200,
      body: {
        ConversationID: payout.conversation,
        OriginatorConversationID: ours,
        ResponseCode: '0',
        ResponseDescription: 'Accept the service request successfully.',
      },
    }
  }

  type Delivery = { result: string; timeout: string; code: number | undefined }

  async function deliverPayout(payout: Payout, { result, timeout, code }: Delivery): Promise<void> {
    if (books.fails('queue_timeout'))
      return void (await deliver(timeout, { Result: { ResultType: 1, ResultCode: 1, ResultDesc: 'timeout' } }))
    if (books.fails('callback_lost')) return
    const body = payoutResult(payout, { more: books.fails('wrong_amount') ? 1 : 0, code })
    await sendOrKeep(async () => {
      await deliver(result, body)
      if (books.fails('callback_doubled')) await deliver(result, body)
    })
  }

  async function sendOrKeep(send: () => Promise<void>): Promise<void> {
    if (!books.fails('callback_late')) return send()
    late.push(send)
    setTimeout(() => void flush(), lateMs).unref()
  }

  /** Answers a status query only for the initiator of its short code. */
  async function status(body: Record<string, unknown>): Promise<Answered> {
    if (body['Occasion'] === '') return badRequest('Bad Request - Invalid Occasion')
    if (books.fails('app_refused')) return notEntitled
    const [newer, older] = [textIn(body, 'OriginalConversationID'), textIn(body, 'OriginatorConversationID')]
    if (older !== '' && books.fails('newer_spelling')) return duplicate
    const named = books.fails('older_spelling') ? older : newer
    const about = books.fails('other_payment')
      ? ([...books.payouts.keys()].findLast((one) => one !== named) ?? named)
      : named
    const isRefused = books.fails('status_refused') || books.fails('initiator_refused')
    const isTheirs = credentialFits(textIn(body, 'Initiator'), body) && !isRefused
    const conversation = `AG_${random.uuid()}`
    const url = textIn(body, 'ResultURL')
    books.questions.push({ about: `${textIn(body, 'TransactionID')} ${named}`, conversation, url })
    if (books.questions.length > questionsMax) books.questions.shift()
    if (!books.fails('still_processing')) {
      const result = isTheirs
        ? statusResult(books, { ...body, OriginalConversationID: about }, conversation)
        : statusRefused(conversation)
      afterwards(() => deliver(url, result))
    }
    return { status: 200, body: { ConversationID: conversation, ResponseCode: '0', ResponseDescription: 'accepted' } }
  }

  async function balance(body: Record<string, unknown>): Promise<Answered> {
    if (!credentialFits(textIn(body, 'Initiator'), body)) return badRequest('Bad Request - Invalid SecurityCredential')
    const value = 'Working Account|KES|900000.00|900000.00|0.00|0.00&Utility Account|KES|10116.00|10116.00|0.00|0.00'
    const parameters = { ResultParameter: [{ Key: 'AccountBalance', Value: value }] }
    const conversation = `AG_${random.uuid()}`
    const ids = { ResultType: 0, ConversationID: conversation }
    const result = books.fails('initiator_refused')
      ? { ...ids, ResultCode: credentialLocked, ResultDesc: 'The security credential is locked.' }
      : { ...ids, ResultCode: 0, ResultDesc: 'processed', ResultParameters: parameters }
    if (!books.fails('still_processing')) afterwards(() => deliver(textIn(body, 'ResultURL'), { Result: result }))
    return { status: 200, body: { ConversationID: conversation, ResponseCode: '0', ResponseDescription: 'accepted' } }
  }

  async function flush(): Promise<void> {
    for (const send of late.splice(0)) await send()
  }

  function credentialFits(initiator: string, body: Record<string, unknown>): boolean {
    const password = passwords.get(`${initiator} ${textIn(body, 'PartyA')}`)
    return password !== undefined && opens(sealed, textIn(body, 'SecurityCredential')) === password
  }

  return { handle, deliverPrompt, pay: paybill.pay, remember: paybill.remember, flush }
}
