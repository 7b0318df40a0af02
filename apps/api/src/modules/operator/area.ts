import { operator as calls } from '@nare/contract/operator'
import type { Area } from '#area'
import { mount } from '#platform/calls'
import { openOperator, type OperatorDeps } from './operator.ts'
import { operatorRoutes } from './routes.ts'

export function openOperatorArea(deps: OperatorDeps) {
  const operator = openOperator(deps)
  const area: Area = { routes: (mounting) => mount(mounting, calls, operatorRoutes(operator)) }
  return { operator, area }
}
