import { LiveContext } from '@nare/client/use-live'
import type { BetView } from '@nare/contract/betting'
import { useCallback, useContext, useSyncExternalStore } from 'react'

/** Why a match of an undecided leg is suspended, from the topic of the match; undefined if none is. */
export function useSuspension(legs: BetView['legs']): string | undefined {
  const store = useContext(LiveContext)
  const topics = legs
    .filter(({ state }) => state === 'open')
    .map(({ match_id }) => `match:${match_id}`)
    .join(' ')
  const listen = useCallback(
    (changed: () => void) => {
      const stops = topics.split(' ').map((topic) => store?.listen(topic, undefined, changed))
      return () => stops.forEach((stop) => stop?.())
    },
    [store, topics],
  )
  return useSyncExternalStore(listen, () =>
    topics
      .split(' ')
      .map((topic) => (store?.read(topic) as { suspended?: string } | undefined)?.suspended)
      .find((reason) => reason !== undefined),
  )
}
