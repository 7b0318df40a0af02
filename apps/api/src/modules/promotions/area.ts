import { operatorPromotions } from '@nare/contract/operator-promotions'
import { promotions as calls } from '@nare/contract/promotions'
import { money, price } from '@nare/money/money'
import type { Area, AreaDeps } from '#area'
import type { Bonus } from '#modules/bonus/bonus'
import type { Identity } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import { pointsOf, valueOf100, type Points } from '#modules/points/points'
import { mount } from '#platform/calls'
import { invariant } from '#platform/invariant'
import type { Live } from '#platform/live'
import { oneAtATime } from '#platform/money-command'
import { openImages } from './images.ts'
import { openPromotions } from './promotions.ts'
import { operatorPromotionRoutes, serveAttributionFile } from './operator-routes.ts'
import { promotionRoutes } from './routes.ts'
import type { RunningDeps } from './running.ts'

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

  const grant: RunningDeps['grant'] = async (tx, { id, bettor, amount, givenFor, promotion }) => {
    const { wager, days, minOdds } = promotion
    invariant(wager !== null && days !== null, `promotion ${promotion.id} gives a bonus without wagering`)
    const granted = await bonus.grant(tx, {
      ...{ id, bettor, amount: money(amount), source: 'promotion', promotionId: promotion.id.toString() },
      ...{ wagerTimes: wager, days, minOdds: price(minOdds ?? 1000n), givenFor },
    })
    if (granted.kind === 'too_many') return 'too_many'
    invariant(granted.kind === 'granted', `could not grant ${id}: ${granted.kind}`)
    return 'granted'
  }

  const promotions = openPromotions({
    ...deps,
    images: images.address,
    grant,
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
