import { operatorReturns } from '@nare/contract/operator-returns'
import type { Area, AreaDeps } from '#area'
import { mount } from '#platform/calls'
import { openReturns, type ReturnsDeps } from './returns.ts'
import { returnsRoutes, serveReturnsFile } from './routes.ts'

/** What games return, with the job that sums decided rounds. */
export function openReturnsArea(deps: AreaDeps & ReturnsDeps) {
  const returns = openReturns(deps)
  const area: Area = {
    jobs: [{ name: 'returns of games', everyMs: 1_000, run: returns.sum }],
    routes(mounting) {
      mount(mounting, operatorReturns, returnsRoutes(returns))
      serveReturnsFile(mounting, returns)
    },
  }
  return { returns, area }
}
