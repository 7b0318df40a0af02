import { operatorRegister } from '@nare/contract/operator-register'
import { done } from '@nare/contract/outcome'
import { betting } from '@nare/contract/betting'
import { leagueBets } from '@nare/contract/league'
import { operatorProducts } from '@nare/contract/operator-trading'
import { payments } from '@nare/contract/payments'
import { protection as calls } from '@nare/contract/protection'
import type { Route } from '@nare/contract/route'
import { shown as shownCalls } from '@nare/contract/shown'
import type { Area, AreaDeps } from '#area'
import { mount, type BettorWrap } from '#platform/calls'
import { serveOperatorCsv } from '#platform/csv'
import { oneAtATime } from '#platform/money-command'
import type { Identity } from '#modules/identity/identity'
import { dataPlace, openProtection } from './protection.ts'
import { operatorProductRoutes } from './operator-routes.ts'
import { protectionRoutes } from './routes.ts'

type Deps = AreaDeps &
  Pick<Parameters<typeof openProtection>[0], 'ledger' | 'tickets' | 'sessionSince' | 'closing'> & {
    readonly identity: Pick<Identity, 'persons'>
  }

export function openProtectionArea(deps: Deps) {
  const { identity } = deps
  const protection = openProtection({
    ...deps,
    persons: identity.persons,
    registerKey: deps.config.regulator.registerKey,
  })
  const { register } = protection
  const record: BettorWrap = (handler) => protection.recordingRefusals(handler)
  const inTurn = oneAtATime(deps.turns, { isProtection: true })
  const urgently = oneAtATime(deps.turns, { isProtection: true, isUrgent: true })
  const area: Area = {
    // Counted separately, so that other calls of the session, such as stakes, cannot use up the limit.
    routes(mounting) {
      mount({ ...mounting, perAddressMinute: 60 }, calls, protectionRoutes(protection, { inTurn, urgently }))
      mount(mounting, shownCalls, {
        async noteShown({ what }, { session: { bettor } }) {
          protection.shown.record({ bettor, what })
          return done({ success: 'Recorded' })
        },
      })
      mount(mounting, operatorProducts, operatorProductRoutes(protection))
      mount(mounting, operatorRegister, {
        registerRuns: async () => done(await register.runs()),
        readRegister: register.read,
      })
      serveOperatorCsv(mounting, operatorRegister.registerRuns, {
        columns: register.columns,
        rows: async () => register.file(),
      })
    },
    gauges: [
      {
        name: 'nare_data_place',
        help: 'Where the house says its data lies',
        read: async () => [{ labels: { part: dataPlace(deps.settings.now()) }, value: 1 }],
      },
    ],
    // The stakes and deposits that limits and breaks refuse.
    wraps: new Map<Route, BettorWrap>([
      [betting.place, record],
      [leagueBets.bet, record],
      [payments.deposit, record],
    ]),
    jobs: [
      { name: 'harm markers', everyMs: 600_000, run: () => protection.findMarkers() },
      { name: 'play of bettors with limits', everyMs: 1_800_000, run: () => protection.rollUp() },
      { name: 'excluded persons', everyMs: 3_600_000, run: () => protection.updatePersons() },
      { name: 'register of excluded persons', everyMs: 3_600_000, run: register.checkNightly },
      { name: 'refusals sweep', everyMs: 600_000, run: () => protection.sweep() },
    ],
    close: () => protection.close(),
  }
  return { protection, area }
}
