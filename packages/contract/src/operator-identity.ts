import * as z from 'zod/mini'
import { identityKinds, pictureKinds, sourceFields, sourceMatches } from './kyc.ts'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { paging, zMeta, zTime } from './shapes.ts'

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
  /** What the electronic source said of this person last, here or when it was asked by the number alone. */
  source: z.optional(
    z.object({
      name: z.string(),
      result: z.string(),
      fields: z.array(z.object({ field: z.enum(sourceFields), match: z.enum(sourceMatches) })),
    }),
  ),
})

/** The operators' calls about identity checks. */
export const operatorIdentity = {
  identityChecks: operatorRoute({
    permission: 'bettors.read',
    method: 'GET',
    path: '/v1/operator/identity-checks',
    input: z.object(paging),
    answer: z.object({ data: z.array(zCase), meta: zMeta }),
  }),
  identityPicture: operatorRoute({
    permission: 'identity.decide',
    action: 'identity.picture',
    subject: 'check :id',
    audited: ['kind'],
    method: 'POST',
    path: '/v1/operator/identity-checks/:id/picture',
    input: z.object({ id: zNumber, kind: z.enum(pictureKinds), reason: zReason }),
    answer: z.object({ type: z.enum(['image/jpeg', 'image/png']), picture: z.string() }),
    failures: ['not_found'],
  }),
  /** Decides a check. If it fails, the bettor sees the given reason. */
  decideIdentityCheck: operatorRoute({
    permission: 'identity.decide',
    action: 'identity.decide',
    subject: 'check :id',
    audited: ['approve'],
    method: 'POST',
    path: '/v1/operator/identity-checks/:id/decide',
    input: z.object({ id: zNumber, approve: z.boolean(), reason: zReason }),
    answer: z.object({ state: z.enum(['passed', 'failed']) }),
    failures: ['not_found', 'not_allowed'],
  }),
  /** Requires a bettor to confirm the identity before further payouts. */
  wantIdentity: operatorRoute({
    permission: 'bettors.support',
    action: 'identity.want',
    subject: 'bettor :id',
    method: 'POST',
    path: '/v1/operator/bettors/:id/want-identity',
    input: z.object({ id: zNumber, reason: zReason }),
    answer: z.object({ state: z.literal('wanted') }),
    failures: ['not_found'],
  }),
} as const
