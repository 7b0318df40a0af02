import * as z from 'zod/mini'
import { identityKinds, pictureKinds } from './kyc.ts'
import { operatorGames } from './operator-games.ts'
import { operatorFindings } from './operator-findings.ts'
import { operatorCasino } from './operator-casino.ts'
import { operatorJackpot } from './operator-jackpot.ts'
import { operatorLobby } from './operator-lobby.ts'
import { operatorLeague } from './operator-league.ts'
import { operatorPayments, zNumber } from './operator-payments.ts'
import { operatorRewards } from './operator-rewards.ts'
import { house, trading, zReason } from './operator-trading.ts'
import { permissions, roles } from './permissions.ts'
import { operatorRoute } from './route.ts'
import { paging, zDay, zMeta, zText, zTime } from './shapes.ts'

const zCase = z.object({
  check_id: z.string(),
  bettor_id: z.string(),
  kind: z.enum(identityKinds),
  number: z.string(),
  name: z.string(),
  /** The account holder's data, to compare with the document. */
  account: z.object({ name: z.string(), date_of_birth: z.string() }),
  documents: z.array(z.object({ kind: z.enum(pictureKinds), received_at: zTime })),
  submitted_at: zTime,
})

/**
 * What each operators' call needs, and the roles that have it. `also` are permissions that some inputs need beside: an end of a pause needs
 * `products.resume`.
 */
const zCallPermission = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  permission: z.enum(permissions),
  also: z.array(z.enum(permissions)),
  roles: z.array(z.enum(roles)),
})

/** A line of the audit log. `outcome` is a state, a failure code, or null if the process ended before the outcome. */
const zAuditLine = z.object({
  audit_id: z.string(),
  operator: z.string(),
  action: z.string(),
  subject: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.boolean()])),
  reason: z.string(),
  at: zTime,
  outcome: z.nullable(z.string()),
  ended_at: z.nullable(zTime),
})

/**
 * The operators' calls. Each list contains pending items, oldest first; the audit log is newest first. Every change requires a reason
 * and is written to an append-only log.
 */
export const operator = {
  ...operatorPayments,
  ...trading,
  ...operatorFindings,
  ...operatorLeague,
  ...operatorGames,
  ...operatorCasino,
  ...operatorLobby,
  ...operatorRewards,
  ...operatorJackpot,
  identityChecks: operatorRoute({
    ...house,
    permission: 'bettors.read',
    method: 'GET',
    path: '/v1/operator/identity-checks',
    input: z.object(paging),
    answer: z.object({ data: z.array(zCase), meta: zMeta }),
    failures: [],
  }),
  identityPicture: operatorRoute({
    ...house,
    permission: 'identity.decide',
    method: 'POST',
    path: '/v1/operator/identity-checks/:id/picture',
    input: z.object({ id: zNumber, kind: z.enum(pictureKinds), reason: zReason }),
    answer: z.object({ type: z.enum(['image/jpeg', 'image/png']), picture: z.string() }),
    failures: ['not_found'],
  }),
  /** Decides a check. If it fails, the bettor sees the given reason. */
  decideIdentityCheck: operatorRoute({
    ...house,
    permission: 'identity.decide',
    method: 'POST',
    path: '/v1/operator/identity-checks/:id/decide',
    input: z.object({ id: zNumber, approve: z.boolean(), reason: zReason }),
    answer: z.object({ state: z.enum(['passed', 'failed']) }),
    failures: ['not_found', 'not_allowed'],
  }),
  /** Requires a bettor to confirm the identity before further payouts. */
  wantIdentity: operatorRoute({
    ...house,
    permission: 'bettors.support',
    method: 'POST',
    path: '/v1/operator/bettors/:id/want-identity',
    input: z.object({ id: zNumber, reason: zReason }),
    answer: z.object({ state: z.literal('wanted') }),
    failures: ['not_found'],
  }),
  /** Every operators' call with the permission that it needs. */
  permissions: operatorRoute({
    ...house,
    permission: 'today.read',
    method: 'GET',
    path: '/v1/operator/permissions',
    input: z.object({}),
    answer: z.object({ data: z.array(zCallPermission) }),
    failures: [],
  }),
  /** The audit log, filtered by `operator`, `action` and `subject` as they appear in a line; `from` and `to` are days of the country, both inclusive. */
  audit: operatorRoute({
    ...house,
    permission: 'audit.read',
    method: 'GET',
    path: '/v1/operator/audit',
    input: z.object({
      ...paging,
      operator: z.optional(zText(80)),
      action: z.optional(zText(80)),
      subject: z.optional(zText(120)),
      from: z.optional(zDay),
      to: z.optional(zDay),
    }),
    answer: z.object({ data: z.array(zAuditLine), meta: zMeta }),
    failures: [],
  }),
} as const
