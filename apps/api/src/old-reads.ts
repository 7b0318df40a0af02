import { betting } from '@nare/contract/betting'
import { boards } from '@nare/contract/boards'
import { casino } from '@nare/contract/casino'
import { catalog } from '@nare/contract/catalog'
import { fantasy } from '@nare/contract/fantasy'
import { games } from '@nare/contract/games'
import { jackpot } from '@nare/contract/jackpot'
import { ledger } from '@nare/contract/ledger'
import { matchEvents } from '@nare/contract/match-events'
import { operator } from '@nare/contract/operator'
import { operatorFantasy } from '@nare/contract/operator-fantasy'
import { operatorPromotions } from '@nare/contract/operator-promotions'
import { points } from '@nare/contract/points'
import { print } from '@nare/contract/print'
import type { Route } from '@nare/contract/route'
import type { Connection } from '#platform/db'
import type { Log } from '#platform/log'
import { openReads, type Reads } from '#platform/reads'
import { openReplica } from '#platform/replica'
import type { Config } from './config.ts'

/**
 * The calls whose answers may be a second old: histories, statements, search, results, boards, printed lists, and the lists of
 * operators. Calls that look a command up by its id are not among them: an answer that something is not there has to be true.
 */
const oldReads: ReadonlySet<Route> = new Set<Route>([
  betting.bets,
  ledger.transactions,
  points.history,
  games.rounds,
  catalog.search,
  casino.search,
  matchEvents.results,
  jackpot.past,
  jackpot.results,
  boards.leaderboard,
  boards.jetxLeaderboard,
  fantasy.table,
  print.matches,
  print.jackpot,
  operator.withdrawals,
  operator.unresolvedWithdrawals,
  operator.waitingReturns,
  operator.deposits,
  operator.unmatched,
  operator.reviews,
  operator.casinoRounds,
  operator.pointAdjustments,
  operator.identityChecks,
  operator.audit,
  operatorFantasy.fantasyWeeks,
  operatorPromotions.promotions,
  operatorPromotions.attribution,
])

type ReadsDeps = {
  readonly config: Pick<Config, 'replica' | 'replicaPoolSize'>
  readonly connection: Connection
  readonly log: Log
}

/** The way to the configured replica; `connection` leads to its primary. Undefined if there is none. */
export function readsOf({ config: { replica, replicaPoolSize: size }, connection, log }: ReadsDeps): Reads | undefined {
  if (replica.url === undefined) return undefined
  const { lagMsMax } = replica
  const to = { connectionString: replica.url }
  return openReads({
    mayBeOld: oldReads,
    replica: openReplica({ primary: connection, connection: to, size, lagMsMax, log }),
  })
}
