import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import type { Clock } from '#platform/clock'
import type { Deferred, PayoutOrder, PromptOrder, Provider, SetupFault, ProviderStatus } from '../ports.ts'
import {
  faultOf,
  fetchedOf,
  type Observe,
  callProvider,
  type Reply,
  textOf,
  tokensInMemory,
  type TokenStore,
  withToken,
} from '../requests/requests.ts'
import { readFloat, readPaybill, readPayout, readPrompt, readReceipt, readStatus } from './bodies.ts'
import { openDarajaPaybill } from './paybill.ts'
import { promptCodes } from './codes.ts'
import {
  payoutSubmitted,
  promptSubmitted,
  queryRefused,
  spellingRefused,
  statusOfCode,
  tokenRefused,
} from './result-codes.ts'
import type { Ask, DarajaSettings, Initiator } from './settings.ts'

export type { DarajaSettings } from './settings.ts'

export type DarajaDeps = {
  readonly settings: () => Promise<DarajaSettings>
  readonly clock: Clock
  /** The short code that customers pay to, and the setting `payeeEither`: bodies are parsed without loading the settings. */
  readonly payee: { readonly shortcode: string; readonly either: boolean }
  readonly tokens?: TokenStore
  readonly observe?: Observe | undefined
}

const timeoutMs = 20_000
const statusPath = '/mpesa/transactionstatus/v1/query'
const nairobiMs = 3 * 3_600_000

/** The provider M-Pesa, by Safaricom's Daraja API. docs/providers.md lists the formats and codes with their sources. */
export function openDaraja(deps: DarajaDeps): Provider & { readonly balance: (urls: StatusUrls) => Promise<Reply> } {
  const { settings, clock, payee, tokens = tokensInMemory() } = deps
  const collect = openApp('collect', { ...deps, tokens })
  const payout = openApp('payout', { ...deps, tokens })

  /** The short code, the current timestamp in Nairobi's time, and the password for both. */
  async function signed() {
    const { shortcode, passkey } = (await settings()).collect
    const at = new Date(clock.now() + nairobiMs).toISOString().replace(/\D/g, '').slice(0, 14)
    const password = Buffer.from(`${shortcode}${passkey}${at}`).toString('base64')
    return { BusinessShortCode: Number(shortcode), Password: password, Timestamp: at }
  }

  /** `alsoAbout`: another spelling of `about`, left out if Daraja refuses a request with both. */
  type StatusRequest = StatusUrls & {
    about: object
    alsoAbout?: object
    of: 'collect' | 'payout'
    fault: SetupFault
  }

  /** Queries a transaction of one of our short codes with that short code's initiator. Daraja sends the answer to `resultUrl`. */
  async function queryStatus({
    of,
    about,
    alsoAbout,
    resultUrl,
    timeoutUrl,
    fault,
  }: StatusRequest): Promise<ProviderStatus | Deferred> {
    const all = await settings()
    const initiator = of === 'collect' ? all.collect.initiator : all.payout
    if (!initiator) return { is: 'pending', code: 'no collection initiator', fault }
    const ask = of === 'collect' ? collect : payout
    const query = {
      Initiator: initiator.initiator,
      SecurityCredential: credentialOf(initiator, all.certificate),
      CommandID: 'TransactionStatusQuery',
      ...about,
      PartyA: all[of].shortcode,
      IdentifierType: '4',
      ResultURL: resultUrl,
      QueueTimeOutURL: timeoutUrl,
      Remarks: 'status',
    }
    const first = await ask(statusPath, { ...query, ...alsoAbout })
    const reply = alsoAbout && spellingRefused(first) ? await ask(statusPath, query) : first
    if ('body' in reply && reply.status === 200)
      return { is: 'later', conversation: textOf(reply.body, 'ConversationID') }
    return { is: 'pending', code: faultOf(reply), ...(queryRefused(reply) && { fault }) }
  }

  /** Queries the balance of the payout short code, answered to `resultUrl`. */
  async function balance({ resultUrl, timeoutUrl }: StatusUrls): Promise<Reply> {
    const { payout: app, certificate } = await settings()
    return payout('/mpesa/accountbalance/v1/query', {
      Initiator: app.initiator,
      SecurityCredential: credentialOf(app, certificate),
      CommandID: 'AccountBalance',
      PartyA: app.shortcode,
      IdentifierType: '4',
      Remarks: 'balance',
      QueueTimeOutURL: timeoutUrl,
      ResultURL: resultUrl,
    })
  }

  return {
    name: 'mpesa',
    queriedBy: 'theirs',
    queriedFromS: 0,

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
      return promptSubmitted(reply)
    },

    async promptState({ requestId }): Promise<ProviderStatus> {
      if (requestId === undefined) return { is: 'pending', code: 'no request id' }
      const reply = await collect('/mpesa/stkpushquery/v1/query', { ...(await signed()), CheckoutRequestID: requestId })
      if (reply.status !== 200 || !('body' in reply)) return { is: 'pending', code: faultOf(reply) }
      const code = textOf(reply.body, 'ResultCode')
      return code === undefined ? { is: 'pending', code: faultOf(reply) } : statusOfCode(code, promptCodes)
    },

    async payOut({ conversation, msisdn, amount, resultUrl, timeoutUrl }: PayoutOrder) {
      const { payout: app, certificate } = await settings()
      const reply = await payout('/mpesa/b2c/v3/paymentrequest', {
        OriginatorConversationID: conversation,
        InitiatorName: app.initiator,
        SecurityCredential: credentialOf(app, certificate),
        CommandID: 'BusinessPayment',
        Amount: (amount / 100n).toString(),
        PartyA: app.shortcode,
        PartyB: msisdn,
        Remarks: 'withdrawal',
        QueueTimeOutURL: timeoutUrl,
        ResultURL: resultUrl,
      })
      return payoutSubmitted(reply)
    },

    /** The portal names the id OriginalConversationID; older samples and several SDKs name it OriginatorConversationID. */
    payoutState: ({ conversation, resultUrl, timeoutUrl }) =>
      queryStatus({
        of: 'payout',
        about: { OriginalConversationID: conversation },
        alsoAbout: { OriginatorConversationID: conversation },
        resultUrl,
        timeoutUrl,
        fault: 'payouts',
      }),
    receiptState: ({ receipt, resultUrl, timeoutUrl }) =>
      queryStatus({ of: 'collect', about: { TransactionID: receipt }, resultUrl, timeoutUrl, fault: 'receipts' }),

    /** Queries the balance of the payout short code; for the check of a set-up. */
    balance,

    async float(urls) {
      const reply = await balance(urls)
      const conversation = 'body' in reply && reply.status === 200 ? textOf(reply.body, 'ConversationID') : undefined
      return conversation === undefined ? { is: 'refused', code: faultOf(reply) } : { is: 'later', conversation }
    },
    readFloat,

    read(purpose, body) {
      if (purpose === 'prompt') return readPrompt(body)
      if (purpose === 'payout') return readPayout(body)
      return purpose === 'receipt' ? readReceipt(body, payee) : readStatus(body)
    },

    paybill: { ...openDarajaPaybill({ settings, ask: collect }), read: readPaybill },
  }
}

type StatusUrls = { readonly resultUrl: string; readonly timeoutUrl: string }

/** Returns the function that makes calls of one app, with its token. */
function openApp(
  which: 'collect' | 'payout',
  { settings, clock, tokens, observe }: DarajaDeps & { tokens: TokenStore },
): Ask {
  return async (path, body) => {
    const { url, [which]: app } = await settings()
    const basic = Buffer.from(`${app.key}:${app.secret}`).toString('base64')
    const fetch = async () =>
      fetchedOf(
        await callProvider(`${url}/oauth/v1/generate?grant_type=client_credentials`, {
          method: 'GET',
          headers: { authorization: `Basic ${basic}` },
          timeoutMs,
          observe,
        }),
      )
    return withToken(
      { store: tokens, name: `daraja ${url} ${app.key}`, secret: app.secret, now: clock.now, fetch },
      (token) =>
        callProvider(`${url}${path}`, { headers: { authorization: `Bearer ${token}` }, body, timeoutMs, observe }),
      tokenRefused,
    )
  }
}

/** The initiator's password, encrypted with M-Pesa's certificate: base64 of RSA PKCS#1 v1.5. */
function credentialOf({ initiatorPassword }: Initiator, certificate: string): string {
  const key = createPublicKey(certificate)
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(initiatorPassword)).toString('base64')
}
