import { addressOf } from '../addresses/addresses.ts'
import { hashOf, type Parts } from '../deps.ts'
import type { ProviderName } from '../ports.ts'
import type { openProviderFaults } from './faults.ts'
import { endFaults, type Registration, registrationOf, saveRegistration } from './store.ts'

/** A paybill's number and required addresses, and whether exactly these are registered at the provider. */
export type PaybillState = Registration & {
  readonly confirmationUrl: string
  readonly validationUrl: string
  readonly isRegistered: boolean
}

const endedBy = 'the platform'

/** Registers the paybill's addresses with the provider once and stores them: a second registration is refused in production. */
export function openRegistration(parts: Parts & { readonly faults: ReturnType<typeof openProviderFaults> }) {
  const { db, log, providers, faults } = parts

  async function state(name: ProviderName): Promise<PaybillState | undefined> {
    const paybill = providers[name]?.paybill
    if (!paybill) return undefined
    const at = { provider: name, payment: null }
    const confirmationUrl = await addressOf(parts, { ...at, purpose: 'paybill' })
    const validationUrl = await addressOf(parts, { ...at, purpose: 'paybill_check' })
    const { shortcode, version } = await paybill.number()
    const addressesHash = hashOf(confirmationUrl, validationUrl)
    const stored = await registrationOf(db, { provider: name, shortcode })
    const isRegistered = stored?.addressesHash === addressesHash && stored.version === version
    return { provider: name, shortcode, version, addressesHash, confirmationUrl, validationUrl, isRegistered }
  }

  async function register(name: ProviderName): Promise<void> {
    const required = await state(name)
    if (!required || required.isRegistered) return
    const answer = await providers[name]?.paybill?.register(required)
    if (!answer) return
    if (answer.is === 'registered') return confirm(name, endedBy)
    const { provider, shortcode } = required
    log.warn({ provider, shortcode, code: answer.code }, 'the addresses for paybill payments were not registered')
    await faults.record(name, 'registration', answer.code)
  }

  /** Stores that the current addresses are registered, by a call to the provider or by an operator in its portal. */
  async function confirm(name: ProviderName, by: string): Promise<void> {
    const required = await state(name)
    if (!required) return
    await saveRegistration(db, required)
    await endFaults(db, { provider: name, part: 'registration', by })
  }

  return { state, register, confirm }
}
