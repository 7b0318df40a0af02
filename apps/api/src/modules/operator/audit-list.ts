import { operator } from '@nare/contract/operator'
import { done } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import type { Mounting } from '#platform/calls'
import { serveOperatorCsv } from '#platform/csv'
import type { Db } from '#platform/db'
import { allRows, type Page } from '#platform/paging'
import type { OpenHouse } from './house.ts'
import { auditLines } from './store.ts'

type Deps = {
  readonly db: Db
  readonly house: Pick<OpenHouse, 'subjectsOf'>
  readonly country: { readonly timeZone: string }
}
type Filter = Omit<Received<typeof operator.audit>, 'page' | 'limit' | 'after'>

/** A page of the audit log as the API returns it. */
export async function readAudit(deps: Deps, filter: Filter, page: Page) {
  const { rows, ...paged } = await linesOf(deps, filter, page)
  return { rows: rows.map(({ shown }) => shown), ...paged }
}

async function linesOf({ db, house, country }: Deps, filter: Filter, page: Page) {
  const bettor = /^bettor ([1-9]\d{0,17})$/i.exec(filter.subject?.trim() ?? '')?.[1]
  const about = bettor === undefined ? undefined : house.subjectsOf(BigInt(bettor))
  const { rows, ...paged } = await auditLines(db, { ...filter, about, zone: country.timeZone }, page)
  const lines = rows.map(({ id, at, endedAt, outcomeHash, proposal, proof, ...line }) => ({
    proof,
    shown: {
      audit_id: id.toString(),
      ...line,
      at: at.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
      outcome_hash: outcomeHash,
      proposal_id: proposal?.toString() ?? null,
    },
  }))
  return { rows: lines, ...paged }
}

/** The audit log as a CSV file, with all that its hashes cover as they cover it: `npm run audit:verify` needs nothing else. */
export function serveAuditFile(mounting: Mounting, deps: Deps): void {
  serveOperatorCsv(mounting, operator.audit, { columns, rows: async (filter) => done(lines(filter)) })

  async function* lines(filter: Filter) {
    for await (const rows of allRows((page) => linesOf(deps, filter, page)))
      yield rows.map(({ shown, proof }) => ({ ...shown, ...proof }))
  }
}

const columns = [
  ...(['audit_id', 'at', 'operator', 'action', 'subject', 'facts', 'reason', 'outcome', 'ended_at'] as const),
  ...(['proposal_id', 'hash', 'previous', 'outcome_hash'] as const),
  ...(['outcomes', 'outcome_n', 'outcome_previous', 'outcome_amount'] as const),
]
