import * as z from 'zod/mini'
import { operatorGames } from './operator-games.ts'
import { operatorFindings } from './operator-findings.ts'
import { operatorIdentity } from './operator-identity.ts'
import { operatorCasino } from './operator-casino.ts'
import { operatorJackpot } from './operator-jackpot.ts'
import { operatorLobby } from './operator-lobby.ts'
import { operatorLeague } from './operator-league.ts'
import { operatorPayments, zNumber } from './operator-payments.ts'
import { operatorPaymentLists } from './operator-payments-lists.ts'
import { operatorReconciliation } from './operator-payments-reconciliation.ts'
import { operatorPaymentWork } from './operator-payments-work.ts'
import { operatorBoards, operatorPoints, operatorRewards } from './operator-rewards.ts'
import { zFacts } from './operator-proposals.ts'
import { operatorMatches, operatorProducts } from './operator-trading.ts'
import { permissions, roles } from './permissions.ts'
import { operatorRoute } from './route.ts'
import { paging, zDay, zMeta, zText, zTime } from './shapes.ts'

/**
 * What each operators' call needs, and the roles that have it. `also` are permissions that some inputs need beside: an end of a pause needs
 * `products.resume`. `second` says whether a second person confirms the call; `depends`: by its amount or facts. With `confirm` a person has confirmed
 * by a code or a passkey before.
 */
const zCallPermission = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  permission: z.enum(permissions),
  also: z.array(z.enum(permissions)),
  second: z.enum(['never', 'always', 'depends']),
  confirm: z.boolean(),
  roles: z.array(z.enum(roles)),
})

/** A line of the audit log. `outcome` is a state, a failure code, `unknown` if the process ended before it was written, or null while it runs. */
const auditFilter = {
  operator: z.optional(zText(80)),
  action: z.optional(zText(80)),
  subject: z.optional(zText(120)),
  line: z.optional(zNumber),
  from: z.optional(zDay),
  to: z.optional(zDay),
}

const zAuditLine = z.object({
  audit_id: z.string(),
  operator: z.string(),
  action: z.string(),
  subject: z.string(),
  facts: zFacts,
  reason: z.string(),
  at: zTime,
  outcome: z.nullable(z.string()),
  ended_at: z.nullable(zTime),
  /** What waits or waited for a second person because of it. */
  proposal_id: z.nullable(z.string()),
  /** SHA-256 in hex of the line, of `previous`, the hash of the line before, and of the last outcome that was written before it. */
  hash: z.string(),
  previous: z.string(),
  /** SHA-256 in hex of the outcome, of its line, and of the hash of the outcome before, whichever line that belongs to. */
  outcome_hash: z.nullable(z.string()),
})

/**
 * The operators' calls. Each list contains pending items, oldest first; the audit log is newest first. Every change requires a reason
 * and is written to an append-only log.
 */
export const operator = {
  ...operatorPayments,
  ...operatorPaymentLists,
  ...operatorPaymentWork,
  ...operatorReconciliation,
  ...operatorMatches,
  ...operatorProducts,
  ...operatorFindings,
  ...operatorLeague,
  ...operatorGames,
  ...operatorCasino,
  ...operatorLobby,
  ...operatorPoints,
  ...operatorBoards,
  ...operatorRewards,
  ...operatorJackpot,
  ...operatorIdentity,
  /** Every operators' call with the permission that it needs. */
  permissions: operatorRoute({
    permission: 'today.read',
    method: 'GET',
    path: '/v1/operator/permissions',
    input: z.object({}),
    answer: z.object({ data: z.array(zCallPermission) }),
  }),
  /**
   * The audit log, filtered by `operator`, `action` and `subject` as they appear in a line; `from` and `to` are days of the country, both
   * inclusive; `line` is the id of one line. The subject "bettor 46" also finds the lines about this bettor's payments, tickets, identity checks and proposals.
   */
  audit: operatorRoute({
    permission: 'audit.read',
    method: 'GET',
    path: '/v1/operator/audit',
    input: z.object({ ...paging, ...auditFilter }),
    answer: z.object({ data: z.array(zAuditLine), meta: zMeta }),
    csv: z.object(auditFilter),
  }),
} as const
