import type { Background } from '../background.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { Deferred, Provider, ProviderName, SetupFault, Submitted, ProviderStatus } from '../ports.ts'
import { noteFault } from './store.ts'

type Deps = Pick<PaymentsDeps, 'db' | 'log' | 'count'> & { readonly background: Background }

/**
 * Watches what providers answer for codes that mean that our own set-up is wrong. The first one is logged as an error and counted; it
 * is open until a person of the house ends it, and stops payouts meanwhile where it is about them.
 */
export function openProviderFaults({ db, log, count, background }: Deps) {
  async function note(provider: ProviderName, part: SetupFault | 'registration', code: string): Promise<void> {
    if (!(await noteFault(db, { provider, part, code }))) return
    count?.('provider_fault')
    log.error({ provider, part, code }, 'a payment provider refuses our set-up: see /v1/operator/providers')
  }

  /** Notes the fault in what a provider itself said: at once, or in an answer that counts. A message that nobody signs is no such thing. */
  async function noteIn(name: ProviderName, said: ProviderStatus | Submitted | Deferred): Promise<void> {
    if (!('fault' in said) || said.fault === undefined) return
    await background.attempt('provider fault', () => note(name, said.fault ?? 'payouts', said.code ?? 'no code'))
  }

  /** The provider, with what it says watched. */
  function watched(provider: Provider): Provider {
    const { name } = provider
    const seen = async <T extends ProviderStatus | Submitted | Deferred>(said: Promise<T>): Promise<T> => {
      await noteIn(name, await said)
      return said
    }
    return {
      ...provider,
      prompt: (order) => seen(provider.prompt(order)),
      promptState: (asked) => seen(provider.promptState(asked)),
      payOut: (order) => seen(provider.payOut(order)),
      payoutState: (asked) => seen(provider.payoutState(asked)),
      receiptState: (asked) => seen(provider.receiptState(asked)),
    }
  }

  return { note, noteIn, watched }
}

type Providers = PaymentsDeps['providers']

/** All providers, each watched. */
export const watchedBy = (faults: ReturnType<typeof openProviderFaults>, { mpesa, airtel }: Providers): Providers => ({
  ...(mpesa && { mpesa: faults.watched(mpesa) }),
  ...(airtel && { airtel: faults.watched(airtel) }),
})
