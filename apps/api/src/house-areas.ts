import type { FastifyInstance } from 'fastify'
import type { AreaDeps, openAreas } from '#area'
import { openComplaintsArea } from '#modules/complaints/area'
import { openConsoleArea } from '#modules/console/area'
import { openOperatorArea } from '#modules/operator/area'
import {
  auditAbout,
  bettorLines,
  openHouse,
  openMayNow,
  staffKeyOf,
  type DecisionPoint,
} from '#modules/operator/operator'
import { openRegulatorArea } from '#modules/regulator/area'
import { openRightsArea } from '#modules/rights/area'
import type { LiveServer } from '#platform/live'
import { openSealing } from '#platform/sealing'
import { rememberOperators, type ValidTokens } from '#platform/request-limits'
import { downloadVaultOf } from './vault.ts'

/** The audit log and second persons, which the operators' calls of all areas need. */
export function openHousePeople(
  { config, db, money, clock }: Pick<AreaDeps, 'config' | 'db' | 'money' | 'clock'>,
  reach?: (point: DecisionPoint) => void,
) {
  const mayNow = openMayNow({ operators: config.operators, withDemo: config.sandbox })
  return openHouse({ db, money, clock, mayNow, sealing: openSealing(staffKeyOf(config)), reach })
}

type Deps = Parameters<typeof openOperatorArea>[0] &
  Omit<Parameters<typeof openConsoleArea>[0], 'auditAbout' | 'bettorLines' | 'complaints'> & {
    readonly app: FastifyInstance
    readonly live: LiveServer
    readonly validTokens: ValidTokens
  }

/** Opens the areas of the house's people and of the regulator, above all areas of the product. Returns who makes the operators' calls. */
export async function openHouseAreas(areas: ReturnType<typeof openAreas>, { app, validTokens, ...deps }: Deps) {
  const { staff } = areas.add(await openOperatorArea(deps))
  const { regulator } = areas.add(openRegulatorArea(deps))
  const { complaints } = areas.add(openComplaintsArea(deps))
  areas.add(openRightsArea({ ...deps, vault: downloadVaultOf(deps.config) }))
  areas.add(openConsoleArea({ ...deps, complaints, auditAbout, bettorLines }))
  staff.site.guard(app)
  deps.live.connectOperators(staff.socketOperator)
  staff.onChanged(deps.live.operatorsChanged)
  staff.onChanged(validTokens.forgetOperators)
  validTokens.connectOperators(rememberOperators(validTokens, staff.seenOperator))
  return { staff, regulator, operatorOf: rememberOperators(validTokens, staff.operatorOf), consoleSite: staff.site }
}
