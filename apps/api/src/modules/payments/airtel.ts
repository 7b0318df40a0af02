import * as z from 'zod/mini'
import type { Clock } from '#platform/clock'
import { own } from '#platform/own'
import type { Heard, Provider, Reason, Submitted, Word } from './ports.ts'
import { amountOf } from './daraja-words.ts'
import { talk, textOf, tokenCache, type Talk } from './talk.ts'

export type AirtelSettings = {
  /** https://openapi.airtel.africa, or the host for tests. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** The PIN of the payouts' wallet, encrypted as Airtel asks for. */
  readonly pin: string
}

const timeoutMs = 20_000

const zTransaction = z.object({
  id: z.optional(z.string()),
  status: z.optional(z.string()),
  status_code: z.optional(z.string()),
  airtel_money_id: z.optional(z.string()),
  amount: z.optional(z.union([z.string(), z.number()])),
  response_code: z.optional(z.string()),
})
const zAnswer = z.object({
  data: z.optional(z.object({ transaction: z.optional(zTransaction) })),
  status: z.optional(z.object({ success: z.optional(z.boolean()), response_code: z.optional(z.string()) })),
})
const zCallback = z.object({ transaction: zTransaction })

/** Codes of a collection that failed; every other failure is told as the provider's refusal. */
const reasons: Readonly<Record<string, Reason>> = {
  DP00800001004: 'no_funds',
  DP00800001002: 'wrong_pin',
  DP00800001005: 'cancelled',
  DP00800001024: 'no_answer',
  DP00800001003: 'provider_limit',
}

/**
 * Airtel Money. Unlike M-Pesa our own id is the key of a payment: the reference of a deposit and the conversation of a payout.
 * TS is a success, TF a failure, TIP in progress; HTTP 200 with success false is a refusal. DOMAIN 3.6.
 */
export function openAirtel({ settings, clock }: { settings: () => Promise<AirtelSettings>; clock: Clock }): Provider {
  const tokens = tokenCache({
    now: clock.now,
    async fetchToken() {
      const { url, clientId, clientSecret } = await settings()
      const body = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }
      const reply = await talk(`${url}/auth/oauth2/token`, { body, timeoutMs })
      const text = 'body' in reply && reply.status === 200 ? textOf(reply.body, 'access_token') : undefined
      const seconds = 'body' in reply ? Number(textOf(reply.body, 'expires_in') ?? 0) : 0
      return text === undefined ? undefined : { text, seconds }
    },
  })

  async function ask(path: string, body?: object): Promise<Talk> {
    for (let again = false; ; again = true) {
      const token = await tokens.token()
      if (token === undefined) return { status: 0, gone: 'no token was given', arrived: false }
      const headers = { authorization: `Bearer ${token}`, 'x-country': 'KE', 'x-currency': 'KES' }
      const { url } = await settings()
      const reply = await talk(`${url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers,
        ...(body && { body }),
        timeoutMs,
      })
      if (again || reply.status !== 401) return reply
      tokens.renew(token)
    }
  }

  return {
    name: 'airtel',

    async prompt({ reference, msisdn, amount }) {
      const subscriber = { country: 'KE', currency: 'KES', msisdn: local(msisdn) }
      const transaction = { amount: Number(amount / 100n), country: 'KE', currency: 'KES', id: reference }
      return submitted(await ask('/merchant/v1/payments/', { reference, subscriber, transaction }), reference)
    },

    promptState: async ({ reference }) => stateOf(await ask(`/standard/v1/payments/${encodeURIComponent(reference)}`)),

    async payOut({ conversation, msisdn, amount }) {
      const { pin } = await settings()
      const id = conversation.replaceAll('-', '')
      const transaction = { amount: Number(amount / 100n), id }
      const payee = { msisdn: local(msisdn) }
      return submitted(await ask('/standard/v1/disbursements/', { payee, reference: id, pin, transaction }), id)
    },

    payoutState: async ({ conversation }) =>
      stateOf(await ask(`/standard/v1/disbursements/${conversation.replaceAll('-', '')}`)),

    receiptState: async () => ({ is: 'pending', code: 'not asked by receipt' }),

    read(_purpose, body): Heard | undefined {
      const read = zCallback.safeParse(body)
      return read.success ? { word: wordOf(read.data.transaction), ours: read.data.transaction.id } : undefined
    },
  }
}

/** Airtel takes the number without the country's code. */
const local = (msisdn: string): string => msisdn.replace(/^254/, '')

function wordOf(transaction: z.output<typeof zTransaction>): Word {
  const state = transaction.status_code ?? transaction.status
  const amount = amountOf(transaction.amount)
  if (state === 'TS') return { is: 'succeeded', receipt: transaction.airtel_money_id, amount }
  if (state === 'TF')
    return { is: 'failed', reason: own(reasons, transaction.response_code ?? '') ?? 'provider_refused' }
  return { is: 'pending', code: state ?? 'no state' }
}

function stateOf(reply: Talk): Word {
  const read = 'body' in reply && reply.status === 200 ? zAnswer.safeParse(reply.body) : undefined
  const transaction = read?.success ? read.data.data?.transaction : undefined
  return transaction ? wordOf(transaction) : { is: 'pending', code: `HTTP ${reply.status}` }
}

function submitted(reply: Talk, id: string): Submitted {
  if (!('body' in reply))
    return reply.arrived ? { is: 'unknown', code: reply.gone } : { is: 'refused', reason: 'not_sent' }
  const read = zAnswer.safeParse(reply.body)
  const success = read.success ? read.data.status?.success : undefined
  if (reply.status === 200 && success === true) return { is: 'accepted', requestId: id }
  const refusedByIt =
    reply.status === 200
      ? success === false
      : reply.status >= 400 && reply.status < 500 && reply.status !== 408 && reply.status !== 429
  if (!refusedByIt) return { is: 'unknown', code: `HTTP ${reply.status}` }
  return {
    is: 'refused',
    reason: own(reasons, (read.success && read.data.status?.response_code) || '') ?? 'provider_refused',
  }
}
