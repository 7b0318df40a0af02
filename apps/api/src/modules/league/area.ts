import { join } from 'node:path'
import { leagueReads as calls } from '@nare/contract/league'
import type { Area, AreaDeps } from '#area'
import { mount } from '#platform/calls'
import type { Live } from '#platform/live'
import type { Owners } from '#platform/owners'
import { openLeague } from './league.ts'
import { openSealing, randomSalt, startOwners } from './owner/owner.ts'
import { leagueRoutes, serveSeasonFile } from './routes.ts'
import type { SettleRound } from './rounds/rounds.ts'
import { openLeagueTopics } from './topic.ts'

/** The times of a league that is off: its past seasons can still be read. */
const noCycle = { bettingMs: 0, lockMs: 0, playMs: 0, resultMs: 0, pauseMs: 0, staggerMs: 0 }

/** The virtual league. Where it is configured, one process among all plays each competition. */
export function openLeagueArea(deps: AreaDeps & { readonly live: Live; readonly owners: Owners }) {
  const { config, db, clock, log, owners } = deps
  const cycle = config.league?.cycle ?? noCycle
  const league = openLeague({ db, cycle })
  const topics = openLeagueTopics({ ...deps, cycle })
  const settleRound: SettleRound = async () => undefined
  let stop: (() => Promise<void>) | undefined

  function start(): void {
    if (!config.league) return
    const { key } = config.league
    stop = startOwners({
      owners,
      db,
      clock,
      log,
      cycle,
      sealing: openSealing(key ? { key } : { keyFile: join(config.dataDir, 'league.key') }),
      salts: randomSalt,
      tablesOf: league.prices.tablesOf,
      settleRound,
      onChanged: topics.changed,
    })
  }

  const area: Area = {
    routes(mounting) {
      mount(mounting, calls, leagueRoutes(league))
      serveSeasonFile(mounting, league)
    },
    start,
    async drain() {
      topics.stop()
      await stop?.()
    },
  }
  return { league, area }
}
