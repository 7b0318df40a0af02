import * as z from 'zod/mini'
import { preview, zPreview } from './effect.ts'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { paging, zMeta, zTime } from './shapes.ts'

/** What operators have to look at: a claim of a feed that cannot be right, or waiting prizes of a board. `subject` names match, list or season. */
const zFinding = z.object({
  finding_id: z.string(),
  kind: z.enum([
    'empty_list',
    'sides_swapped',
    'teams_changed',
    'same_match',
    'early_result',
    'board_prizes',
    'feed_differs',
  ]),
  subject: z.string(),
  facts: z.record(z.string(), z.string()),
  at: zTime,
  state: z.literal('open'),
})

/** The operator calls about findings. */
export const operatorFindings = {
  findings: operatorRoute({
    permission: 'trading.read',
    method: 'GET',
    path: '/v1/operator/findings',
    input: z.object(paging),
    answer: z.object({ data: z.array(zFinding), meta: zMeta }),
  }),
  /**
   * Closes a finding. With `reopen` its match accepts bets again if no other finding about it is open; with `keep` it stays suspended. `pay` and
   * `withhold` are for `board_prizes` only: they end the wait of the prizes as `endPrizes` does.
   */
  resolveFinding: operatorRoute({
    permission: 'trading.result',
    action: 'finding.resolve',
    subject: 'finding :id',
    audited: ['resolution', 'preview'],
    method: 'POST',
    path: '/v1/operator/findings/:id/resolve',
    input: z.object({
      id: zNumber,
      resolution: z.enum(['reopen', 'keep', 'pay', 'withhold']),
      reason: zReason,
      preview,
    }),
    also: ['marketing.manage'],
    alsoNeeds: ({ resolution }) => (resolution === 'pay' || resolution === 'withhold' ? 'marketing.manage' : undefined),
    answer: z.union([zPreview, z.object({ state: z.literal('resolved') })]),
    failures: ['not_found', 'not_available'],
  }),
} as const
