import { join } from 'node:path'
import { jackpot as calls } from '@nare/contract/jackpot'
import { jackpotHeads } from '@nare/contract/jackpot-heads'
import { operatorJackpot } from '@nare/contract/operator-jackpot'
import type { Area, AreaDeps } from '#area'
import { mount } from '#platform/calls'
import { openSealing } from '#platform/sealing'
import { openJackpots, type JackpotDeps } from './jackpot.ts'
import { operatorJackpotRoutes } from './operator-routes.ts'
import { jackpotHeadRoutes, jackpotRoutes } from './routes.ts'

type Deps = AreaDeps & Pick<JackpotDeps, 'live' | 'ledger' | 'catalog' | 'tickets' | 'events'>

/** The jackpots. Every process closes and settles pools that are due; row locks on the pools coordinate the processes. */
export function openJackpotArea(deps: Deps) {
  const { config } = deps
  const { key } = config.jackpot
  const jackpots = openJackpots({
    ...deps,
    sealing: openSealing(key ?? { keyFile: join(config.dataDir, 'jackpot.key') }),
    queueMsMax: config.betQueueMs,
  })
  const area: Area = {
    routes(mounting) {
      mount(mounting, calls, jackpotRoutes(jackpots))
      mount(mounting, jackpotHeads, jackpotHeadRoutes(jackpots))
      mount(mounting, operatorJackpot, operatorJackpotRoutes(jackpots, deps.house))
    },
    isFull: new Map([[calls.bet, jackpots.isFull]]),
    jobs: [
      { name: 'due jackpots', everyMs: 1000, run: jackpots.advanceDue },
      { name: 'jackpot tallies', everyMs: 5000, run: jackpots.fold },
    ],
    drain: () => jackpots.close(),
  }
  return { jackpots, area }
}
