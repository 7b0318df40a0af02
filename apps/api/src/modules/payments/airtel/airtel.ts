import * as z from 'zod/mini'
import type { Country } from '#country/country'
import type { Clock } from '#platform/clock'
import { encryptWith, type Padding } from '#platform/encrypt-with'
import type { ProviderMessage, PayoutOrder, Provider, Submitted } from '../ports.ts'
import { parseMoney } from '@nare/money/money'
import {
  faultOf,
  fetchedOf,
  type Observe,
  callProvider,
  type Reply,
  tokensInMemory,
  type TokenStore,
  withToken,
  zText,
} from '../requests/requests.ts'
import { keyCache, signatureOf } from './pin.ts'
import {
  codeOf,
  collectionCodes,
  disbursementCodes,
  enquiryState,
  payoutSubmitted,
  pinRefused,
  promptSubmitted,
  transactionState,
  zTransaction,
} from './result-codes.ts'

export type AirtelSettings = {
  /** The country's host: https://openapi.airtelkenya.com, or its test host. */
  readonly url: string
  readonly country: string
  readonly currency: string
  /** The country's calling code, which Airtel leaves out of numbers. */
  readonly callingCode: string
  readonly clientId: string
  readonly clientSecret: string
  /** The PIN of the payouts' wallet: four digits, or already encrypted by Airtel's portal. */
  readonly pin: string
  /** The key that encrypts the PIN; without one it is fetched. */
  readonly pinKey?: string | undefined
  /** Airtel's documentation names both. */
  readonly pinPadding: Padding
  readonly disbursement: 'v1' | 'v2' | 'v3'
}

type Configured = Omit<AirtelSettings, 'url' | 'country' | 'currency' | 'callingCode'> & {
  readonly url: string | undefined
}

/** The settings, completed from the country: its host, unless one is set, and its codes. Undefined if Airtel is not set up. */
export function airtelSettings(
  { airtel }: { airtel: Configured | undefined },
  { airtel: pack, currency, numbers }: Pick<Country, 'airtel' | 'currency' | 'numbers'>,
): AirtelSettings | undefined {
  return airtel && { ...airtel, ...pack, url: airtel.url ?? pack.url, currency, callingCode: numbers.calling_code }
}

type Deps = {
  readonly settings: () => Promise<AirtelSettings>
  readonly clock: Clock
  readonly tokens?: TokenStore
  readonly observe?: Observe | undefined
}

const timeoutMs = 20_000
const zBalance = z.object({ data: z.object({ balance: zText }) })
const zCallback = z.object({ transaction: zTransaction })

/**
 * The provider Airtel Money. Unlike at M-Pesa, our own id identifies a payment: the reference of a deposit and the conversation id of a payout.
 * docs/providers.md lists the codes and formats with their sources.
 */
export function openAirtel(deps: Deps): Provider & { readonly balance: () => Promise<Reply> } {
  const { settings, clock, tokens = tokensInMemory(), observe } = deps
  const keys = keyCache({ now: clock.now, fetchKey: () => ask('/v1/rsa/encryption-keys') })

  async function ask(path: string, body?: object, signed: Record<string, string> = {}): Promise<Reply> {
    const { url, clientId, clientSecret, country, currency } = await settings()
    const fetch = async () => {
      const login = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }
      return fetchedOf(await callProvider(`${url}/auth/oauth2/token`, { body: login, timeoutMs, observe }))
    }
    return withToken(
      { store: tokens, name: `airtel ${url} ${clientId}`, secret: clientSecret, now: clock.now, fetch },
      (token) =>
        callProvider(`${url}${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${token}`, 'x-country': country, 'x-currency': currency, ...signed },
          ...(body && { body }),
          timeoutMs,
          observe,
        }),
      (reply) => reply.status === 401,
    )
  }

  const balance = (): Promise<Reply> => ask('/standard/v1/users/balance')

  async function localNumber(msisdn: string): Promise<string> {
    const { callingCode } = await settings()
    return msisdn.startsWith(callingCode) ? msisdn.slice(callingCode.length) : msisdn
  }

  /** Sends a payout once. Sends it again with a new key only if the gateway refused the PIN, because then nothing was paid. */
  async function disburse(order: PayoutOrder): Promise<Submitted> {
    const { disbursement, currency, pin, pinKey, pinPadding } = await settings()
    const id = disbursementId(order)
    const isPlain = /^\d{4}$/.test(pin)
    for (;;) {
      const key = pinKey ? { key: pinKey, fresh: true } : await neededKey(isPlain || disbursement === 'v3')
      const encryptedPin = isPlain ? key && encryptWith(key.key, pin, pinPadding) : pin
      const body = {
        payee: { msisdn: await localNumber(order.msisdn), ...(disbursement !== 'v1' && { currency }) },
        reference: id,
        pin: encryptedPin,
        transaction: { amount: Number(order.amount / 100n), id, ...(disbursement !== 'v1' && { type: 'B2C' }) },
      }
      const signed = disbursement === 'v3' ? key && signatureOf(body, key.key, pinPadding) : {}
      if (encryptedPin === undefined || signed === undefined)
        return { is: 'refused', reason: 'not_sent', code: 'no encryption key' }
      const reply = await ask(`/standard/${disbursement}/disbursements/`, body, signed)
      if (!pinRefused.has(codeOf(reply) ?? '') || key?.fresh !== false) return payoutSubmitted(reply, id)
      keys.forget()
    }
  }

  const neededKey = async (isNeeded: boolean) => (isNeeded ? keys.current() : undefined)

  return {
    name: 'airtel',
    queriedBy: 'ours',
    queriedFromS: 180,

    async prompt({ reference, msisdn, amount }) {
      const { country, currency } = await settings()
      const subscriber = { country, currency, msisdn: await localNumber(msisdn) }
      const transaction = { amount: Number(amount / 100n), country, currency, id: reference }
      const reply = await ask('/merchant/v1/payments/', { reference, subscriber, transaction })
      return promptSubmitted(reply, reference)
    },

    promptState: async ({ reference }) =>
      enquiryState(await ask(`/standard/v1/payments/${encodeURIComponent(reference)}`), {
        codes: collectionCodes,
        fault: 'deposits',
        id: reference,
      }),

    payOut: disburse,

    async payoutState(payout) {
      const { disbursement } = await settings()
      const path = disbursement === 'v1' ? 'v1/disbursements' : 'v2/disbursements'
      const about = disbursement === 'v1' ? '' : '?transactionType=B2C'
      const id = disbursementId(payout)
      return enquiryState(await ask(`/standard/${path}/${id}${about}`), {
        codes: disbursementCodes,
        fault: 'payouts',
        id,
      })
    },

    receiptState: async () => ({ is: 'pending', code: 'not queried by receipt' }),

    /** Queries the wallet's balance; for the check of a set-up. */
    balance,

    async float() {
      const reply = await balance()
      const read = 'body' in reply && reply.status === 200 ? zBalance.safeParse(reply.body) : undefined
      const known = read?.success ? parseMoney(read.data.data.balance.trim().replaceAll(',', '')) : undefined
      return known === undefined ? { is: 'refused', code: faultOf(reply) } : { is: 'known', balance: known }
    },
    readFloat: () => undefined,

    read(_purpose, body): ProviderMessage | undefined {
      const read = zCallback.safeParse(body)
      if (!read.success) return undefined
      const { id } = read.data.transaction
      const status = transactionState(read.data.transaction, { codes: collectionCodes })
      return { status, ours: typeof id === 'string' ? id : undefined }
    },
  }
}

const disbursementId = ({ conversation }: { conversation: string }): string => conversation.replaceAll('-', '')
