import { join } from 'node:path'
import { games as calls } from '@nare/contract/games'
import { operatorGames } from '@nare/contract/operator-games'
import type { Area, AreaDeps } from '#area'
import type { Tickets } from '#modules/tickets/tickets'
import { mount } from '#platform/calls'
import { oneAtATime } from '#platform/money-command'
import { openSealing } from '#platform/sealing'
import { openCrashPart, type CrashPartDeps } from './crash-part.ts'
import { openGames } from './games.ts'
import { gameRules, gameSettings } from './house-limits.ts'
import { operatorGameRoutes } from './operator-routes.ts'
import { openOwnGames, ownRoundProof } from './own/own.ts'
import { ownGamesRoutes, serveVerifyPage } from './own/routes.ts'
import { crashProof } from './crash/crash.ts'
import { gameTickets } from './tickets.ts'

type Opening = Parameters<typeof openOwnGames>[0]
type Deps = AreaDeps &
  Omit<CrashPartDeps, 'rules'> &
  Pick<Opening, 'events' | 'ledger' | 'live'> & { readonly tickets: Tickets }

/** The house's own games: the single-player games, and crash. */
export function openGamesArea(deps: Deps) {
  const { config, tickets, turns } = deps
  deps.settings.declare(gameSettings)
  const rules = () => gameRules(deps.settings.now())
  const games = openGames({ ...deps, rules })
  const { key } = config.games
  const sealing = openSealing(key ?? { keyFile: join(config.dataDir, 'games.key') })
  const own = openOwnGames({ ...deps, rules, sealing })
  const { crash, ofBets, part } = openCrashPart({ ...deps, rules })
  tickets.register('games', gameTickets([own.ofBets, ofBets], [ownRoundProof, crashProof]))
  const area: Area = {
    ...part,
    routes(mounting) {
      mount(mounting, calls, ownGamesRoutes(own, oneAtATime(turns)))
      serveVerifyPage(mounting)
      mount(mounting, operatorGames, operatorGameRoutes(games))
      void part.routes?.(mounting)
    },
    jobs: [{ name: 'abandoned rounds', everyMs: 5_000, run: () => own.endAbandoned() }, ...(part.jobs ?? [])],
  }
  return { games, ownGames: own, crash, area }
}
