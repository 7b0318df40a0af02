import type { BetValueState } from '@nare/contract/cash-out'
import type { CrashBetsState, CrashState } from '@nare/contract/crash'
import type { LeagueState } from '@nare/contract/league'
import type { BalanceState, BetState, MarketState, MatchState, SportLiveState } from '@nare/contract/live'
import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react'
import type { LiveStore } from './live-store.ts'

export type StateOf<Topic extends string> = Topic extends 'balance'
  ? BalanceState
  : Topic extends 'bets'
    ? BetState
    : Topic extends `bet:${string}`
      ? BetValueState
      : Topic extends `match:${string}`
        ? MatchState
        : Topic extends `market:${string}`
          ? MarketState
          : Topic extends `sport:${string}`
            ? SportLiveState
            : Topic extends `league:${string}`
              ? LeagueState
              : Topic extends 'crash'
                ? CrashState
                : Topic extends 'crash:bets'
                  ? CrashBetsState
                  : unknown

export const LiveContext = createContext<LiveStore | undefined>(undefined)

/** The current state of a live key; undefined until a state arrives. Only the calling component renders again. */
export function useLive<Topic extends string>(topic: Topic, key?: string): StateOf<Topic> | undefined {
  useSubscription(topic)
  return useLiveValue(topic, key)
}

/** Like `useLive` without a subscription: for leaves of a row that subscribes while it is on the screen. */
export function useLiveValue<Topic extends string>(topic: Topic, key?: string): StateOf<Topic> | undefined {
  const store = useContext(LiveContext)
  const listen = useCallback(
    (changed: () => void) => store?.listen(topic, key, changed) ?? (() => {}),
    [store, topic, key],
  )
  return useSyncExternalStore(listen, () => store?.read(topic, key)) as StateOf<Topic> | undefined
}

/** A text derived from the current state of a live key; the component renders only when that text changes. */
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

/** Subscribes to a topic while mounted; undefined subscribes to none. */
export function useSubscription(topic: string | undefined): void {
  const store = useContext(LiveContext)
  useEffect(() => (topic ? store?.subscribe(topic) : undefined), [store, topic])
}
