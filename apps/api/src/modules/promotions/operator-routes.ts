import { operatorPromotions } from '@nare/contract/operator-promotions'
import { done, refused } from '@nare/contract/outcome'
import type { Handlers, Mounting } from '#platform/calls'
import { inBatches, serveOperatorCsv } from '#platform/csv'
import { onceForId, type House } from '#platform/operator-calls'
import { metaOf } from '#platform/paging'
import { attributionColumns, type Promotions } from './promotions.ts'

type Operator = Promotions['operator']
type People = Pick<House, 'samePerson'>

/** The operators' calls about promotions. */
export function operatorPromotionRoutes(
  promotions: Operator,
  { samePerson }: People,
): Handlers<typeof operatorPromotions> {
  return {
    async promotions(page) {
      const { rows, ...paged } = await promotions.list(page)
      return done({ data: rows, meta: metaOf(page, paged) })
    },
    async promotionCost({ id }) {
      const found = await promotions.view(BigInt(id))
      return found ? done({ data: found }) : refused('not_found')
    },
    createPromotion: onceForId({
      async work(tx, { reason: _, id: _id, ...given }, { operator }) {
        const proposed = await promotions.propose(tx, given, operator)
        return proposed.ok ? done({ promotion_id: proposed.value.toString(), state: 'proposed' as const }) : proposed
      },
    }),
    async approvePromotion({ id }, { operator }) {
      const approved = await promotions.approve(BigInt(id), { operator, samePerson })
      return approved.ok ? done({ state: approved.value }) : approved
    },
    async stopPromotion({ id }, { operator }) {
      const stopped = await promotions.stop(BigInt(id), operator)
      return stopped.ok ? done({ state: stopped.value }) : stopped
    },
    attribution: (days) => promotions.attribution(days),
  }
}

/** The attribution report as a CSV file, with the same filter as the call. */
export function serveAttributionFile(mounting: Mounting, promotions: Operator): void {
  serveOperatorCsv(mounting, operatorPromotions.attribution, {
    columns: attributionColumns,
    async rows(days) {
      const report = await promotions.attribution(days)
      return report.ok ? done(inBatches(report.value.data)) : report
    },
  })
}
