import { join } from 'node:path'
import { leagueBets as betCalls, leagueReads as calls } from '@nare/contract/league'
import { operatorLeague } from '@nare/contract/operator-league'
import type { Area, AreaDeps } from '#area'
import { mount } from '#platform/calls'
import type { Owners } from '#platform/owners'
import { openLeagueBets } from './bets/bets.ts'
import { leagueBetRoutes } from './bets/routes.ts'
import { openLeague } from './league.ts'
import { drandSalt, openSealing, randomSalt, startOwners } from './owner/owner.ts'
import { operatorLeagueRoutes } from './operator-routes.ts'
import { leagueRoutes, serveFiles } from './routes.ts'
import { openLeagueTopics } from './topic.ts'

type BetDeps = Pick<Parameters<typeof openLeagueBets>[0], 'betting' | 'tickets' | 'events' | 'ledger' | 'live'>
type Deps = AreaDeps & BetDeps & { readonly owners: Owners }

/** The virtual league. If it is switched on, exactly one process runs each competition. */
export async function openLeagueArea(deps: Deps) {
  const { config, db, clock, log, owners } = deps
  const { on, cycle, key, drand } = config.league
  const league = openLeague({ db, cycle })
  const topics = openLeagueTopics({ ...deps, cycle })
  const bets = await openLeagueBets({ ...deps, prices: league.prices })
  let stop: (() => Promise<void>) | undefined

  function start(): void {
    if (!on) return
    stop = startOwners({
      owners,
      db,
      clock,
      log,
      cycle,
      sealing: openSealing(key ?? { keyFile: join(config.dataDir, 'league.key') }),
      salts: drand ? drandSalt({ ...drand, clock }) : randomSalt,
      tablesOf: league.prices.tablesOf,
      settleRound: bets.settleRound,
      onChanged: topics.changed,
      onOffered: (competitionId) =>
        void league
          .warm(competitionId)
          .catch((error: unknown) =>
            log.warn({ err: error }, 'league prices could not be precomputed; they are computed when they are read'),
          ),
    })
  }

  const area: Area = {
    routes(mounting) {
      mount(mounting, calls, leagueRoutes(league))
      serveFiles(mounting, league)
      mount(mounting, operatorLeague, operatorLeagueRoutes(league))
      mount(mounting, betCalls, leagueBetRoutes(bets))
    },
    isFull: new Map([[betCalls.bet, bets.isFull]]),
    start: { role: 'rounds', run: start },
    async drain() {
      topics.stop()
      bets.close()
      await stop?.()
    },
  }
  return { league, leagueBets: bets, area }
}
