import type { PaymentsDeps } from '../deps.ts'
import type { PaybillPayment, Provider } from '../ports.ts'
import { pulledUntil, savePulled, claimPull } from './store.ts'

type Deps = Pick<PaymentsDeps, 'db' | 'clock' | 'log' | 'providers'> & {
  /** What a confirmation of the same payment would have done. */
  readonly take: (provider: Provider, payment: PaybillPayment) => Promise<string>
}

const everyS = 15 * 60
/** So far back a provider tells of what arrived. */
const backMs = 48 * 3_600_000
/** What arrives late in the provider's list is still found: each span begins this long before the last one's end. */
const overlapMs = 2 * 3_600_000
const pagesMost = 50

/**
 * Asks providers for the payments that arrived, so that a confirmation that never came is found. Each goes the way of a confirmation,
 * where its receipt makes it one payment however often it is heard of.
 */
export function openPulling({ db, clock, log, providers, take }: Deps) {
  /** Takes a payment; false where that failed, which keeps none of the others from being taken. */
  async function isTaken(provider: Provider, payment: PaybillPayment): Promise<boolean> {
    try {
      await take(provider, payment)
      return true
    } catch (error) {
      log.warn(
        { err: error, provider: provider.name, receipt: payment.receipt },
        'a payment that arrived was not taken',
      )
      return false
    }
  }

  /** Pulls the payments of a span; false where some of them have to be pulled again. */
  async function pull(provider: Provider, from: Date, to: Date): Promise<boolean> {
    let offset = 0
    let whole = true
    for (let page = 0; page < pagesMost; page++) {
      const pulled = await provider.paybill?.pull({ from, to, offset })
      if (!pulled) return false
      if (pulled.failed !== undefined) {
        log.warn({ provider: provider.name, code: pulled.failed }, 'the payments that arrived were not told')
        return false
      }
      for (const payment of pulled.payments) whole = (await isTaken(provider, payment)) && whole
      if (pulled.rows === 0) return whole
      offset += pulled.rows
    }
    return false
  }

  return {
    /** Does what is due, at most once in a quarter of an hour among all processes. */
    async tick(): Promise<void> {
      for (const provider of Object.values(providers)) {
        if (!provider.paybill || !(await claimPull(db, provider.name, everyS))) continue
        const now = clock.now()
        const last = (await pulledUntil(db, provider.name))?.getTime() ?? 0
        const from = new Date(Math.max(last - overlapMs, now - backMs))
        if (await pull(provider, from, new Date(now))) await savePulled(db, provider.name, new Date(now))
      }
    },
  }
}
