import type { operatorIdentity as contract } from '@nare/contract/operator-identity'
import { done, refused } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import { metaOf } from '#platform/paging'
import type { Kyc } from './kyc.ts'
import type { SourceAnswer } from './kyc-ports.ts'

const sourceOf = ({ source, code, text, fields }: SourceAnswer) => ({
  name: source,
  result: `${text} (${code})`,
  fields: fields.map(({ field, match }) => ({ field, match })),
})

/** The operators' calls about identity checks. */
export function operatorIdentityRoutes({ operator: kyc }: Pick<Kyc, 'operator'>): Handlers<typeof contract> {
  return {
    async identityChecks(page) {
      const { rows, ...paged } = await kyc.queue(page)
      return done({
        data: rows.map((row) => ({
          check_id: row.id.toString(),
          bettor_id: row.bettor.toString(),
          kind: row.kind,
          number: row.number,
          name: row.name,
          account: { name: row.accountName, date_of_birth: row.dateOfBirth },
          documents: row.pictures.map(({ kind, receivedAt }) => ({ kind, received_at: receivedAt.toISOString() })),
          submitted_at: row.submittedAt.toISOString(),
          ...(row.said && { source: sourceOf(row.said) }),
        })),
        meta: metaOf(page, paged),
      })
    },
    async identityPicture({ id, kind }) {
      const found = await kyc.picture(BigInt(id), kind)
      if (!found) return refused('not_found')
      return done({ type: found.type, picture: Buffer.from(found.content).toString('base64') })
    },
    async decideIdentityCheck({ id, approve, reason }, { operator }) {
      const decided = await kyc.decide({ id: BigInt(id), approve, operator, reason })
      return decided.ok ? done({ state: decided.value }) : decided
    },
    async wantIdentity({ id, reason }, { operator }) {
      const isKnown = await kyc.require({ bettor: BigInt(id), by: operator, reason })
      return isKnown ? done({ state: 'wanted' }) : refused('not_found')
    },
  }
}
