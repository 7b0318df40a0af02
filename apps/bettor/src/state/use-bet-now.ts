import { LiveContext, useLiveValue, useSubscription } from '@nare/client/use-live'
import type { BetView } from '@nare/contract/betting'
import type { MatchState } from '@nare/contract/live'
import { useCallback, useContext, useEffect, useSyncExternalStore } from 'react'
import { betNow, legProgress, progressFromBetTopic, type LegProgress } from './bet-now.ts'
import { useConnected } from './use-connected.ts'
import { trackOpenBet } from './open-bets.ts'
import { useNow } from './use-now.ts'

const beforeKickOffMs = 10 * 60_000
const minuteMs = 60_000

/** The current state of a bet, its return and its legs, from the topic `bets`. */
export function useBetNow(bet: BetView): BetView {
  useSubscription('bets')
  const live = useLiveValue('bets', bet.bet_id)
  const connected = useConnected()
  const current = betNow(bet, live, { connected })
  const { bet_id, state, returned } = current
  // A list may be older than the topic: a bet that has ended since is not tracked again.
  useEffect(() => {
    if (state === 'open') trackOpenBet(bet_id, { state, returned })
  }, [bet_id, state, returned])
  return current
}

type Leg = Pick<BetView['legs'][number], 'match_id' | 'start_time' | 'result'>
/** The place of a leg: its bet, and its number counted from 0. */
export type LegPlace = { bet_id: string; n: number }
type ProgressOptions = { at?: LegPlace; follow?: boolean }

/**
 * The minute and score of a leg's live match, and the score of an ended one; undefined before kick-off. With `follow`, subscribes to
 * the match from ten minutes before kick-off until it has a result. For a match that starts earlier, minute and score come from the
 * topic `bets`. Also accepts a pick with `result: null`.
 */
export function useLegProgress(leg: Leg, { at, follow = true }: ProgressOptions = {}): LegProgress | undefined {
  const now = useNow(minuteMs)
  const isSoon = Date.parse(leg.start_time) - now < beforeKickOffMs
  const topic = `match:${leg.match_id}` as const
  useSubscription(follow && leg.result === null && isSoon ? topic : undefined)
  const match = useLiveValue(topic)
  const own = useLiveValue('bets', at?.bet_id ?? '')?.legs.find(({ n }) => n === at?.n)
  return legProgress(leg, match) ?? progressFromBetTopic(own)
}

/** What `read` makes of the newest states of the matches of undecided legs: a primitive, because it is compared. */
export function useOpenMatches<T extends string | boolean | undefined>(
  legs: BetView['legs'],
  read: (matches: readonly (MatchState | undefined)[]) => T,
): T {
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
    read(topics.split(' ').map((topic) => store?.read(topic) as MatchState | undefined)),
  )
}

/** True if a match of an undecided leg is live, by the topics of the matches and the topic `bets`. */
export function useIsLive({ bet_id, legs }: Pick<BetView, 'bet_id' | 'legs'>): boolean {
  const own = useLiveValue('bets', bet_id)?.legs.some((leg) => progressFromBetTopic(leg) !== undefined) ?? false
  const isLive = useOpenMatches(legs, (matches) => matches.some((match) => match?.state === 'live'))
  return own || isLive
}
