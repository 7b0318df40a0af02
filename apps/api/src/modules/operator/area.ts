import { operator } from '@nare/contract/operator'
import { operatorFindings } from '@nare/contract/operator-findings'
import { operatorProposals } from '@nare/contract/operator-proposals'
import { operatorRewards } from '@nare/contract/operator-rewards'
import type { Area, AreaDeps } from '#area'
import { mount } from '#platform/calls'
import { proposalRoutes } from './proposal-routes.ts'
import { operatorRoutes, type OperatorDeps } from './routes.ts'

/** What operators did, what waits for a second person, and the calls that several areas answer together. */
export function openOperatorArea(deps: OperatorDeps & Pick<AreaDeps, 'config' | 'log'>) {
  const { permissions, audit } = operator
  const area: Area = {
    routes(mounting) {
      const unbounded = deps.config.operators.filter(({ roles }) => roles === undefined).map(({ name }) => name)
      if (unbounded.length > 0)
        deps.log.warn({ operators: unbounded }, 'OPERATORS: these tokens have no roles and may do nearly everything')
      mount(mounting, { permissions, audit, ...operatorRewards, ...operatorFindings }, operatorRoutes(deps))
      mount(mounting, operatorProposals, proposalRoutes(deps.house))
    },
    jobs: [{ name: 'proposals and the audit log', everyMs: 60_000, run: () => deps.house.sweep() }],
  }
  return { area }
}
