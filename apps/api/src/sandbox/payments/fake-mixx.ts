import type { MixxSettings } from '#modules/payments/payments'
import type { Books, Prompt } from './books.ts'
import { deliver, textIn, type Answered, type Asked } from './http.ts'
import { openTokens } from './tokens.ts'

/** The set-up of a biller at the fake Mixx. */
export const mixxTwin = {
  username: 'sandbox',
  password: 'sandbox',
  billerMsisdn: '25565000001',
  billerCode: 'NARE',
  payout: { msisdn: '25565000002', pin: '1357', senderName: 'Nare', brandId: '1' },
} as const satisfies Omit<MixxSettings, 'tokenUrl' | 'pushUrl' | 'payout'> & {
  payout: Omit<MixxSettings['payout'], 'url'>
}

const malformed: Answered = { status: 200, type: 'text/html', text: '<html>Bad Gateway</html>' }

/** A fake of Mixx by Yas: a push with its callback, and payouts by XML. Its one callback address is set once, as by its people. */
export function openFakeMixx({ books }: { books: Books }) {
  const tokens = openTokens()
  let callbackUrl: string | undefined

  async function handle(asked: Asked): Promise<Answered | undefined> {
    const { path, body } = asked
    if (path === '/mixx/token') return token(body)
    if (path === '/mixx/payout') return pay(asked.text)
    if (path !== '/mixx/push') return undefined
    const given = asked.authorization.replace('bearer ', '')
    if (books.fails('token_expired')) tokens.end(given)
    if (!tokens.isGood(given)) return { status: 401, body: { error: 'invalid_token' } }
    if (asked.headers['username'] !== mixxTwin.username || books.fails('initiator_refused'))
      return pushed('BILLER-18-3021-E', '')
    return push(body)
  }

  function token(body: Record<string, unknown>): Answered {
    if (textIn(body, 'password') !== mixxTwin.password || textIn(body, 'grant_type') !== 'password')
      return { status: 400, body: { error: 'invalid_grant' } }
    return { status: 200, body: { access_token: tokens.give('biller'), token_type: 'bearer', expires_in: 3600 } }
  }

  async function push(body: Record<string, unknown>): Promise<Answered> {
    const [msisdn, id] = [textIn(body, 'CustomerMSISDN'), textIn(body, 'ReferenceID')]
    if (!/^255[67]\d{8}$/.test(msisdn)) return pushed('DebitMandate-10-2004-V', id)
    if (textIn(body, 'BillerMSISDN') !== mixxTwin.billerMsisdn) return pushed('BILLER-18-3040-E', id)
    if (!id.startsWith(mixxTwin.billerCode) || books.prompts.has(id)) return pushed('DebitMandate-10-2020-V', id)
    if (books.fails('refused') || books.fails('prompt_locked')) return pushed('BILLER-18-3020-E', id)
    const reference = id.slice(mixxTwin.billerCode.length)
    const amount = Number(body['Amount'])
    const prompt: Prompt = { ...{ id, msisdn, amount, reference }, merchant: '', callbackUrl: '', state: 'waiting' }
    books.put(prompt)
    if (books.fails('callback_first')) {
      books.act(id, 'approve')
      await deliverPrompt(prompt)
    }
    if (books.fails('time_out')) return 'cut'
    if (books.fails('no_answer')) return { status: 503, body: {} }
    if (books.fails('malformed')) return malformed
    return pushed(books.fails('unknown_code') ? 'BILLER-18-4711-E' : 'BILLER-18-0000-S', id)
  }

  const pushed = (code: string, id: string): Answered => ({
    status: 200,
    body: {
      ResponseCode: code,
      ResponseStatus: code.endsWith('-S'),
      ResponseDescription: 'as the code says',
      ReferenceID: id,
    },
  })

  async function deliverPrompt(prompt: Prompt): Promise<void> {
    if (callbackUrl === undefined || books.fails('callback_lost')) return
    const body = {
      Status: prompt.state === 'approved',
      Description: 'as the status says',
      ...(prompt.receipt !== undefined && { MFSTransactionID: prompt.receipt }),
      ReferenceID: prompt.id,
      Amount: String(prompt.amount + (books.fails('wrong_amount') ? 1 : 0)),
    }
    await deliver(callbackUrl, body)
    if (books.fails('callback_doubled')) await deliver(callbackUrl, body)
  }

  function pay(text: string): Answered {
    const field = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? ''
    const ours = field('REFERENCEID')
    const state = (code: string, receipt = '') => commandOf(ours, code, receipt)
    if (field('TYPE') !== 'REQMFCI' || field('PIN') !== mixxTwin.payout.pin || books.fails('initiator_refused'))
      return state('00026')
    if (books.payouts.has(ours)) return state('error016')
    if (books.fails('refused') || books.fails('payout_failed')) return state('60019')
    const [msisdn, amount] = [field('MSISDN1'), Number(field('AMOUNT'))]
    const receipt = books.move({ kind: 'out', amount, msisdn, reference: ours })
    books.payouts.set(ours, { conversation: ours, ours, msisdn, amount, failed: false, receipt })
    if (books.fails('time_out')) return 'cut'
    if (books.fails('no_answer')) return { status: 504, body: {} }
    if (books.fails('malformed')) return malformed
    if (books.fails('unknown_code')) return state('4711')
    if (books.fails('payout_ambiguous')) return state('100')
    if (books.fails('other_payment')) return commandOf('ffffffff', '200', receipt)
    return state('200', receipt)
  }

  return { handle, deliverPrompt, setCallback: (url: string) => void (callbackUrl = url) }
}

const commandOf = (ours: string, status: string, receipt: string): Answered => ({
  status: 200,
  type: 'application/xml',
  text: `<?xml version="1.0" encoding="UTF-8"?>
<COMMAND>
  <TYPE>REQMFCI</TYPE><REFERENCEID>${ours}</REFERENCEID><TXNID>${receipt}</TXNID><TXNSTATUS>${status}</TXNSTATUS>
  <MESSAGE>You &amp; we &lt;agree&gt;</MESSAGE>
</COMMAND>`,
})
