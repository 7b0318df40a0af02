import type { PaymentFault, PromptAction } from '@nare/contract/sandbox'
import { ke } from '#country/ke'
import type { Country } from '#country/country'
import type {
  AirtelSettings,
  DarajaSettings,
  MixxSettings,
  Payments,
  VodacomSettings,
} from '#modules/payments/payments'
import { programsHere, type Programs } from '#platform/programs'
import type { Movement, Payout, Prompt, Question } from './books.ts'
import { walletPin } from './fake-disbursements.ts'
import { mixxTwin } from './fake-mixx.ts'
import { vodacomTwin } from './fake-vodacom.ts'
import { initiators, openFakeProviders, shortcodes, type FakeName, type FakeProviders } from './fake-providers.ts'

export { openResults } from './results.ts'

export type PromptShown = {
  readonly id: string
  readonly amount: number
  readonly reference: string
  readonly state: string
}
export type BooksShown = {
  readonly movements: Movement[]
  readonly questions: Question[]
  readonly prompts: Prompt[]
  readonly payouts: Payout[]
}

/** The sandbox's mobile-money providers, for the platform and for people. */
export type SandboxProviders = {
  /** The paybill number. */
  readonly shortcode: string
  readonly daraja: () => Promise<DarajaSettings>
  readonly airtel: () => Promise<AirtelSettings>
  readonly vodacom: () => Promise<VodacomSettings>
  readonly mixx: () => Promise<MixxSettings>
  /** The letters before the references that Mixx gets. */
  readonly billerCode: string
  /** True after the first call, which starts the providers. */
  started(): boolean
  start(): Promise<void>
  prompts(msisdn: string): Promise<PromptShown[]>
  /** Answers a prompt on a phone and returns its new state; undefined if there is no such prompt. */
  act(msisdn: string, id: string, action: PromptAction): Promise<string | undefined>
  fault(provider: FakeName, fault: PaymentFault, next: number): Promise<void>
  /** A customer pays to the paybill; undefined if validation refused it. `unasked` skips the validation. */
  pay(given: { msisdn: string; account: string; amount: number; unasked?: boolean }): Promise<string | undefined>
  /** Sets the one address to which a provider sends the callbacks of all payments, as in its portal. */
  callbacksTo(provider: 'airtel' | 'mixx', url: string): Promise<void>
  /** Restores the addresses of the paybill after a restart: they are registered once, and real providers keep them. */
  rememberPaybill(registered: { confirmationUrl: string; validationUrl: string }): Promise<void>
  /** Tells the addresses of a server to the providers that it has not configured. */
  tellAddresses(
    payments: Addressed,
    configured: Readonly<Partial<Record<'daraja' | 'airtel' | 'mixx', unknown>>>,
  ): Promise<void>
  /** How many requests wait for a PIN. */
  waitingForPin(): Promise<number>
  books(provider: FakeName): Promise<BooksShown>
  /** Waits until no callback is in delivery. */
  quiet(): Promise<void>
  /** Delivers the callbacks that are late. */
  flush(): Promise<void>
  close(): Promise<void>
}

type Addressed = Pick<Payments, 'callbackAddress'> & {
  readonly operator: Pick<Payments['operator'], 'providers'>
}

/** Where the simulated providers do business. */
export type PaidIn = Pick<Country, 'code' | 'currency' | 'numbers'>

const program = new URL('./fake-process.ts', import.meta.url).pathname
const shortcode = shortcodes.collect
const c2bVersion = 'v2'
const collectApp = { key: 'sandbox-key', secret: 'sandbox-secret' }
const payoutApp = { key: 'sandbox-b2c-key', secret: 'sandbox-b2c-secret' }

/** Starts the providers at the first use: in a separate process, or inside this one for tests. */
export function openProviders({
  inside = false,
  programs = programsHere(),
  country: { code, currency, numbers } = ke,
}: { inside?: boolean; programs?: Programs; country?: PaidIn } = {}): SandboxProviders {
  let running: Promise<FakeProviders> | undefined
  const fakes = (): Promise<FakeProviders> => (running ??= inside ? openFakeProviders() : runFakes(programs))

  async function control<T>(path: string, body?: object): Promise<T> {
    const { url } = await fakes()
    const reply = await fetch(`${url}/control/${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!reply.ok) throw new Error(`the fake providers answered ${reply.status} to ${path}`)
    // Client and server are both in this folder: the fake providers' answers have the expected shape.
    return (await reply.json()) as T
  }

  const twin: SandboxProviders = {
    shortcode,
    billerCode: mixxTwin.billerCode,
    async daraja() {
      const { url, certificate } = await fakes()
      return {
        url,
        collect: {
          ...collectApp,
          shortcode,
          passkey: 'sandbox-passkey',
          initiator: initiators.collect,
          c2bVersion,
          payeeEither: false,
          pullNumber: '254722000000',
        },
        payout: { ...payoutApp, shortcode: shortcodes.payout, ...initiators.payout },
        certificate,
      }
    },
    airtel: async () => ({
      url: `${(await fakes()).url}/airtel`,
      country: code.toUpperCase(),
      currency,
      callingCode: numbers.calling_code,
      clientId: 'sandbox',
      clientSecret: 'sandbox',
      pin: walletPin,
      pinPadding: 'pkcs1',
      disbursement: 'v2',
    }),
    async vodacom() {
      const { url, certificate } = await fakes()
      return { ...vodacomTwin, url: `${url}/vodacom`, publicKey: certificate, currency }
    },
    async mixx() {
      const { url } = await fakes()
      const { payout, ...push } = mixxTwin
      return {
        ...{ ...push, tokenUrl: `${url}/mixx/token`, pushUrl: `${url}/mixx/push` },
        payout: { ...payout, url: `${url}/mixx/payout` },
      }
    },
    started: () => running !== undefined || programs.shared,
    start: async () => void (await fakes()),
    prompts: (msisdn) => control(`prompts?msisdn=${msisdn}`),
    async act(msisdn, id, action) {
      const prompts = await control<PromptShown[]>(`prompts?msisdn=${msisdn}`)
      if (!prompts.some((prompt) => prompt.id === id)) return undefined
      return (await control<{ state: string }>('act', { msisdn, id, action })).state
    },
    fault: async (provider, fault, next) => void (await control('faults', { provider, fault, next })),
    pay: async (given) => (await control<{ receipt?: string }>('pay', given)).receipt,
    callbacksTo: async (provider, url) => void (await control('callbacks-to', { provider, url })),
    async rememberPaybill({ confirmationUrl: confirmation, validationUrl: validation }) {
      await control('paybill', { confirmation, validation, shortcode, version: c2bVersion })
    },
    async tellAddresses(payments, configured) {
      for (const { provider, paybill } of await payments.operator.providers()) {
        if (provider === 'mpesa') {
          if (!configured.daraja && paybill?.registered) await twin.rememberPaybill(paybill)
        } else if (!configured[provider]) await twin.callbacksTo(provider, await payments.callbackAddress(provider))
      }
    },
    waitingForPin: async () => (await control<{ count: number }>('waiting-for-pin')).count,
    books: (provider) => control(`books?provider=${provider}`),
    quiet: async () => void (await control('quiet', {})),
    flush: async () => void (await control('flush', {})),
    close: async () => (await running)?.close(),
  }
  return twin
}

/**
 * Starts the providers, or finds those that another process of this port has started. fake-process.ts writes the line that is read here.
 */
async function runFakes(programs: Programs): Promise<FakeProviders> {
  const { answered, close } = await programs.run(program, {})
  return { ...(answered as { url: string; certificate: string }), close }
}
