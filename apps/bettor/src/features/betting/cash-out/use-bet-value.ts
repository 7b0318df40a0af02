import { useLiveValue, useSubscription } from '@nare/client/use-live'
import type { BetView } from '@nare/contract/betting'
import type { BetValueState } from '@nare/contract/cash-out'

/** What an open sports bet can be cashed out for now, by the topic of the bet; undefined if nothing is known. */
export function useBetValue({ bet_id, product, state }: BetView): BetValueState | undefined {
  const topic = `bet:${bet_id}` as const
  const isOpen = product === 'sports' && state === 'open'
  useSubscription(isOpen ? topic : undefined)
  const value = useLiveValue(topic)
  return isOpen ? value : undefined
}
