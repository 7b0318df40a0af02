import type { operatorProposals as contract } from '@nare/contract/operator-proposals'
import { done } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import { outcomeText } from '#platform/operator-calls'
import { metaOf } from '#platform/paging'
import type { OpenHouse } from './house.ts'

/** The link to enrol that a call has made: without it whoever confirms here would have nothing to hand on. */
const linkOf = (answer: unknown): { enrol_url?: string } =>
  typeof answer === 'object' && answer !== null && 'enrol_url' in answer && typeof answer.enrol_url === 'string'
    ? { enrol_url: answer.enrol_url }
    : {}

/** The calls about what waits for a second person. */
export function proposalRoutes(house: OpenHouse): Handlers<typeof contract> {
  return {
    async proposals({ state, ...page }, { by }) {
      const { rows, ...paged } = await house.proposals(by, state, page)
      return done({
        data: rows.map((row) => ({
          proposal_id: row.id.toString(),
          action: row.action,
          subject: row.subject,
          before: row.before,
          after: row.after,
          ...(row.effect && { effect: row.effect }),
          proposer: row.proposer,
          reason: row.reason,
          state: row.state,
          created_at: row.createdAt.toISOString(),
          expires_at: row.expiresAt.toISOString(),
          decided_by: row.decidedBy,
          outcome: row.outcome,
        })),
        meta: metaOf(page, paged),
      })
    },
    async confirmProposal({ id, reason }, context) {
      const confirmed = await house.confirm({ id: BigInt(id), reason, operator: context.by, context })
      // The codes are those of the call that is confirmed, each of which has its own sentence.
      if (!confirmed.ok) return confirmed as never
      return done({ state: 'done', outcome: outcomeText(confirmed.value), ...linkOf(confirmed.value) })
    },
    async refuseProposal({ id }, { by }) {
      const ended = await house.endProposal(BigInt(id), 'refused', by)
      return ended.ok ? done({ state: 'refused' }) : ended
    },
    async takeBackProposal({ id }, { by }) {
      const ended = await house.endProposal(BigInt(id), 'taken_back', by)
      return ended.ok ? done({ state: 'taken_back' }) : ended
    },
  }
}
