import type { operatorPoints as contract } from '@nare/contract/operator-rewards'
import { done } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import { metaOf } from '#platform/paging'
import type { Points } from './points.ts'

/** The operators' calls about points. */
export const operatorPointRoutes = (
  points: Pick<Points, 'adjustDecision' | 'books' | 'doneAdjustments'>,
): Handlers<typeof contract> => ({
  adjustPoints: points.adjustDecision,
  pointBooks: (days) => points.books(days),
  async doneAdjustments(page) {
    const { rows, ...paged } = await points.doneAdjustments(page)
    return done({
      data: rows.map(({ bettor, points: adjusted, proposedBy, proposedAt, confirmedBy, doneAt, ...row }) => ({
        ...row,
        ...{ bettor_id: bettor.toString(), points: Number(adjusted) },
        ...{ proposed_by: proposedBy, proposed_at: proposedAt.toISOString() },
        ...{ confirmed_by: confirmedBy, done_at: doneAt.toISOString() },
      })),
      meta: metaOf(page, paged),
    })
  },
})
