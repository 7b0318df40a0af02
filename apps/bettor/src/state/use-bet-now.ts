import { LiveContext, useLiveValue, useSubscription } from '@nare/client/use-live'
import type { BetView } from '@nare/contract/betting'
import type { MatchState } from '@nare/contract/live'
import { useCallback, useContext, useEffect, useSyncExternalStore } from 'react'
import { betNow, legProgress, ownProgress, type LegProgress } from './bet-now.ts'
import { useConnected } from './use-connected.ts'
import { noteBet } from './open-bets.ts'
import { useNow } from './use-now.ts'

const beforeKickOffMs = 10 * 60_000
const minuteMs = 60_000

/** A bet as it is now: its state, what it returned and the state of each leg, by the topic `bets`. */
export function useBetNow(bet: BetView): BetView {
  useSubscription('bets')
  const live = useLiveValue('bets', bet.bet_id)
  const connected = useConnected()
  useEffect(() => {
    if (bet.state === 'open') noteBet(bet.bet_id, bet.state)
  }, [bet])
  return betNow(bet, live, { connected })
}

type Leg = Pick<BetView['legs'][number], 'match_id' | 'start_time' | 'result'>
/** A leg of an own bet, counted from 0. */
export type LegPlace = { bet_id: string; n: number }
type Following = { at?: LegPlace; follow?: boolean }

/**
 * The minute and score of a leg's match while it is live, and its score once it has ended; undefined before. It subscribes to the
 * match from ten minutes before kick-off until it has a result, if `follow` is set; for a match that starts earlier the topic `bets`
 * has them. For a leg of a bet, and for a pick with `result: null`.
 */
export function useLegProgress(leg: Leg, { at, follow = true }: Following = {}): LegProgress | undefined {
  const now = useNow(minuteMs)
  const soon = Date.parse(leg.start_time) - now < beforeKickOffMs
  const topic = `match:${leg.match_id}` as const
  useSubscription(follow && leg.result === null && soon ? topic : undefined)
  const match = useLiveValue(topic)
  const own = useLiveValue('bets', at?.bet_id ?? '')?.legs.find(({ n }) => n === at?.n)
  return legProgress(leg, match) ?? ownProgress(own)
}

/** Whether a match of a bet's undecided legs is live, by the topics that its legs subscribe to and by the topic `bets`. */
export function useIsLive({ bet_id, legs }: Pick<BetView, 'bet_id' | 'legs'>): boolean {
  const store = useContext(LiveContext)
  const own = useLiveValue('bets', bet_id)?.legs.some((leg) => ownProgress(leg) !== undefined) ?? false
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
  const isLive = useSyncExternalStore(listen, () =>
    topics.split(' ').some((topic) => (store?.read(topic) as MatchState | undefined)?.state === 'live'),
  )
  return own || isLive
}
