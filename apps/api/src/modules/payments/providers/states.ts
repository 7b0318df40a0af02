import { done, refused, type Outcome } from '@nare/contract/outcome'
import { addressOf } from '../addresses/addresses.ts'
import { type Parts, providerAccount } from '../deps.ts'
import type { ProviderName } from '../ports.ts'
import type { openRegistration } from './registration.ts'
import { deleteStop, insertStop, type Stop, type StoppedPart, stopsOf } from '../stops.ts'
import { endFaults, type OpenFault, openFaults } from './store.ts'

type Deps = Parts & { readonly registration: ReturnType<typeof openRegistration> }

/** The state of a provider for operators: the faults of our set-up, and the addresses that must be registered there. */
export type ProviderState = {
  provider: ProviderName
  payoutsStopped: boolean
  stops: Stop[]
  /** The money at the provider by the ledger. */
  float: bigint
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
    const [paybill, stops] = await Promise.all([registration.state(name), stopsOf(db, name)])
    const isStopped = [...faults, ...stops].some(({ part }) => part === 'payouts')
    return {
      provider: name,
      payoutsStopped: isStopped,
      stops,
      float: -(await parts.ledger.houseBalance(providerAccount(name))),
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

    /**
     * Stops a part of a provider by hand, or lets it continue. While payouts are stopped nothing is sent; while deposits are stopped no prompt
     * is. Continuing does not end the provider's faults.
     */
    async stop(given: {
      provider: ProviderName
      part: StoppedPart
      stopped: boolean
      operator: string
      reason: string
    }): Promise<Outcome<'stopped' | 'running', 'not_found'>> {
      if (!providers[given.provider]) return refused('not_found')
      await (given.stopped ? insertStop(db, given) : deleteStop(db, given))
      return done(given.stopped ? 'stopped' : 'running')
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
