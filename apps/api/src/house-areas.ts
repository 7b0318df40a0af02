import type { openAreas } from '#area'
import { openConsoleArea } from '#modules/console/area'
import { openOperatorArea } from '#modules/operator/area'
import { auditAbout, bettorLines } from '#modules/operator/operator'

/** Opens the areas of the house's people, above all areas of the product. */
export function openHouseAreas(
  areas: ReturnType<typeof openAreas>,
  deps: Parameters<typeof openOperatorArea>[0] &
    Omit<Parameters<typeof openConsoleArea>[0], 'auditAbout' | 'bettorLines'>,
): void {
  areas.add(openOperatorArea(deps))
  areas.add(openConsoleArea({ ...deps, auditAbout, bettorLines }))
}
