import { random } from '#platform/random'
import type { Books, Payout, Prompt, PromptState } from './books.ts'
import { deliver, type Answered, type Asked } from './http.ts'

const codes: Record<PromptState, { status: string; code: string }> = {
  waiting: { status: 'TIP', code: 'DP00800001006' },
  approved: { status: 'TS', code: 'DP00800001001' },
  cancelled: { status: 'TF', code: 'DP00800001005' },
  wrong_pin: { status: 'TF', code: 'DP00800001002' },
  ignored: { status: 'TF', code: 'DP00800001024' },
  no_funds: { status: 'TF', code: 'DP00800001004' },
}

const success = { success: true, response_code: 'DP00800001006', result_code: 'ESB000010', code: '200' }

/** Speaks Airtel Money's payments and disbursements. Its one callback address is set once, as in its portal. */
export function openFakeAirtel({ books }: { books: Books }) {
  const tokens = new Set<string>()
  let callbackUrl: string | undefined

  async function handle(asked: Asked): Promise<Answered | undefined> {
    if (!asked.path.startsWith('/airtel/')) return undefined
    const path = asked.path.slice('/airtel'.length)
    if (path === '/auth/oauth2/token') {
      const token = random.token(18)
      tokens.add(token)
      return { status: 200, body: { token_type: 'bearer', expires_in: '180', access_token: token } }
    }
    const token = asked.authorization.replace('Bearer ', '')
    if (books.fails('token_expired')) tokens.delete(token)
    if (!tokens.has(token)) return { status: 401, body: { error: 'unauthorized' } }
    if (path === '/merchant/v1/payments/') return ask(asked.body)
    if (path === '/standard/v1/disbursements/') return payOut(asked.body)
    const [, kind = '', id = ''] = /^\/standard\/v1\/(payments|disbursements)\/(\w+)$/.exec(path) ?? []
    return kind === 'payments' ? stateOf(id) : kind === 'disbursements' ? payoutState(id) : undefined
  }

  async function ask(body: Record<string, unknown>): Promise<Answered> {
    const { subscriber, transaction } = body as {
      subscriber?: { msisdn?: string }
      transaction?: { id?: string; amount?: number }
    }
    const id = transaction?.id ?? ''
    if (books.fails('refused') || books.prompts.has(id) || !/^[17]\d{8}$/.test(subscriber?.msisdn ?? ''))
      return { status: 200, body: { status: { success: false, response_code: 'DP00800001010', code: '400' } } }
    const prompt: Prompt = {
      id,
      merchant: '',
      msisdn: `254${subscriber?.msisdn}`,
      amount: transaction?.amount ?? 0,
      reference: id,
      callbackUrl: '',
      state: 'waiting',
    }
    books.put(prompt)
    if (books.fails('callback_first')) {
      books.act(id, 'approve')
      await tell(prompt)
    }
    if (books.fails('time_out')) return 'cut'
    if (books.fails('no_answer')) return { status: 500, body: {} }
    return { status: 200, body: { data: { transaction: { id, status: 'SUCCESS' } }, status: success } }
  }

  function stateOf(id: string): Answered {
    const prompt = books.prompts.get(id)
    if (!prompt || books.fails('no_answer')) return { status: 500, body: {} }
    const { status, code } = codes[books.fails('still_processing') ? 'waiting' : prompt.state]
    const transaction = { id, status, airtel_money_id: prompt.receipt, response_code: code }
    return { status: 200, body: { data: { transaction }, status: success } }
  }

  async function tell(prompt: Prompt): Promise<void> {
    if (callbackUrl === undefined || books.fails('callback_lost')) return
    const { status, code } = codes[prompt.state]
    const amount = books.fails('wrong_amount') ? { amount: prompt.amount + 1 } : {}
    const transaction = {
      id: prompt.id,
      status_code: status,
      airtel_money_id: prompt.receipt,
      response_code: code,
      ...amount,
    }
    await deliver(callbackUrl, { transaction })
    if (books.fails('callback_doubled')) await deliver(callbackUrl, { transaction })
  }

  function payOut(body: Record<string, unknown>): Answered {
    const { payee, transaction } = body as {
      payee?: { msisdn?: string }
      transaction?: { id?: string; amount?: number }
    }
    const ours = transaction?.id ?? ''
    if (books.fails('refused') || books.payouts.has(ours))
      return { status: 200, body: { status: { success: false, response_code: 'DP00900001000', code: '400' } } }
    const failed = books.fails('payout_failed')
    const amount = transaction?.amount ?? 0
    const msisdn = `254${payee?.msisdn ?? ''}`
    const moved = failed ? {} : { receipt: books.move({ kind: 'out', amount, msisdn, reference: ours }) }
    const payout: Payout = { conversation: ours, ours, msisdn, amount, failed, ...moved }
    books.payouts.set(ours, payout)
    if (books.fails('time_out')) return 'cut'
    return { status: 200, body: { data: { transaction: { id: ours, status: 'TIP' } }, status: success } }
  }

  function payoutState(id: string): Answered {
    const payout = books.payouts.get(id)
    if (!payout || books.fails('no_answer')) return { status: 500, body: {} }
    const transaction = { id, status: payout.failed ? 'TF' : 'TS', airtel_money_id: payout.receipt }
    return { status: 200, body: { data: { transaction }, status: success } }
  }

  return { handle, tell, setCallback: (url: string) => void (callbackUrl = url) }
}
