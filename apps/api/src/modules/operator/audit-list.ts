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
export async function readAudit({ db, house, country }: Deps, filter: Filter, page: Page) {
  const bettor = /^bettor ([1-9]\d{0,17})$/i.exec(filter.subject?.trim() ?? '')?.[1]
  const about = bettor === undefined ? undefined : house.subjectsOf(BigInt(bettor))
  const { rows, ...paged } = await auditLines(db, { ...filter, about, zone: country.timeZone }, page)
  const shown = rows.map(({ id, at, endedAt, outcomeHash, proposal, ...line }) => ({
    audit_id: id.toString(),
    ...line,
    at: at.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    outcome_hash: outcomeHash,
    proposal_id: proposal?.toString() ?? null,
  }))
  return { rows: shown, ...paged }
}

/** The audit log as a CSV file; the facts of a line are JSON. */
export function serveAuditFile(mounting: Mounting, deps: Deps): void {
  serveOperatorCsv(mounting, operator.audit, { columns, rows: async (filter) => done(lines(filter)) })

  async function* lines(filter: Filter) {
    for await (const rows of allRows((page) => readAudit(deps, filter, page)))
      yield rows.map(({ facts, ...line }) => ({ ...line, facts: JSON.stringify(facts) }))
  }
}

const columns = [
  ...(['audit_id', 'at', 'operator', 'action', 'subject', 'facts', 'reason', 'outcome', 'ended_at'] as const),
  ...(['proposal_id', 'hash', 'previous', 'outcome_hash'] as const),
]
