import { useLiveValue, useSubscription } from '@nare/client/use-live'
import type { BetView } from '@nare/contract/betting'
import type { BetValueState } from '@nare/contract/cash-out'

/** The current cash-out value of an open sports bet from its topic; undefined before the first value. */
export function useBetValue({
  bet_id,
  product,
  state,
}: Pick<BetView, 'bet_id' | 'product' | 'state'>): BetValueState | undefined {
  const topic = `bet:${bet_id}` as const
  const isOpen = product === 'sports' && state === 'open'
  useSubscription(isOpen ? topic : undefined)
  const value = useLiveValue(topic)
  return isOpen ? value : undefined
}
