import { endOf } from '../state/exclusion.ts'
import { useApp } from '../state/hooks.ts'
import { useExclusion } from '../state/use-exclusion.ts'
import type { BetFacts } from './cta.ts'
import { useDepositTerms } from './use-deposit-terms.ts'
import { useOnline } from './use-online.ts'

/** What a bet button knows of the bettor and the operator, whatever the product: limits, balance, break, connection, deposit terms. */
export function useBetFacts(): Omit<BetFacts, 'stake' | 'placing' | 'refusal'> {
  const settings = useApp(({ data }) => data.app_config)
  const balance = useApp(({ auth }) => (auth.isLoggedIn ? auth.user?.balance : null))
  const online = useOnline()
  const exclusion = useExclusion()
  const deposit = useDepositTerms()
  return {
    minStake: settings?.min_stake ?? '0.00',
    maxStake: settings?.max_stake ?? '',
    balance,
    online,
    pause: exclusion ? { until: endOf(exclusion) } : null,
    ...(deposit && { deposit }),
  }
}
