import type { operatorFantasy } from '@nare/contract/operator-fantasy'
import { done } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import { metaOf } from '#platform/paging'
import type { Fantasy } from './fantasy.ts'

/** The operators' calls about fantasy weeks; `worth` is what points are worth when redeemed. */
export function operatorFantasyRoutes(
  weeks: Fantasy['operator'],
  { worth }: { readonly worth: (points: number) => string },
): Handlers<typeof operatorFantasy> {
  return {
    async fantasyWeeks(page) {
      const { rows, ...paged } = await weeks.list(page)
      return done({
        data: rows.map(({ weekId, deadline, closedBy, voidedBy, ...row }) => ({
          ...row,
          week_id: weekId,
          deadline: deadline.toISOString(),
          closed_by: closedBy,
          voided_by: voidedBy,
          cost: { won: worth(row.won), paid: worth(row.paid) },
        })),
        meta: metaOf(page, paged),
      })
    },
    async switchFantasyEntry({ week_id, open }, { operator }) {
      const switched = await weeks.switchEntry(week_id, { open, operator })
      return switched.ok ? done({ week_id, state: switched.value }) : switched
    },
    async voidFantasyWeek({ week_id }, { operator }) {
      const ended = await weeks.voidWeek(week_id, operator)
      return ended.ok ? done({ week_id, state: ended.value }) : ended
    },
    async correctFantasyWeek({ week_id }) {
      const corrected = await weeks.correct(week_id)
      return corrected.ok ? done({ week_id, ...corrected.value }) : corrected
    },
  }
}
