import type { PaymentFault, PromptAction } from '@nare/contract/sandbox'
import type { AirtelSettings, DarajaSettings } from '#modules/payments/payments'
import { programsHere, type Programs } from '#platform/programs'
import type { Movement, Payout, Prompt, Question } from './books.ts'
import { walletPin } from './fake-disbursements.ts'
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
  /** True after the first call, which starts the providers. */
  started(): boolean
  start(): Promise<void>
  prompts(msisdn: string): Promise<PromptShown[]>
  /** Answers a prompt on a phone and returns its new state; undefined if there is no such prompt. */
  act(msisdn: string, id: string, action: PromptAction): Promise<string | undefined>
  fault(provider: FakeName, fault: PaymentFault, next: number): Promise<void>
  /** A customer pays to the paybill; undefined if validation refused it. `unasked` skips the validation. */
  pay(given: { msisdn: string; account: string; amount: number; unasked?: boolean }): Promise<string | undefined>
  airtelCallback(url: string): Promise<void>
  /** Restores the addresses of the paybill after a restart: they are registered once, and real providers keep them. */
  rememberPaybill(registered: { confirmationUrl: string; validationUrl: string }): Promise<void>
  books(provider: FakeName): Promise<BooksShown>
  /** Waits until no callback is in delivery. */
  quiet(): Promise<void>
  /** Delivers the callbacks that are late. */
  flush(): Promise<void>
  close(): Promise<void>
}

const program = new URL('./fake-process.ts', import.meta.url).pathname
const shortcode = shortcodes.collect
const c2bVersion = 'v2'
const collectApp = { key: 'sandbox-key', secret: 'sandbox-secret' }
const payoutApp = { key: 'sandbox-b2c-key', secret: 'sandbox-b2c-secret' }

/** Starts the providers at the first use: in a separate process, or inside this one for tests. */
export function openProviders({
  inside = false,
  programs = programsHere(),
}: { inside?: boolean; programs?: Programs } = {}): SandboxProviders {
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

  return {
    shortcode,
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
      country: 'KE',
      currency: 'KES',
      callingCode: '254',
      clientId: 'sandbox',
      clientSecret: 'sandbox',
      pin: walletPin,
      pinPadding: 'pkcs1',
      disbursement: 'v2',
    }),
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
    airtelCallback: async (url) => void (await control('airtel-callback', { url })),
    async rememberPaybill({ confirmationUrl: confirmation, validationUrl: validation }) {
      await control('paybill', { confirmation, validation, shortcode, version: c2bVersion })
    },
    books: (provider) => control(`books?provider=${provider}`),
    quiet: async () => void (await control('quiet', {})),
    flush: async () => void (await control('flush', {})),
    close: async () => (await running)?.close(),
  }
}

/**
 * Starts the providers, or finds those that another process of this port has started. fake-process.ts writes the line that is read here.
 */
async function runFakes(programs: Programs): Promise<FakeProviders> {
  const { answered, close } = await programs.run(program, {})
  return { ...(answered as { url: string; certificate: string }), close }
}
