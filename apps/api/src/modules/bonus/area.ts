import { bonus as calls } from '@nare/contract/bonus'
import type { Area, AreaDeps } from '#area'
import type { Ledger } from '#modules/ledger/ledger'
import { mount } from '#platform/calls'
import type { Live } from '#platform/live'
import { oneAtATime } from '#platform/money-command'
import { openBonus } from './bonus.ts'
import { bonusRoutes } from './routes.ts'

type Deps = AreaDeps & { readonly ledger: Ledger; readonly live: Live }

/** Bonus money. Opened before betting, which spends it. */
export function openBonusArea(deps: Deps) {
  const bonus = openBonus({ ...deps, publish: (bettors) => deps.ledger.publishBalances(deps.live, bettors) })
  const area: Area = {
    routes: (mounting) => mount(mounting, calls, bonusRoutes(bonus, oneAtATime(deps.turns))),
    jobs: [
      { name: 'bonus wagering', everyMs: 1000, run: () => bonus.wager() },
      { name: 'bonus costs', everyMs: 1000, run: () => bonus.sumCosts() },
      { name: 'bonus expiry', everyMs: 10_000, run: () => bonus.expire() },
    ],
  }
  return { bonus, area }
}
