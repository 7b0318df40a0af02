import { done, refused, type Outcome } from '@nare/contract/outcome'
import { addressOf } from '../addresses/addresses.ts'
import type { Parts } from '../deps.ts'
import type { ProviderName } from '../ports.ts'
import type { openRegistration } from './registration.ts'
import { endFaults, type OpenFault, openFaults } from './store.ts'

type Deps = Parts & { readonly registration: ReturnType<typeof openRegistration> }

/** The state of a provider for operators: the faults of our set-up, and the addresses that must be registered there. */
export type ProviderState = {
  provider: ProviderName
  payoutsStopped: boolean
  faults: OpenFault[]
  /** The callback address to enter in the provider's portal, if the provider has no call for registration. */
  callbackUrl: string
  paybill: { shortcode: string; registered: boolean; confirmationUrl: string; validationUrl: string } | null
}

/** Opens the operators' view of the providers, and the operators' confirmations. */
export function openProviderStates({ registration, ...parts }: Deps) {
  const { db, providers } = parts

  async function stateOf(name: ProviderName, open: readonly OpenFault[]): Promise<ProviderState> {
    const faults = open.filter((fault) => fault.provider === name)
    const paybill = await registration.state(name)
    return {
      provider: name,
      payoutsStopped: faults.some((fault) => fault.part === 'payouts'),
      faults,
      callbackUrl: await addressOf(parts, { provider: name, purpose: 'paybill', payment: null }),
      paybill: paybill
        ? {
            shortcode: paybill.shortcode,
            registered: paybill.isRegistered,
            confirmationUrl: paybill.confirmationUrl,
            validationUrl: paybill.validationUrl,
          }
        : null,
    }
  }

  return {
    /** The open faults. */
    faults: (): Promise<OpenFault[]> => openFaults(db),

    async providers(): Promise<ProviderState[]> {
      const open = await openFaults(db)
      return Promise.all(Object.values(providers).map(({ name }) => stateOf(name, open)))
    },

    /** Ends the faults of a provider. Waiting payouts are sent by the next tick. */
    async endFaults(given: { provider: ProviderName; operator: string }): Promise<Outcome<'ended', 'not_found'>> {
      const ended = await endFaults(db, { provider: given.provider, by: given.operator })
      return ended > 0 ? done('ended') : refused('not_found')
    },

    /** Stores that an operator has registered the current addresses in the provider's portal. */
    async confirmRegistration(given: {
      provider: ProviderName
      operator: string
    }): Promise<Outcome<'registered', 'not_found'>> {
      if (!providers[given.provider]?.paybill) return refused('not_found')
      await registration.confirm(given.provider, given.operator)
      return done('registered')
    },
  }
}
