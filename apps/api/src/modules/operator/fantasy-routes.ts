import type { operatorFantasy } from '@nare/contract/operator-fantasy'
import { done } from '@nare/contract/outcome'
import type { Fantasy } from '#modules/fantasy/fantasy'
import type { Handlers } from '#platform/calls'
import { metaOf } from '#platform/paging'
import type { Logged } from './logged.ts'

/** The operators' calls about fantasy weeks. Every change is logged with its reason. */
export function fantasyRoutes(weeks: Fantasy['operator'], logged: Logged): Handlers<typeof operatorFantasy> {
  const auditFacts = (weekId: string) => ({ subject: `fantasy week ${weekId}`, facts: {} })
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
        })),
        meta: metaOf(page, paged),
      })
    },
    async switchFantasyEntry({ week_id, open, reason }, { operator }) {
      const action = { ...auditFacts(week_id), operator, reason, action: 'fantasy.entry', facts: { open } }
      const switched = await logged(action, () => weeks.switchEntry(week_id, { open, operator }))
      return switched.ok ? done({ week_id, state: switched.value }) : switched
    },
    async voidFantasyWeek({ week_id, reason }, { operator }) {
      const action = { ...auditFacts(week_id), operator, reason, action: 'fantasy.void' }
      const ended = await logged(action, () => weeks.voidWeek(week_id, operator))
      return ended.ok ? done({ week_id, state: ended.value }) : ended
    },
    async correctFantasyWeek({ week_id, reason }, { operator }) {
      const action = { ...auditFacts(week_id), operator, reason, action: 'fantasy.correct' }
      const corrected = await logged(action, () => weeks.correct(week_id))
      return corrected.ok ? done({ week_id, ...corrected.value }) : corrected
    },
  }
}
