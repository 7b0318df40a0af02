import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import type { Clock } from '#platform/clock'
import { promptCodes, readPaybill, readPayout, readPrompt, readStatus, wordOf } from './daraja-words.ts'
import type { PayoutOrder, PromptOrder, Provider, Submitted, Word } from './ports.ts'
import { talk, textOf, tokenCache, type Talk } from './talk.ts'

/** An app at Safaricom: either for customers' payments or for payouts, each with its own key, secret and short code. */
export type DarajaApp = { readonly key: string; readonly secret: string; readonly shortcode: string }

export type DarajaSettings = {
  /** https://api.safaricom.co.ke, or the sandbox's host. */
  readonly url: string
  readonly collect: DarajaApp & { readonly passkey: string }
  readonly payout: DarajaApp & {
    readonly initiator: string
    readonly initiatorPassword: string
    readonly certificate: string
  }
}

const timeoutMs = 20_000
const nairobiMs = 3 * 3_600_000

/** M-Pesa by Safaricom's Daraja. Shapes, codes and pitfalls: DOMAIN 3.6. */
export function openDaraja({ settings, clock }: { settings: () => Promise<DarajaSettings>; clock: Clock }): Provider {
  const collect = openApp('collect', settings, clock)
  const payout = openApp('payout', settings, clock)

  /** The short code, and the password that goes with this second's timestamp in Nairobi's time. */
  async function signed() {
    const { shortcode, passkey } = (await settings()).collect
    const at = new Date(clock.now() + nairobiMs).toISOString().replace(/\D/g, '').slice(0, 14)
    const password = Buffer.from(`${shortcode}${passkey}${at}`).toString('base64')
    return { BusinessShortCode: Number(shortcode), Password: password, Timestamp: at }
  }

  /** Asks about a transaction of one of our short codes; the answer comes to `resultUrl`. */
  async function askStatus(of: 'collect' | 'payout', { about, resultUrl, timeoutUrl }: StatusQuestion) {
    const all = await settings()
    const reply = await (of === 'collect' ? collect : payout)('/mpesa/transactionstatus/v1/query', {
      Initiator: all.payout.initiator,
      SecurityCredential: credentialOf(all.payout),
      CommandID: 'TransactionStatusQuery',
      ...about,
      PartyA: all[of].shortcode,
      IdentifierType: '4',
      ResultURL: resultUrl,
      QueueTimeOutURL: timeoutUrl,
      Remarks: 'status',
      Occasion: '',
    })
    return { is: 'later', conversation: 'body' in reply ? textOf(reply.body, 'ConversationID') : undefined } as const
  }

  return {
    name: 'mpesa',

    async prompt({ reference, msisdn, amount, callbackUrl }: PromptOrder) {
      const sign = await signed()
      const reply = await collect('/mpesa/stkpush/v1/processrequest', {
        ...sign,
        TransactionType: 'CustomerPayBillOnline',
        Amount: (amount / 100n).toString(),
        PartyA: msisdn,
        PartyB: String(sign.BusinessShortCode),
        PhoneNumber: msisdn,
        CallBackURL: callbackUrl,
        AccountReference: reference,
        TransactionDesc: 'Deposit',
      })
      return submitted(reply, 'CheckoutRequestID')
    },

    async promptState({ requestId }): Promise<Word> {
      if (requestId === undefined) return { is: 'pending', code: 'no request id' }
      const reply = await collect('/mpesa/stkpushquery/v1/query', { ...(await signed()), CheckoutRequestID: requestId })
      if (reply.status !== 200 || !('body' in reply)) return { is: 'pending', code: faultOf(reply) }
      const code = textOf(reply.body, 'ResultCode')
      return code === undefined ? { is: 'pending', code: faultOf(reply) } : wordOf(code, promptCodes)
    },

    async payOut({ conversation, msisdn, amount, resultUrl, timeoutUrl }: PayoutOrder) {
      const { payout: app } = await settings()
      const reply = await payout('/mpesa/b2c/v3/paymentrequest', {
        OriginatorConversationID: conversation,
        InitiatorName: app.initiator,
        SecurityCredential: credentialOf(app),
        CommandID: 'BusinessPayment',
        Amount: (amount / 100n).toString(),
        PartyA: app.shortcode,
        PartyB: msisdn,
        Remarks: 'withdrawal',
        QueueTimeOutURL: timeoutUrl,
        ResultURL: resultUrl,
        Occassion: '',
      })
      return submitted(reply, 'ConversationID')
    },

    payoutState: ({ conversation, resultUrl, timeoutUrl }) =>
      askStatus('payout', { about: { OriginalConversationID: conversation }, resultUrl, timeoutUrl }),
    receiptState: ({ receipt, resultUrl, timeoutUrl }) =>
      askStatus('collect', { about: { TransactionID: receipt }, resultUrl, timeoutUrl }),

    read: (purpose, body) =>
      purpose === 'prompt' ? readPrompt(body) : purpose === 'payout' ? readPayout(body) : readStatus(body),

    paybill: {
      async register({ confirmationUrl, validationUrl }) {
        const { shortcode } = (await settings()).collect
        const reply = await collect('/mpesa/c2b/v1/registerurl', {
          ShortCode: shortcode,
          ResponseType: 'Cancelled',
          ConfirmationURL: confirmationUrl,
          ValidationURL: validationUrl,
        })
        return 'body' in reply && reply.status === 200
      },
      read: readPaybill,
      answer: (verdict) => verdicts[verdict],
    },
  }
}

type StatusQuestion = { about: object; resultUrl: string; timeoutUrl: string }

const verdicts = {
  accept: { ResultCode: '0', ResultDesc: 'Accepted' },
  unknown_account: { ResultCode: 'C2B00012', ResultDesc: 'Rejected' },
  wrong_amount: { ResultCode: 'C2B00013', ResultDesc: 'Rejected' },
  not_now: { ResultCode: 'C2B00016', ResultDesc: 'Rejected' },
} as const

type Ask = (path: string, body: object) => Promise<Talk>

/** Calls of one app, with its token. A refused token was refused before anything happened: then once more with a new one. */
function openApp(which: 'collect' | 'payout', settings: () => Promise<DarajaSettings>, clock: Clock): Ask {
  const tokens = tokenCache({
    now: clock.now,
    async fetchToken() {
      const { url, [which]: app } = await settings()
      const basic = Buffer.from(`${app.key}:${app.secret}`).toString('base64')
      const reply = await talk(`${url}/oauth/v1/generate?grant_type=client_credentials`, {
        method: 'GET',
        headers: { authorization: `Basic ${basic}` },
        timeoutMs,
      })
      const text = 'body' in reply && reply.status === 200 ? textOf(reply.body, 'access_token') : undefined
      const seconds = 'body' in reply ? Number(textOf(reply.body, 'expires_in') ?? 0) : 0
      return text === undefined ? undefined : { text, seconds }
    },
  })
  return async (path, body) => {
    for (let again = false; ; again = true) {
      const token = await tokens.token()
      if (token === undefined) return { status: 0, gone: 'no token was given', arrived: false }
      const { url } = await settings()
      const reply = await talk(`${url}${path}`, { headers: { authorization: `Bearer ${token}` }, body, timeoutMs })
      if (again || !tokenRefused(reply)) return reply
      tokens.renew(token)
    }
  }
}

function tokenRefused(reply: Talk): boolean {
  return 'body' in reply && (reply.status === 401 || textOf(reply.body, 'errorCode') === '404.001.03')
}

/** Taken only with ResponseCode 0 and an id; refused only where the provider says so by a 4xx, or was never reached. */
function submitted(reply: Talk, idField: string): Submitted {
  if (!('body' in reply))
    return reply.arrived ? { is: 'unknown', code: reply.gone } : { is: 'refused', reason: 'not_sent' }
  const id = textOf(reply.body, idField)
  if (reply.status === 200 && textOf(reply.body, 'ResponseCode') === '0' && id !== undefined) {
    return { is: 'accepted', requestId: id }
  }
  const refusedByIt = reply.status >= 400 && reply.status < 500 && reply.status !== 408 && reply.status !== 429
  return refusedByIt ? { is: 'refused', reason: 'provider_refused' } : { is: 'unknown', code: faultOf(reply) }
}

const faultOf = (reply: Talk): string =>
  'body' in reply ? (textOf(reply.body, 'errorCode') ?? `HTTP ${reply.status}`) : reply.gone

/** The initiator's password under M-Pesa's certificate: base64 of RSA PKCS#1 v1.5. */
function credentialOf({ initiatorPassword, certificate }: DarajaSettings['payout']): string {
  const key = createPublicKey(certificate)
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(initiatorPassword)).toString('base64')
}
