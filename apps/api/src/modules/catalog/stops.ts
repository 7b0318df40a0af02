import { setImmediate as turnOfOthers } from 'node:timers/promises'
import type { Clock } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import { lockExclusive, lockShared } from '#platform/locks'
import type { Publish } from './ingest-types.ts'
import { endHandsBelow, endHandsIn } from './store-hands.ts'
import { lockMatch } from './store-match.ts'
import { matchesBelow, setHighStop, setMarketStop, type HighStop, type MarketStop } from './store-stops.ts'

/** No match has this id: its lock stands for all of them. */
const everyMatch = 0

/**
 * Locks these matches against suspensions, results and cancellations until the transaction ends. Bets share the lock, and with it the one of
 * all matches, which stops above matches take.
 */
export async function lockForBets(tx: Tx, matchIds: readonly number[]): Promise<void> {
  if (matchIds.length > 0) await lockShared(tx, 'match', [everyMatch, ...matchIds])
}

type Deps = { readonly db: Db; readonly clock: Clock; readonly publish: Publish }
type Stopping = { readonly stopped: boolean; readonly by: string }

const publishedAtOnce = 100

/**
 * Stops of betting below and above a match. Each is one flag, set under the lock that excludes placement: no bet is accepted after its commit. A
 * line takes bets if no flag of any level is set, so ending one restores exactly what it alone had stopped.
 */
export function openStops({ db, clock, publish }: Deps) {
  /** Publishes the matches below a level, those in play first, in turn with other work. */
  async function publishBelow(matches: readonly { id: number; sport_id: string }[]): Promise<void> {
    for (let from = 0; from < matches.length; from += publishedAtOnce) {
      const some = matches.slice(from, from + publishedAtOnce)
      publish(some.map(({ id, sport_id }) => ({ matchId: id, sportId: sport_id, lines: [], matchChanged: true })))
      await turnOfOthers()
    }
  }

  return {
    /** Stops betting on a level, or ends that. False if there is no such sport or competition. */
    async stopLevel(of: HighStop, { stopped, by }: Stopping): Promise<boolean> {
      const changed = await transact(db, async (tx) => {
        await lockExclusive(tx, 'match', [everyMatch])
        const at = clock.date()
        const isChange = await setHighStop(tx, of, { stopped, by, at })
        if (!isChange) return isChange === undefined ? undefined : []
        if (stopped) await endHandsBelow(tx, of, { by, at })
        return matchesBelow(tx, of)
      })
      if (changed) await publishBelow(changed)
      return changed !== undefined
    },

    /** Stops betting on a market, a line or an outcome of a match, or ends that. False if the match does not exist. */
    async stopMarket(of: MarketStop, { stopped, by }: Stopping): Promise<boolean> {
      const { matchId } = of
      const found = await transact(db, async (tx) => {
        await lockExclusive(tx, 'match', [matchId])
        const row = await lockMatch(tx, matchId)
        if (!row) return undefined
        const at = clock.date()
        const isChange = await setMarketStop(tx, of, { stopped, by, at })
        if (isChange && stopped) await endHandsIn(tx, of, { by, at })
        return { sportId: row.sport_id, isChange }
      })
      if (found?.isChange) publish([{ matchId, sportId: found.sportId, lines: [], matchChanged: true }])
      return found !== undefined
    },
  }
}
