import { marketOf, openPinKeys, statusOf, type Market } from './airtel-bodies.ts'
import type { Books, Prompt, PromptState } from './books.ts'
import { openFakeDisbursements } from './fake-disbursements.ts'
import { deliver, type Answered, type Asked } from './http.ts'
import { openTokens } from './tokens.ts'

/** The status of a collection and its code, as an enquiry returns them. */
const codes: Record<PromptState, { status: string; code: string }> = {
  waiting: { status: 'TIP', code: 'DP00800001006' },
  approved: { status: 'TS', code: 'DP00800001001' },
  cancelled: { status: 'TF', code: 'DP00800001005' },
  wrong_pin: { status: 'TF', code: 'DP00800001002' },
  ignored: { status: 'TE', code: 'DP00800001029' },
  no_funds: { status: 'TF', code: 'DP00800001007' },
}

/** A fake of Airtel Money's payments and disbursements. Its one callback address is set once, as in its portal. */
export function openFakeAirtel({ books }: { books: Books }) {
  const tokens = openTokens()
  const pinKeys = openPinKeys()
  const disbursements = openFakeDisbursements({ books, pinKeys })
  let callbackUrl: string | undefined

  async function handle(asked: Asked): Promise<Answered | undefined> {
    if (!asked.path.startsWith('/airtel/')) return undefined
    const path = asked.path.slice('/airtel'.length)
    if (path === '/auth/oauth2/token') {
      const token = tokens.give(String(asked.body['client_id']))
      return { status: 200, body: { token_type: 'bearer', expires_in: '180', access_token: token } }
    }
    const token = asked.authorization.replace('Bearer ', '')
    if (books.fails('token_expired')) tokens.end(token)
    if (!tokens.isGood(token)) return { status: 401, body: { error: 'invalid_token' } }
    const market = marketOf(asked)
    if (!market) return { status: 400, body: { status: statusOf('ROUTER003', false) } }
    if (path === '/merchant/v1/payments/') return ask(asked.body, market)
    if (path === '/v1/rsa/encryption-keys') {
      const data = { key_id: 100, key: pinKeys.current().publicKey, valid_upto: '12-08-2026 21:29:26' }
      return { status: 200, body: { data, status: statusOf('DP02010001001') } }
    }
    if (path === '/standard/v1/users/balance') {
      const data = { balance: '37,600.00', currency: market.currency, account_status: 'Active' }
      return { status: 200, body: { data, status: statusOf('DP02100000001') } }
    }
    const [, id = ''] = /^\/standard\/v1\/payments\/(\w+)$/.exec(path) ?? []
    return id ? stateOf(id) : disbursements.handle(path, asked, market)
  }

  async function ask(body: Record<string, unknown>, { callingCode, mobile }: Market): Promise<Answered> {
    const { subscriber, transaction } = body as {
      subscriber?: { msisdn?: string }
      transaction?: { id?: string; amount?: number }
    }
    const id = transaction?.id ?? ''
    if (books.fails('refused') || books.fails('prompt_locked') || !mobile.test(subscriber?.msisdn ?? ''))
      return { status: 200, body: { status: statusOf('DP00800001008', false) } }
    if (books.prompts.has(id)) return { status: 400, body: { status: { result_code: 'ESB000041', success: false } } }
    const prompt: Prompt = {
      id,
      merchant: '',
      msisdn: `${callingCode}${subscriber?.msisdn}`,
      amount: transaction?.amount ?? 0,
      reference: id,
      callbackUrl: '',
      state: 'waiting',
    }
    books.put(prompt)
    if (books.fails('callback_first')) {
      books.act(id, 'approve')
      await deliverPrompt(prompt)
    }
    if (books.fails('time_out')) return 'cut'
    if (books.fails('no_answer')) return { status: 500, body: { status: statusOf('DP00800001000', false) } }
    const data = { transaction: { id: false, status: 'SUCCESS' } }
    return { status: 200, body: { data, status: statusOf('DP00800001006') } }
  }

  function stateOf(id: string): Answered {
    const prompt = books.prompts.get(id)
    if (!prompt) return { status: 200, body: { status: statusOf('DP00800001025', false) } }
    if (books.fails('no_answer')) return { status: 500, body: {} }
    const { status, code } = codes[books.fails('still_processing') ? 'waiting' : prompt.state]
    const transaction = { id, status, airtel_money_id: prompt.receipt ?? null, message: 'as is' }
    return { status: 200, body: { data: { transaction }, status: statusOf(code) } }
  }

  async function deliverPrompt(prompt: Prompt): Promise<void> {
    if (callbackUrl === undefined || books.fails('callback_lost')) return
    const { status } = codes[prompt.state]
    const amount = books.fails('wrong_amount') ? { amount: prompt.amount + 1 } : {}
    const transaction = {
      id: prompt.id,
      message: 'Paid to Nare',
      status_code: status,
      airtel_money_id: prompt.receipt ?? null,
      ...amount,
    }
    await deliver(callbackUrl, { transaction })
    if (books.fails('callback_doubled')) await deliver(callbackUrl, { transaction })
  }

  return { handle, deliverPrompt, setCallback: (url: string) => void (callbackUrl = url) }
}
