import type { FastifyInstance } from 'fastify'
import type { AreaDeps, openAreas } from '#area'
import { openCareArea } from '#modules/care/area'
import { openAmlArea } from '#modules/aml/area'
import { openComplaintsArea } from '#modules/complaints/area'
import { openConsoleArea } from '#modules/console/area'
import { bettorLinks } from '#modules/console/bettors/links'
import { bettorTimeline } from '#modules/console/bettors/timeline'
import { openOperatorArea } from '#modules/operator/area'
import {
  auditAbout,
  bettorLines,
  openHouse,
  openMayNow,
  staffKeyOf,
  type DecisionFaultPoint,
} from '#modules/operator/operator'
import { openRegulatorArea } from '#modules/regulator/area'
import { openRightsArea } from '#modules/rights/area'
import type { LiveServer } from '#platform/live'
import { openSealing } from '#platform/sealing'
import { rememberOperators, type ValidTokens } from '#platform/request-limits'
import { downloadVaultOf } from './vault.ts'

/** The audit log and second persons, which the operators' calls of all areas need. */
export function openHousePeople(
  { config, db, moneyDb, clock }: Pick<AreaDeps, 'config' | 'db' | 'moneyDb' | 'clock'>,
  reach?: (point: DecisionFaultPoint) => void,
) {
  const mayNow = openMayNow({ operators: config.operators, withDemo: config.sandbox })
  return openHouse({ db, moneyDb, clock, mayNow, sealing: openSealing(staffKeyOf(config)), reach })
}

type Deps = Parameters<typeof openOperatorArea>[0] &
  Omit<
    Parameters<typeof openConsoleArea>[0],
    'auditAbout' | 'bettorLines' | 'complaints' | 'incidents' | 'care' | 'aml'
  > & {
    readonly app: FastifyInstance
    readonly live: LiveServer
    readonly validTokens: ValidTokens
  }

/** Opens the areas of the house's people and of the regulator, above all areas of the product. Returns who makes the operators' calls. */
export async function openHouseAreas(areas: ReturnType<typeof openAreas>, { app, validTokens, ...deps }: Deps) {
  const { staff } = areas.add(await openOperatorArea(deps))
  const { regulator, incidents } = areas.add(openRegulatorArea(deps))
  const { complaints } = areas.add(openComplaintsArea(deps))
  areas.add(openRightsArea({ ...deps, vault: downloadVaultOf(deps.config) }))
  const { care } = areas.add(openCareArea(deps))
  const { aml } = areas.add(
    openAmlArea({
      ...{ ...deps, linksOf: linksFor(deps), timelineOf: timelineFor({ ...deps, bettorLines }) },
      people: () => staff.peopleWho('aml.act'),
    }),
  )
  areas.add(openConsoleArea({ ...deps, complaints, incidents, care, aml, auditAbout, bettorLines }))
  staff.site.guard(app)
  deps.live.connectOperators(staff.socketOperator)
  staff.onChanged(deps.live.operatorsChanged)
  staff.onChanged(validTokens.forgetOperators)
  validTokens.connectOperators(rememberOperators(validTokens, staff.seenOperator))
  return {
    staff,
    regulator,
    ...{ care, aml },
    operatorOf: rememberOperators(validTokens, staff.operatorOf),
    consoleSite: staff.site,
  }
}

/** The accounts that share something with a bettor, as the console shows them. */
const linksFor = (deps: Parameters<typeof bettorLinks>[0]) => async (bettor: bigint) => {
  const links = await bettorLinks(deps, bettor)
  return links.ok ? links.value : undefined
}

const timelineLines = 200

/** The newest lines of a bettor's timeline, as text. */
const timelineFor = (deps: Parameters<typeof bettorTimeline>[0]) => async (bettor: bigint) => {
  const read = await bettorTimeline(deps, { id: bettor.toString(), limit: timelineLines }, { seesProtection: false })
  if (!read.ok) return []
  return read.value.data.map(({ at, kind, text, amount, balance_after: balance }) => ({
    name: `${at} ${kind}`,
    text: [text, amount, balance === undefined ? undefined : `balance ${balance}`].filter(Boolean).join(', '),
  }))
}
