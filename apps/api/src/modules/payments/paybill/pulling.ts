import type { PaymentsDeps } from '../deps.ts'
import type { PaybillPayment, Provider } from '../ports.ts'
import { pulledUntil, savePulled, claimPull } from './store.ts'

type Deps = Pick<PaymentsDeps, 'db' | 'clock' | 'log' | 'background' | 'providers'> & {
  /** Accepts a payment like a confirmation of it. */
  readonly accept: (provider: Provider, payment: PaybillPayment) => Promise<string>
}

const everyS = 15 * 60
/** How far back a provider lists payments. */
const backMs = 48 * 3_600_000
/** Each span starts this long before the end of the last one, since payments may appear late in the provider's list. */
const overlapMs = 2 * 3_600_000
const pagesMax = 50

/**
 * Pulls the providers' lists of payments to find payments whose confirmation is missing. Each payment is accepted like a confirmation; a
 * receipt is processed once, however often it is listed.
 */
export function openPulling({ db, clock, log, background, providers, accept }: Deps) {
  /** Pulls the payments of a span; false if some have to be pulled again. */
  async function pull(provider: Provider, from: Date, to: Date): Promise<boolean> {
    let offset = 0
    let isComplete = true
    for (let page = 0; page < pagesMax; page++) {
      const pulled = await provider.paybill?.pull({ from, to, offset })
      if (!pulled) return false
      if (pulled.failed !== undefined) {
        log.warn({ provider: provider.name, code: pulled.failed }, 'the provider did not list the payments')
        return false
      }
      for (const payment of pulled.payments) {
        const isAccepted = await background.attempt('pulled payment', payment.receipt, () => accept(provider, payment))
        isComplete &&= isAccepted
      }
      if (pulled.rows === 0) return isComplete
      offset += pulled.rows
    }
    return false
  }

  return {
    /** Pulls from every provider, at most once in a quarter of an hour among all processes. */
    async tick(): Promise<void> {
      for (const provider of Object.values(providers))
        if (provider.paybill && (await claimPull(db, provider.name, everyS)))
          await background.attempt('list of payments', provider.name, () => pullSinceLast(provider))
    },
  }

  async function pullSinceLast(provider: Provider): Promise<void> {
    const now = clock.now()
    const last = (await pulledUntil(db, provider.name))?.getTime() ?? 0
    const from = new Date(Math.max(last - overlapMs, now - backMs))
    if (await pull(provider, from, new Date(now))) await savePulled(db, provider.name, new Date(now))
  }
}
