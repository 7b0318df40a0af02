import type { Background } from '../background.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { Deferred, Provider, ProviderName, SetupFault, Submitted, ProviderStatus } from '../ports.ts'
import { noteFault } from './store.ts'

type Deps = Pick<PaymentsDeps, 'db' | 'log' | 'count'> & { readonly background: Background }

/**
 * Watches providers' answers for codes that mean that our own set-up is wrong. The first is logged as an error and counted. It stays open
 * until an operator ends it; a fault of payouts stops them meanwhile.
 */
export function openProviderFaults({ db, log, count, background }: Deps) {
  async function note(provider: ProviderName, part: SetupFault | 'registration', code: string): Promise<void> {
    if (!(await noteFault(db, { provider, part, code }))) return
    count?.('provider_fault')
    log.error({ provider, part, code }, 'a payment provider refuses our set-up: see /v1/operator/providers')
  }

  /** Records a fault in a provider's own answer: a direct one, or a valid answer to a query. Unsigned messages do not count. */
  async function noteIn(name: ProviderName, answer: ProviderStatus | Submitted | Deferred): Promise<void> {
    if (!('fault' in answer) || answer.fault === undefined) return
    await background.attempt('provider fault', () => note(name, answer.fault ?? 'payouts', answer.code ?? 'no code'))
  }

  /** The provider with its answers watched. */
  function watched(provider: Provider): Provider {
    const { name } = provider
    const seen = async <T extends ProviderStatus | Submitted | Deferred>(answer: Promise<T>): Promise<T> => {
      await noteIn(name, await answer)
      return answer
    }
    return {
      ...provider,
      prompt: (order) => seen(provider.prompt(order)),
      promptState: (prompt) => seen(provider.promptState(prompt)),
      payOut: (order) => seen(provider.payOut(order)),
      payoutState: (payout) => seen(provider.payoutState(payout)),
      receiptState: (receipt) => seen(provider.receiptState(receipt)),
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
