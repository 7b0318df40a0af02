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
 * The calls that may read from the replica, so that their responses can be a second old: histories, statements, search, results, boards,
 * printed lists, and the lists of operators. Calls that look up a command by its id are excluded, because their "not found" must be correct.
 */
const oldReads: ReadonlySet<Route> = new Set<Route>([
  betting.bets,
  betting.days,
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

/** Opens the reads of the configured replica; `connection` is that of its primary. Undefined if no replica is configured. */
export function readsOf({ config: { replica, replicaPoolSize: size }, connection, log }: ReadsDeps): Reads | undefined {
  if (replica.url === undefined) return undefined
  const { lagMsMax } = replica
  const to = { connectionString: replica.url }
  return openReads({
    mayBeOld: oldReads,
    replica: openReplica({ primary: connection, connection: to, size, lagMsMax, log }),
  })
}
