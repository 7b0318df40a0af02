import { join } from 'node:path'
import { fantasy as calls } from '@nare/contract/fantasy'
import { operatorFantasy } from '@nare/contract/operator-fantasy'
import { done } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import type { Area, AreaDeps } from '#area'
import type { Catalog } from '#modules/catalog/catalog'
import type { Identity } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import { worthOf, type Points } from '#modules/points/points'
import type { Protection } from '#modules/protection/protection'
import { mount } from '#platform/calls'
import { asAnswer } from '#platform/json-text'
import type { Live } from '#platform/live'
import { openSealing } from '#platform/sealing'
import { operatorFantasyRoutes } from './operator-routes.ts'
import { openFantasy } from './fantasy.ts'
import { createCatalogWeek, createCatalogWeeks, createNareWeeks } from './week-creation.ts'

type Deps = AreaDeps & {
  readonly catalog: Catalog
  readonly identity: Pick<Identity, 'bettorFacts'>
  readonly protection: Pick<Protection, 'excluded' | 'locked'>
  readonly ledger: Pick<Ledger, 'publishBalances'>
  readonly live: Live
  readonly points: Pick<Points, 'award' | 'rules'>
}

/** The contest and the functions that create its weeks. */
export type FantasyRoom = ReturnType<typeof openFantasyArea>['fantasy']

/** The fantasy contest. */
export function openFantasyArea(deps: Deps) {
  const { config, ledger, live } = deps
  const sealing = openSealing(config.games.key ?? { keyFile: join(config.dataDir, 'games.key') })
  const creationDeps = { ...deps, sealing, cycle: config.league.cycle }
  const onPaid = (bettor: bigint): void => void ledger.publishBalances(live, [bettor])
  const fantasy = openFantasy({
    ...deps,
    sealing,
    onPaid,
    award: (tx, { points, ...prize }) => deps.points.award(tx, { ...prize, points: BigInt(points), reason: 'prize' }),
  })
  const worth = (points: number): string => formatMoney(money(worthOf(BigInt(points), deps.points.rules().redeem)))
  const area: Area = {
    routes(mounting) {
      mount(mounting, calls, {
        weeks: async (_input, { session }) => done({ data: await fantasy.weeks(session?.bettor) }),
        async week({ week_id }, { session }) {
          const found = await fantasy.week(week_id, session?.bettor)
          return found.ok ? done(asAnswer<Answer<typeof calls.week>>(found.value)) : found
        },
        saveTeam: (input, { session }) => fantasy.saveTeam(input, session),
        table: (input, { session }) => fantasy.table(input, session?.bettor),
        leagues: async (_input, { session }) => done({ data: await fantasy.leagues(session.bettor) }),
        createLeague: (input, { session }) => fantasy.createLeague(input, session),
        joinLeague: ({ code }, { session }) => fantasy.joinLeague(code, session),
      })
      mount(mounting, operatorFantasy, operatorFantasyRoutes(fantasy.operator, { worth }))
    },
    jobs: [
      { name: 'fantasy weeks', everyMs: 2_000, run: () => fantasy.advanceAll() },
      { name: 'new Nare fantasy weeks', everyMs: 5_000, run: () => createNareWeeks(creationDeps) },
      { name: 'new fantasy weeks', everyMs: 30_000, run: () => createCatalogWeeks(creationDeps) },
      { name: 'fantasy prizes', everyMs: 2_000, run: () => fantasy.payPrizes() },
      { name: 'old fantasy commands', everyMs: 3_600_000, run: () => fantasy.forgetCommands() },
    ],
  }
  return {
    fantasy: {
      ...fantasy,
      makeWeeks: async (): Promise<void> => {
        await createNareWeeks(creationDeps)
        await createCatalogWeeks(creationDeps)
      },
      makeWeekOf: (given: Parameters<typeof createCatalogWeek>[1]) => createCatalogWeek(creationDeps, given),
    },
    area,
  }
}
