import type { FastifyInstance } from 'fastify'
import type { openAreas } from '#area'
import { openConsoleArea } from '#modules/console/area'
import { openOperatorArea } from '#modules/operator/area'
import { bettorLines } from '#modules/operator/operator'
import { rememberOperators, type ValidTokens } from '#platform/request-limits'

type Deps = Parameters<typeof openOperatorArea>[0] &
  Omit<Parameters<typeof openConsoleArea>[0], 'bettorLines'> & {
    readonly app: FastifyInstance
    readonly validTokens: ValidTokens
  }

/** Opens the areas of the house's people, above all areas of the product. Returns who makes the operators' calls. */
export async function openHouseAreas(areas: ReturnType<typeof openAreas>, { app, validTokens, ...deps }: Deps) {
  const { staff } = areas.add(await openOperatorArea(deps))
  areas.add(openConsoleArea({ ...deps, bettorLines }))
  staff.site.guard(app)
  return { staff, operatorOf: rememberOperators(validTokens, staff.operatorOf), consoleSite: staff.site }
}
