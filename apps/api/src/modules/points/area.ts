import { operatorPoints } from '@nare/contract/operator-rewards'
import { points as calls } from '@nare/contract/points'
import { done } from '@nare/contract/outcome'
import { firstLanguage } from '#country/writing'
import type { Area, AreaDeps } from '#area'
import { mount } from '#platform/calls'
import type { Live } from '#platform/live'
import { oneAtATime } from '#platform/money-command'
import { operatorPointRoutes } from './operator-routes.ts'
import { openPoints, type PointsDeps } from './points.ts'

type Deps = AreaDeps & Pick<PointsDeps, 'ledger' | 'bonus'> & { readonly live: Live }

/** Points, with the jobs that earn and expire them. */
export function openPointsArea({ live, turns, ...deps }: Deps) {
  const points = openPoints({ ...deps, publish: (bettors) => deps.ledger.publishBalances(live, bettors) })
  const inTurn = oneAtATime(turns)
  const area: Area = {
    routes(mounting) {
      mount(mounting, calls, {
        redeem: inTurn('redeem', async ({ id, points: count }, { session }) => {
          const { bettor, verified } = session
          const redeemed = await points.redeem({ bettor, verified, id, points: count })
          if (redeemed.ok) await deps.ledger.publishBalances(live, [bettor])
          return redeemed
        }),
        promoPoints: async ({ lang }, { session }) =>
          done(await points.promoPoints(session.bettor, lang ?? firstLanguage())),
        history: async (page, { session }) => done(await points.history(session.bettor, page)),
        table: async () => done(points.table()),
      })
      mount(mounting, operatorPoints, operatorPointRoutes(points))
    },
    jobs: [
      { name: 'points of settled bets', everyMs: 1000, run: () => points.earn() },
      { name: 'points whose days are over', everyMs: 60_000, run: () => points.expire() },
    ],
  }
  return { points, area }
}
