import type { AreaDeps, openAreas } from '#area'
import { openConsoleArea } from '#modules/console/area'
import { openOperatorArea } from '#modules/operator/area'
import { openHouse, operatorTokens } from '#modules/operator/operator'

/** The audit log and second persons, which the operators' calls of all areas need, and who the operators are. */
export function openHousePeople({ config, db, money, clock }: Pick<AreaDeps, 'config' | 'db' | 'money' | 'clock'>) {
  const tokens = operatorTokens(config.operators)
  const house = openHouse({ db, money, clock, mayNow: async (_db, name) => tokens.named(name)?.may })
  return { house, operatorOf: tokens.byToken }
}

/** Opens the areas of the house's people, above all areas of the product. */
export function openHouseAreas(
  areas: ReturnType<typeof openAreas>,
  deps: Parameters<typeof openOperatorArea>[0] & Parameters<typeof openConsoleArea>[0],
): void {
  areas.add(openOperatorArea(deps))
  areas.add(openConsoleArea(deps))
}
