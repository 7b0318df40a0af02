import { operator } from '@nare/contract/operator'
import { operatorFindings } from '@nare/contract/operator-findings'
import { operatorProposals } from '@nare/contract/operator-proposals'
import { operatorRewards } from '@nare/contract/operator-rewards'
import { operatorStaff } from '@nare/contract/operator-staff'
import { operatorStaffChanges } from '@nare/contract/operator-staff-changes'
import type { Area, AreaDeps } from '#area'
import { mount } from '#platform/calls'
import { serveAuditFile } from './audit-list.ts'
import { proposalRoutes } from './proposal-routes.ts'
import { operatorRoutes, type OperatorDeps } from './routes.ts'
import { staffChangeRoutes } from './staff/change-routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { openStaff, type StaffDeps } from './staff/staff.ts'

/** The house's people, what operators did, what waits for a second person, and the calls that several areas answer together. */
export async function openOperatorArea(deps: OperatorDeps & StaffDeps & Pick<AreaDeps, 'config' | 'log'>) {
  const staff = await openStaff(deps)
  const { permissions, audit } = operator
  const area: Area = {
    routes(mounting) {
      const unbounded = deps.config.operators.filter(({ roles }) => roles === undefined).map(({ name }) => name)
      if (unbounded.length > 0)
        deps.log.warn({ operators: unbounded }, 'OPERATORS: these tokens have no roles and may do nearly everything')
      mount(mounting, { permissions, audit, ...operatorRewards, ...operatorFindings }, operatorRoutes(deps))
      serveAuditFile(mounting, deps)
      mount(mounting, operatorProposals, proposalRoutes(deps.house))
      mount(mounting, operatorStaff, staffRoutes(staff))
      mount(mounting, operatorStaffChanges, staffChangeRoutes(staff))
    },
    jobs: [
      { name: 'proposals and the audit log', everyMs: 60_000, run: () => deps.house.sweep() },
      { name: 'staff sweep', everyMs: 3_600_000, run: () => staff.sweep() },
    ],
  }
  return { staff, area }
}
