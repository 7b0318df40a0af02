import { operator as calls } from '@nare/contract/operator'
import { operatorFantasy } from '@nare/contract/operator-fantasy'
import { operatorPromotions } from '@nare/contract/operator-promotions'
import { operatorStaff } from '@nare/contract/operator-staff'
import type { Area, AreaDeps } from '#area'
import type { Fantasy } from '#modules/fantasy/fantasy'
import type { Promotions } from '#modules/promotions/promotions'
import { mount } from '#platform/calls'
import { fantasyRoutes } from './fantasy-routes.ts'
import { openOperator, type OperatorDeps } from './operator.ts'
import { promotionRoutes, serveAttributionFile } from './promotion-routes.ts'
import { operatorRewardRoutes } from './reward-routes.ts'
import { operatorRoutes } from './routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { openStaff, type StaffDeps } from './staff/staff.ts'

export async function openOperatorArea(
  deps: OperatorDeps &
    StaffDeps &
    Pick<AreaDeps, 'log'> & {
      readonly promotions: Pick<Promotions, 'operator'>
      readonly fantasy: Pick<Fantasy, 'operator'>
    },
) {
  const operator = openOperator(deps)
  const staff = await openStaff(deps)
  const promotions = deps.promotions.operator
  const area: Area = {
    routes(mounting) {
      const unbounded = deps.config.operators.filter(({ roles }) => roles === undefined).map(({ name }) => name)
      if (unbounded.length > 0)
        deps.log.warn({ operators: unbounded }, 'OPERATORS: these tokens have no roles and may do nearly everything')
      mount(mounting, calls, { ...operatorRoutes(operator), ...operatorRewardRoutes(operator) })
      mount(mounting, operatorFantasy, fantasyRoutes(deps.fantasy.operator, operator.logged))
      mount(mounting, operatorPromotions, promotionRoutes(promotions, operator.logged))
      serveAttributionFile(mounting, promotions)
      mount(mounting, operatorStaff, staffRoutes(staff))
    },
    jobs: [{ name: 'staff sweep', everyMs: 3_600_000, run: () => staff.sweep() }],
  }
  return { operator, staff, area }
}
