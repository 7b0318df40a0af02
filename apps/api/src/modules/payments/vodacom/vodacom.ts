import { setTimeout as realWait } from 'node:timers/promises'
import type { Country } from '#country/country'
import type { Clock } from '#platform/clock'
import { encryptWith } from '#platform/encrypt-with'
import { own } from '#platform/own'
import { random } from '#platform/random'
import type { Codes, PayoutOrder, PromptOrder, Provider, SetupFault, Submitted } from '../ports.ts'
import {
  callProvider,
  isForbidden,
  type Observe,
  receiptOf,
  type Reply,
  textOf,
  type Token,
  tokensInMemory,
  type TokenStore,
  withToken,
} from '../requests/requests.ts'
import { codeOf, faultOf, payoutCodes, promptCodes, queriedStatus } from './codes.ts'

export type VodacomSettings = {
  /** The address of the market's calls: https://openapi.m-pesa.com/openapi/ipg/v2/vodacomTZN, or the sandbox's. */
  readonly url: string
  readonly apiKey: string
  /** The public key of the portal, base64 of DER or PEM. */
  readonly publicKey: string
  readonly shortcode: string
  readonly currency: string
  /** The origin that is entered in the portal. */
  readonly origin: string
  /** How long a session lives, as set in the portal, in seconds. */
  readonly sessionS: number
  /** Sources differ on the path of payouts. */
  readonly payoutPath: 'b2cPayment' | 'b2cPayment/singleStage'
}

/** The settings, completed from the country. Undefined if M-Pesa of Vodacom is not set up. */
export const vodacomSettings = (
  { vodacom }: { vodacom: Omit<VodacomSettings, 'currency'> | undefined },
  { currency }: Pick<Country, 'currency'>,
): VodacomSettings | undefined => vodacom && { ...vodacom, currency }

type Deps = {
  readonly settings: () => Promise<VodacomSettings>
  readonly clock: Clock
  readonly tokens?: TokenStore
  readonly observe?: Observe | undefined
  readonly wait?: (ms: number) => Promise<unknown>
  /** How long a prompt may wait for its PIN; the prompt stays on the phone for about a minute. */
  readonly pinMs?: number
}

const market = 'TZN'
const timeoutMs = 20_000
const payoutTimeoutMs = 30_000
const pinMsDefault = 85_000
/** The first query of a prompt comes after its own answer can no longer come. */
const queriedFromS = 90
/** A new session may be refused for up to 30 seconds, until it is live. */
const liveAfterMs = 30_000
const liveEveryMs = 5000
const liveTriesMax = 6
const referenceChars = 20
const sessionMarginS = 60

/**
 * The provider M-Pesa of Vodacom Tanzania, by its Open API. It answers a payment when it has ended, after the PIN, and sends no callback: an answer
 * that is lost is replaced by a query for our conversation id. docs/providers.md lists the formats and codes with their sources.
 */
export function openVodacom(deps: Deps): Provider {
  const { settings, clock, tokens = tokensInMemory(), observe, wait = realWait, pinMs = pinMsDefault } = deps

  type Sending = { method?: 'GET' | 'POST'; fields?: Record<string, string>; timeoutMs: number }

  async function ask(path: string, { method = 'POST', fields = {}, timeoutMs: most }: Sending): Promise<Reply> {
    const all = await settings()
    const { url, apiKey, publicKey, shortcode, origin, sessionS } = all
    const body = { ...fields, input_Country: market, input_ServiceProviderCode: shortcode }
    const query = method === 'GET' ? `?${new URLSearchParams(body)}` : ''
    const send = async (key: string | undefined): Promise<Reply> =>
      key === undefined
        ? { status: 0, gone: 'the public key is not valid', arrived: false, keyRefused: true }
        : callProvider(`${url}/${path}/${query}`, {
            method,
            headers: { authorization: `Bearer ${key}`, origin },
            ...(method === 'POST' && { body }),
            timeoutMs: most,
            observe,
          })
    const session = async () => {
      const key = encryptWith(publicKey, apiKey, 'pkcs1')
      if (key === undefined) return { keyRefused: true }
      const headers = { authorization: `Bearer ${key}`, origin }
      return sessionOf(await callProvider(`${url}/getSession/`, { method: 'GET', headers, timeoutMs, observe }), all)
    }
    return withToken(
      { store: tokens, name: `vodacom ${url} ${shortcode}`, secret: apiKey, now: clock.now, fetch: session },
      (text, issued) => onceLive(issued, sessionS, () => send(encryptWith(publicKey, text, 'pkcs1'))),
      isSessionRefused,
    )
  }

  /** Sends a request, and again while its session is so new that it may not be live yet: a refused session has done nothing. */
  async function onceLive(session: Token, sessionS: number, send: () => Promise<Reply>): Promise<Reply> {
    const liveMs = session.untilMs - (sessionS - sessionMarginS) * 1000 + liveAfterMs
    for (let tries = 0; ; tries++) {
      const reply = await send()
      if (!isSessionRefused(reply) || clock.now() >= liveMs || tries >= liveTriesMax) return reply
      await wait(liveEveryMs)
    }
  }

  const stateOf = async (reference: string, of: 'deposits' | 'payouts') =>
    queriedStatus(
      await ask('queryTransactionStatus', {
        method: 'GET',
        fields: { input_QueryReference: reference, input_ThirdPartyConversationID: hex(random.uuid()) },
        timeoutMs,
      }),
      of,
    )

  return {
    name: 'mpesa',
    queriedBy: 'ours',
    queriedFromS,
    answersAfterPin: true,

    async prompt({ reference, msisdn, amount }: PromptOrder) {
      const reply = await ask('c2bPayment/singleStage', {
        fields: {
          ...(await moneyOf(amount, msisdn)),
          input_TransactionReference: reference,
          input_ThirdPartyConversationID: reference,
          input_PurchasedItemsDesc: 'Deposit',
        },
        timeoutMs: pinMs,
      })
      return submitted(reply, { codes: promptCodes, fault: 'deposits', ours: reference })
    },

    promptState: ({ reference }) => stateOf(reference, 'deposits'),

    async payOut({ conversation, msisdn, amount }: PayoutOrder) {
      const ours = hex(conversation)
      const reply = await ask((await settings()).payoutPath, {
        fields: {
          ...(await moneyOf(amount, msisdn)),
          input_TransactionReference: ours.slice(0, referenceChars),
          input_ThirdPartyConversationID: ours,
          input_PaymentItemsDesc: 'Withdrawal',
        },
        timeoutMs: payoutTimeoutMs,
      })
      return submitted(reply, { codes: payoutCodes, fault: 'payouts', ours })
    },

    payoutState: ({ conversation }) => stateOf(hex(conversation), 'payouts'),

    receiptState: async () => ({ is: 'pending', code: 'not queried by receipt' }),
    read: () => undefined,
    readFloat: () => undefined,
  }

  async function moneyOf(amount: bigint, msisdn: string): Promise<Record<string, string>> {
    const { currency } = await settings()
    return { input_Amount: (amount / 100n).toString(), input_CustomerMSISDN: msisdn, input_Currency: currency }
  }
}

const hex = (id: string): string => id.replaceAll('-', '')

/** The session in an answer. Its life is not said there: it is the one that the portal shows. */
function sessionOf(reply: Reply, { sessionS }: Pick<VodacomSettings, 'sessionS'>) {
  const text = 'body' in reply && codeOf(reply) === 'INS-0' ? textOf(reply.body, 'output_SessionID') : undefined
  if (text !== undefined && text !== '') return { text, seconds: sessionS }
  return { keyRefused: isForbidden(reply) || own(promptCodes, codeOf(reply) ?? '')?.fault !== undefined }
}

/** Whether the gateway refused the session, before it looked at the request. Other codes come with HTTP 401 too. */
const isSessionRefused = (reply: Reply): boolean =>
  'body' in reply && reply.status === 401 && (codeOf(reply) === undefined || codeOf(reply) === 'INS-2')

type Expected = { readonly codes: Codes; readonly fault: SetupFault; readonly ours: string }

/**
 * The result of a payment: paid with its receipt, or refused by a listed code. Everything else is unknown and is queried, also a duplicate of our
 * conversation id (INS-10), because the first request may have been paid, a success that names another conversation, and an answer of the gateway
 * without a code (HTTP 403), which may come after the PIN: without a callback, nothing but a query would ever report that payment.
 */
function submitted(reply: Reply, { codes, fault, ours }: Expected): Submitted {
  const code = faultOf(reply)
  if (!('body' in reply)) {
    if (reply.arrived) return { is: 'unknown', code }
    return { is: 'refused', reason: 'not_sent', code, ...(reply.keyRefused && { fault }) }
  }
  if (code === 'INS-0') {
    const named = textOf(reply.body, 'output_ThirdPartyConversationID') ?? ours
    if (named.toLowerCase() !== ours.toLowerCase()) return { is: 'unknown', code: 'another payment' }
    const receipt = receiptOf(reply.body['output_TransactionID'])
    if (receipt === undefined) return { is: 'unknown', code: 'no transaction' }
    return { is: 'paid', requestId: textOf(reply.body, 'output_ConversationID'), receipt }
  }
  const meaning = own(codes, code)
  if (meaning) return { is: 'refused', ...meaning, code }
  return { is: 'unknown', code, ...(isForbidden(reply) && { fault }) }
}
