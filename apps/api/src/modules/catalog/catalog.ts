import type { Tx } from '#platform/db'
import type { Db } from '#platform/db'
import type { Clock } from '#platform/clock'
import type { Live } from '#platform/live'
import { lockShared } from '#platform/locks'
import type { Log } from '#platform/log'
import { legFacts, offers, resultOf, type LegFacts, type LineName, type Offer, type StandingResult } from './offers.ts'

export type {
  LegFacts,
  LineName,
  MarketStateName,
  MatchStateName,
  Offer,
  ResultKind,
  StandingResult,
} from './offers.ts'

/** What settles bets: `onResult` writes its work in the transaction of the result, `settle` does it after the commit. */
export type Settlement = {
  onResult(tx: Tx, changed: { matchId: number; version: number }): Promise<void>
  settle(matchId: number): Promise<{ legs: number; bets: number }>
}

export type CatalogDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly live: Live
  readonly log: Log
}

export type Catalog = ReturnType<typeof openCatalog>

/** Sports, competitions, matches, markets, prices and results, and the feeds that bring them. */
export function openCatalog(_deps: CatalogDeps) {
  let settlement: Settlement = {
    onResult: async () => undefined,
    settle: async () => ({ legs: 0, bets: 0 }),
  }
  return {
    /** Says who settles bets. Before it is called results are only kept. */
    connect(by: Settlement): void {
      settlement = by
    },
    settlement: () => settlement,

    /** Holds these matches against stops, results and cancellations until the transaction ends; others may hold them too. */
    lockForBets: (tx: Tx, matchIds: readonly number[]): Promise<void> => lockShared(tx, 'match', matchIds),
    offers: (tx: Tx | Db, lines: readonly LineName[]): Promise<Offer[]> => offers(tx, lines),
    legFacts: (db: Db | Tx, matchIds: readonly number[]): Promise<Map<number, LegFacts>> => legFacts(db, matchIds),
    resultOf: (tx: Tx | Db, matchId: number): Promise<StandingResult | undefined> => resultOf(tx, matchId),
  }
}
