import { operatorPromotions } from '@nare/contract/operator-promotions'
import { done, refused } from '@nare/contract/outcome'
import { formatMoney } from '@nare/money/money'
import { attributionCells, attributionColumns, type Promotions } from '#modules/promotions/promotions'
import type { Handlers, Mounting } from '#platform/calls'
import { serveOperatorCsv } from '#platform/csv'
import { metaOf } from '#platform/paging'
import type { Logged } from './logged.ts'

type Operator = Promotions['operator']

/** The operators' calls about promotions. Every proposal, approval and stop is logged with its reason. */
export function promotionRoutes(promotions: Operator, logged: Logged): Handlers<typeof operatorPromotions> {
  return {
    async promotions(page) {
      const { rows, ...paged } = await promotions.list(page)
      return done({ data: rows, meta: metaOf(page, paged) })
    },
    async promotionCost({ id }) {
      const found = await promotions.view(BigInt(id))
      return found ? done({ data: found }) : refused('not_found')
    },
    async createPromotion({ reason, ...given }, { operator }) {
      const facts = {
        kind: given.kind,
        title: given.title.en,
        cost_cap: formatMoney(given.cost_cap),
        ...(given.most !== undefined && { most: formatMoney(given.most) }),
        ...(given.points !== undefined && { points: given.points.toString() }),
        ends_at: given.ends_at,
      }
      const action = { operator, reason, action: 'promotion.propose', subject: `promotion ${given.title.en}`, facts }
      const outcome = await logged(action, async () => {
        const proposed = await promotions.propose(given, operator)
        return proposed.ok ? done(proposed.value.toString()) : proposed
      })
      return outcome.ok ? done({ promotion_id: outcome.value, state: 'proposed' as const }) : outcome
    },
    async approvePromotion({ id, reason }, { operator }) {
      const action = { operator, reason, action: 'promotion.approve', subject: `promotion ${id}`, facts: {} }
      const approved = await logged(action, () => promotions.approve(BigInt(id), operator))
      return approved.ok ? done({ state: approved.value }) : approved
    },
    async stopPromotion({ id, reason }, { operator }) {
      const action = { operator, reason, action: 'promotion.stop', subject: `promotion ${id}`, facts: {} }
      const stopped = await logged(action, () => promotions.stop(BigInt(id), operator))
      return stopped.ok ? done({ state: stopped.value }) : stopped
    },
    attribution: (days) => promotions.attribution(days),
  }
}

/** The attribution report as a CSV file, with the same filter as the call. */
export function serveAttributionFile(mounting: Mounting, promotions: Operator): void {
  const { path, input: filter } = operatorPromotions.attribution
  serveOperatorCsv(mounting, {
    call: operatorPromotions.attribution,
    path: `${path}.csv`,
    name: 'attribution.csv',
    filter,
    columns: attributionColumns,
    async rows(days) {
      const report = await promotions.attribution(days)
      return report.ok ? done(report.value.data.map(attributionCells)) : report
    },
  })
}
