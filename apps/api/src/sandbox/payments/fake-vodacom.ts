import type { KeyObject } from 'node:crypto'
import { random } from '#platform/random'
import type { VodacomSettings } from '#modules/payments/payments'
import type { Books, Prompt, PromptState } from './books.ts'
import { textIn, type Answered, type Asked } from './http.ts'
import { opens, openTokens } from './tokens.ts'

/** The set-up of a merchant at the fake Vodacom. */
export const vodacomTwin = {
  apiKey: 'sandbox-vodacom-key',
  shortcode: '000000',
  origin: '*',
  sessionS: 3600,
  payoutPath: 'b2cPayment',
} as const satisfies Partial<VodacomSettings>

const refusal = (code: string, status = 400): Answered => ({
  status,
  body: { output_ResponseCode: code, output_ResponseDesc: 'as the code says' },
})
const unauthorised: Answered = { status: 401, body: { output_error: 'Authorization Error' } }
const forbidden: Answered = { status: 403, type: 'text/html', text: '<html>Forbidden</html>' }
const malformed: Answered = { status: 200, type: 'text/html', text: '<html>Bad Gateway</html>' }
const duplicate = refusal('INS-10', 409)

/** The code of a payment that ended so, and the status of its query. */
const ends: Readonly<Record<PromptState, { readonly code: string; readonly status: string }>> = {
  waiting: { code: 'INS-9', status: 'N/A' },
  approved: { code: 'INS-0', status: 'Completed' },
  cancelled: { code: 'INS-5', status: 'Cancelled' },
  wrong_pin: { code: 'INS-6', status: 'Failed' },
  ignored: { code: 'INS-9', status: 'Expired' },
  no_funds: { code: 'INS-2006', status: 'Failed' },
}

/** A fake of Vodacom's Open API as documented in docs/providers.md: a payment is answered after the PIN, and there are no callbacks. */
export function openFakeVodacom({ books, sealed }: { books: Books; sealed: KeyObject }) {
  const sessions = openTokens()
  const waiting = new Map<string, (prompt: Prompt) => void>()

  async function handle(asked: Asked): Promise<Answered | undefined> {
    if (!asked.path.startsWith('/vodacom/')) return undefined
    const path = asked.path.slice('/vodacom/'.length).replace(/\/$/, '')
    const key = opens(sealed, asked.authorization.replace('Bearer ', ''))
    if (key === undefined || asked.headers.origin !== vodacomTwin.origin) return unauthorised
    if (path === 'getSession') return session(key)
    if (books.fails('token_expired')) sessions.end(key)
    if (!sessions.isGood(key) || books.fails('session_waits')) return unauthorised
    if (books.fails('initiator_refused')) return refusal('INS-2', 401)
    const field = (name: string) => (asked.method === 'GET' ? (asked.query.get(name) ?? '') : textIn(asked.body, name))
    if (field('input_Country') !== 'TZN' || field('input_ServiceProviderCode') !== vodacomTwin.shortcode)
      return refusal('INS-13')
    if (path === 'queryTransactionStatus') return query(field('input_QueryReference'))
    if (field('input_Currency') !== 'TZS' || !/^[1-9]\d*$/.test(field('input_Amount'))) return refusal('INS-15')
    if (!/^255[67]\d{8}$/.test(field('input_CustomerMSISDN'))) return refusal('INS-2051')
    if (!/^\w{1,20}$/.test(field('input_TransactionReference'))) return refusal('INS-17')
    if (path === 'c2bPayment/singleStage') return take(field)
    return path === vodacomTwin.payoutPath ? pay(field) : undefined
  }

  function session(key: string): Answered {
    if (key !== vodacomTwin.apiKey) return refusal('INS-2', 401)
    return { status: 200, body: { output_ResponseCode: 'INS-0', output_SessionID: sessions.give(key) } }
  }

  type Field = (name: string) => string

  async function take(field: Field): Promise<Answered> {
    const id = field('input_ThirdPartyConversationID')
    if (books.prompts.has(id)) return duplicate
    if (books.fails('refused') || books.fails('prompt_locked')) return refusal('INS-21')
    const prompt: Prompt = {
      ...{ id, merchant: '', callbackUrl: '', reference: field('input_TransactionReference') },
      ...{ msisdn: field('input_CustomerMSISDN'), amount: Number(field('input_Amount')), state: 'waiting' },
    }
    books.put(prompt)
    if (books.fails('callback_lost')) return 'cut'
    const acted = await new Promise<Prompt>((resolve) => waiting.set(id, resolve))
    return ended({ ours: id, code: ends[acted.state].code, receipt: acted.receipt })
  }

  function pay(field: Field): Answered {
    const ours = field('input_ThirdPartyConversationID')
    if (books.payouts.has(ours)) return duplicate
    if (books.fails('refused')) return refusal('INS-15')
    if (books.fails('payout_busy')) return refusal('INS-16', 503)
    const failed = books.fails('payout_failed')
    const [msisdn, amount] = [field('input_CustomerMSISDN'), Number(field('input_Amount'))]
    const moved = failed ? {} : { receipt: books.move({ kind: 'out', amount, msisdn, reference: ours }) }
    books.payouts.set(ours, { conversation: ours, ours, msisdn, amount, failed, ...moved })
    if (books.fails('payout_duplicate')) return duplicate
    return ended({ ours, code: failed ? 'INS-6' : 'INS-0', receipt: moved.receipt })
  }

  /** The answer to a payment that has ended, with the planned faults: the money has moved, whatever becomes of the answer. */
  function ended({ ours, code, receipt }: { ours: string; code: string; receipt: string | undefined }): Answered {
    if (books.fails('time_out')) return 'cut'
    if (books.fails('no_answer')) return refusal('INS-1', 500)
    if (books.fails('malformed')) return malformed
    if (books.fails('unknown_code')) return refusal('INS-4711')
    if (books.fails('payout_ambiguous')) return refusal('INS-23')
    if (books.fails('gateway_refused')) return forbidden
    if (code !== 'INS-0') return refusal(code)
    return {
      status: 201,
      body: {
        output_ResponseCode: code,
        output_ResponseDesc: 'Request processed successfully',
        output_TransactionID: receipt ?? '',
        output_ConversationID: random.uuid().replaceAll('-', ''),
        output_ThirdPartyConversationID: books.fails('other_payment') ? `${ours}x` : ours,
      },
    }
  }

  function query(reference: string): Answered {
    const prompt = books.prompts.get(reference)
    const payout = books.payouts.get(reference)
    if (!prompt && !payout) return refusal('INS-997')
    if (books.fails('status_refused')) return refusal('INS-26')
    const status = prompt ? ends[prompt.state].status : payout?.failed ? 'Failed' : 'Completed'
    return {
      status: 200,
      body: {
        output_ResponseCode: 'INS-0',
        output_ResponseTransactionStatus: books.fails('still_processing') ? 'N/A' : status,
        output_OriginalTransactionID: (prompt ?? payout)?.receipt ?? '',
      },
    }
  }

  return {
    handle,
    /** Answers the request that waits for this prompt; false if none does, as for a prompt of another country. */
    answer(prompt: Prompt): boolean {
      const resolve = waiting.get(prompt.id)
      waiting.delete(prompt.id)
      resolve?.(prompt)
      return resolve !== undefined || prompt.callbackUrl === ''
    },
    waiting: () => waiting.size,
  }
}
