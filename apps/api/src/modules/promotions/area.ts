import { operatorPromotions } from '@nare/contract/operator-promotions'
import { promotions as calls } from '@nare/contract/promotions'
import type { Area, AreaDeps } from '#area'
import type { Bonus } from '#modules/bonus/bonus'
import type { Identity } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import { pointsOf, valueOf100, type Points } from '#modules/points/points'
import { mount } from '#platform/calls'
import type { Live } from '#platform/live'
import { oneAtATime } from '#platform/money-command'
import { openImages } from './images.ts'
import { grantOf, openPromotions } from './promotions.ts'
import { operatorPromotionRoutes, serveAttributionFile } from './operator-routes.ts'
import { promotionRoutes } from './routes.ts'

const everyMs = 2_000

type Deps = AreaDeps & {
  readonly ledger: Ledger
  readonly identity: Identity
  readonly live: Live
  readonly bonus: Pick<Bonus, 'grant' | 'costs'>
  readonly points: Pick<Points, 'award' | 'rules' | 'showPromotion'>
  /** The content folder, with the default images in `promotions`. */
  readonly folder: string
}

export async function openPromotionsArea(deps: Deps) {
  const { bonus, points, ledger, live } = deps
  const images = await openImages(deps)

  const promotions = openPromotions({
    ...deps,
    images: images.address,
    grant: grantOf(bonus),
    award: (tx, { id, bettor, points: count, promotion }) =>
      points.award(tx, { id, bettor, points: count, reason: 'promotion', about: `promotion/${promotion.id}` }),
    pointsOf: (ticket) => pointsOf(ticket, points.rules().earn),
    pointValue: () => valueOf100(points.rules().redeem),
    given: (bettor) => void ledger.publishBalances(live, [bettor]),
  })
  points.showPromotion(promotions.ofPoints)
  const area: Area = {
    routes(mounting) {
      mount(mounting, calls, promotionRoutes(promotions, oneAtATime(deps.turns)))
      mount(mounting, operatorPromotions, operatorPromotionRoutes(promotions.operator, deps.house))
      serveAttributionFile(mounting, promotions.operator)
      images.serve(mounting.app)
    },
    jobs: [{ name: 'promotions', everyMs, run: () => promotions.run() }],
  }
  return { promotions, area }
}
