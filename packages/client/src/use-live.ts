import type { BalanceState, MarketState, MatchState, SportLiveState } from '@nare/contract/live'
import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react'
import type { LiveStore } from './live-store.ts'

export type StateOf<Topic extends string> = Topic extends 'balance'
  ? BalanceState
  : Topic extends `match:${string}`
    ? MatchState
    : Topic extends `market:${string}`
      ? MarketState
      : Topic extends `sport:${string}`
        ? SportLiveState
        : unknown

export const LiveContext = createContext<LiveStore | undefined>(undefined)

/** The present state of one live key, or undefined until one was told. The leaf that calls this renders alone. */
export function useLive<Topic extends string>(topic: Topic, key?: string): StateOf<Topic> | undefined {
  useSubscription(topic)
  return useLiveValue(topic, key)
}

/** The same without wanting the topic: for leaves of a row that holds its topics while it is on screen. */
export function useLiveValue<Topic extends string>(topic: Topic, key?: string): StateOf<Topic> | undefined {
  const store = useContext(LiveContext)
  const listen = useCallback(
    (changed: () => void) => store?.listen(topic, key, changed) ?? (() => {}),
    [store, topic, key],
  )
  return useSyncExternalStore(listen, () => store?.read(topic, key)) as StateOf<Topic> | undefined
}

/** One text out of the present state of a live key: who needs only that renders only when it changes. */
export function useLiveText<Topic extends string>(
  topic: Topic,
  key: string | undefined,
  text: (state: StateOf<Topic>) => string,
): string | undefined {
  const store = useContext(LiveContext)
  const listen = useCallback(
    (changed: () => void) => store?.listen(topic, key, changed) ?? (() => {}),
    [store, topic, key],
  )
  return useSyncExternalStore(listen, () => {
    const state = store?.read(topic, key)
    return state === undefined ? undefined : text(state as StateOf<Topic>)
  })
}

/** Wants a topic while mounted; undefined wants none. */
export function useSubscription(topic: string | undefined): void {
  const store = useContext(LiveContext)
  useEffect(() => (topic ? store?.hold(topic) : undefined), [store, topic])
}
