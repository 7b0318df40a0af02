import type { Background } from '#platform/background'
import type { PaymentsDeps } from '../deps.ts'
import type { Deferred, Provider, ProviderName, SetupFault, Submitted, ProviderStatus } from '../ports.ts'
import { recordFault } from './store.ts'

type Deps = Pick<PaymentsDeps, 'db' | 'log' | 'count'> & { readonly background: Pick<Background, 'attempt'> }

/**
 * Watches providers' answers for codes that mean that our own set-up is wrong. The first such answer opens a fault, which is logged as an
 * error and counted. The fault stays open until an operator ends it. A fault of payouts stops all payouts meanwhile.
 */
export function openProviderFaults({ db, log, count, background }: Deps) {
  async function record(provider: ProviderName, part: SetupFault | 'registration', code: string): Promise<void> {
    if (!(await recordFault(db, { provider, part, code }))) return
    count?.('provider_fault')
    log.error({ provider, part, code }, 'a payment provider rejects our set-up: see /v1/operator/providers')
  }

  /** Records the fault in a provider's answer, if it has one: a direct answer, or a valid answer to a query, never an unsigned message. */
  async function recordFrom(name: ProviderName, answer: ProviderStatus | Submitted | Deferred): Promise<void> {
    if (!('fault' in answer) || answer.fault === undefined) return
    await background.attempt('provider fault', name, () =>
      record(name, answer.fault ?? 'payouts', answer.code ?? 'no code'),
    )
  }

  /** The provider, with every answer checked for faults. */
  function watched(provider: Provider): Provider {
    const { name } = provider
    const checked = async <T extends ProviderStatus | Submitted | Deferred>(answer: Promise<T>): Promise<T> => {
      await recordFrom(name, await answer)
      return answer
    }
    return {
      ...provider,
      prompt: (order) => checked(provider.prompt(order)),
      promptState: (prompt) => checked(provider.promptState(prompt)),
      payOut: (order) => checked(provider.payOut(order)),
      payoutState: (payout) => checked(provider.payoutState(payout)),
      receiptState: (receipt) => checked(provider.receiptState(receipt)),
    }
  }

  return { record, recordFrom, watched }
}

type Providers = PaymentsDeps['providers']

/** All providers, each with its answers checked for faults. */
export const watchedBy = (faults: ReturnType<typeof openProviderFaults>, providers: Providers): Providers =>
  Object.fromEntries(Object.values(providers).map((provider) => [provider.name, faults.watched(provider)]))
