import type { operatorFindings } from '@nare/contract/operator-findings'
import type { trading } from '@nare/contract/operator-trading'
import { done, refused } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import type { Operator } from './operator.ts'

/** The operators' calls about matches and findings. */
export function matchRoutes(
  operators: Operator,
): Handlers<Pick<typeof trading, 'matchEvents' | 'suspendMatch'>> & Handlers<typeof operatorFindings> {
  return {
    async matchEvents({ match_id }) {
      const events = await operators.matchEvents(match_id)
      if (!events) return refused('not_found')
      return done({ data: events.map((event) => ({ ...event, at: event.at.toISOString() })) })
    },
    async suspendMatch({ match_id, suspend, reason }, { operator }) {
      const suspended = await operators.suspendMatch(Number(match_id), suspend, { operator, reason })
      return suspended.ok ? done({ match_id, suspended: suspend }) : suspended
    },
    async findings(page) {
      const { rows, total } = await operators.findings(page)
      return done({
        data: rows.map(({ id, at, ...finding }) => ({
          finding_id: id.toString(),
          ...finding,
          at: at.toISOString(),
          state: 'open' as const,
        })),
        meta: { ...page, total },
      })
    },
    async resolveFinding({ id, resolution, reason }, { operator }) {
      const resolved = await operators.resolveFinding(BigInt(id), resolution, { operator, reason })
      return resolved.ok ? done({ state: 'resolved' }) : resolved
    },
  }
}
