import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import { isBefore, microsOf, type Place, type Stretch } from '#platform/timeline'

/** A line of the audit log about a bettor; `outcome` is null until the action has ended. */
export type BettorLine = Place & {
  readonly action: string
  readonly operator: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly reason: string
  readonly outcome: string | null
}

/**
 * What operators did about a bettor, newest first, without reads and without commands that were sent twice or could not be read. Suspicions of money laundering are
 * never among it, and what is about markers of harm only for those who may read protection.
 */
export function bettorLines(
  db: Db,
  { bettor, before, most, seesProtection }: Stretch & { readonly bettor: bigint; readonly seesProtection: boolean },
): Promise<BettorLine[]> {
  return queryRows<BettorLine>(db)`
    select a.id, ${microsOf(sql`a.at`)} as at, a.action, a.operator, ${seesProtection ? sql`a.facts` : sql`a.facts - 'marker_id'`} as facts, a.reason, o.outcome
    from operator.audit a left join operator.audit_outcome o on o.audit_id = a.id
    where a.subject = ${`bettor ${bettor}`} and a.action !~ ${hidden} and (${seesProtection}::boolean or a.action !~ ${careful}) and a.action <> all(${elsewhere}::text[]) and a.action not like 'read %' and a.action not like '%.read' and a.action <> 'search by number'
      and coalesce(o.outcome, '') <> all(${nothing}::text[]) and ${isBefore(sql`a.at`, sql`a.id`, before)}
    order by a.at desc, a.id desc limit ${most}::int`
}

/** Actions whose text is in the list already. */
const elsewhere = ['bettor.note', 'bettor.message']

/** Outcomes of commands that did nothing and say nothing about the bettor. */
const nothing = ['repeated', 'invalid_input', 'confirm_first']

/** What is about markers of harm. */
const careful = String.raw`^(marker|contact)\M`
const hidden = String.raw`\m(aml|alert|alerts|case|cases)\M`
