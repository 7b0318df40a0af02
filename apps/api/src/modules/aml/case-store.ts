import { sql } from 'kysely'
import type { AmlEvidence } from '@nare/contract/aml'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'
import { waitingIn, type Waiting } from '#platform/waiting'
import { areOfOthers, isIn, isOfOthers, type Filter } from './own.ts'
import type { Movement } from './rule-store.ts'

/** The person as the account was when the case was opened. */
export type Subject = {
  readonly name: string
  readonly msisdn: string
  readonly since: string
  readonly verified: boolean
  readonly born: string | null
}
export type CaseRow = {
  readonly id: bigint
  readonly bettor: bigint
  readonly subject: Subject
  readonly reason: string
  readonly state: 'open' | 'reported' | 'closed'
  readonly owner: string
  readonly suspectedAt: Date
  readonly dueAt: Date
  readonly openedAt: Date
  readonly openedBy: string
  readonly reportedAt: Date | null
  readonly reportedBy: string | null
  readonly reference: string | null
  readonly closedAt: Date | null
  readonly closedBy: string | null
  readonly closedReason: string | null
}

const columns = sql`case_id as id, bettor_id as bettor, subject, reason, state, owner, suspected_at as "suspectedAt",
  due_at as "dueAt", opened_at as "openedAt", opened_by as "openedBy", reported_at as "reportedAt", reported_by as "reportedBy",
  reference, closed_at as "closedAt", closed_by as "closedBy", closed_reason as "closedReason"`

export type NewCase = Pick<CaseRow, 'bettor' | 'subject' | 'reason' | 'openedBy'> & {
  readonly suspectedAt: Date | null
  readonly hours: number
}

/** Opens a case, which its author owns. Undefined if one is open about this bettor. */
export const insertCase = (tx: Tx, made: NewCase): Promise<CaseRow | undefined> =>
  queryRow<CaseRow>(tx)`
    insert into aml.case_file (bettor_id, subject, reason, suspected_at, due_at, owner, opened_at, opened_by)
    select ${made.bettor}::bigint, ${JSON.stringify(made.subject)}::text::jsonb, ${made.reason}, s.at,
      s.at + make_interval(hours => ${made.hours}::int), ${made.openedBy}, platform.now(), ${made.openedBy}
    from (select coalesce(${made.suspectedAt}::timestamptz, platform.now()) as at) s
    on conflict (bettor_id) where state = 'open' do nothing returning ${columns}`

export const caseOf = (db: Db | Tx, id: bigint, own: bigint | undefined): Promise<CaseRow | undefined> =>
  queryRow<CaseRow>(db)`select ${columns} from aml.case_file c where case_id = ${id}::bigint and ${areOfOthers(own)}`

/** A case, locked until the transaction ends. */
export const lockCase = (tx: Tx, id: bigint, own: bigint | undefined): Promise<CaseRow | undefined> =>
  queryRow<CaseRow>(
    tx,
  )`select ${columns} from aml.case_file c where case_id = ${id}::bigint and ${areOfOthers(own)} for update`

export const casesIn = (db: Db, filter: Filter<CaseRow['state']>, page: Page): Promise<Paged<CaseRow>> =>
  readPage<CaseRow>(
    db,
    {
      columns,
      from: sql`aml.case_file c where ${isIn(filter)} and ${areOfOthers(filter.own)}`,
      order:
        filter.state === 'open'
          ? [
              { by: sql`due_at`, type: 'time' },
              { by: sql`case_id`, type: 'number' },
            ]
          : [{ by: sql`case_id`, type: 'number', desc: true }],
    },
    page,
  )

/** Gives a case another owner, and another deadline if there is one, and keeps that it did. */
export async function assign(
  tx: Tx,
  id: bigint,
  { owner, dueAt, reason, by }: { owner: string; dueAt: Date | null; reason: string; by: string },
): Promise<void> {
  await sql`
    with changed as (
      update aml.case_file set owner = ${owner}, due_at = coalesce(${dueAt}::timestamptz, due_at)
      where case_id = ${id}::bigint returning case_id, owner, due_at)
    insert into aml.assignment (case_id, owner, due_at, reason, at, by)
    select case_id, owner, due_at, ${reason}, platform.now(), ${by} from changed`.execute(tx)
}

export type Assignment = {
  readonly owner: string
  readonly dueAt: Date
  readonly reason: string
  readonly at: Date
  readonly by: string
}

export const assignmentsOf = (db: Db, id: bigint): Promise<Assignment[]> =>
  queryRows<Assignment>(db)`
    select owner, due_at as "dueAt", reason, at, by from aml.assignment where case_id = ${id}::bigint order by assignment_id`

/** The file of a report as it was filed. */
export type Filed = { readonly name: string; readonly xml: string }

export async function keepFiled(tx: Tx, id: bigint, { name, xml, by }: Filed & { by: string }): Promise<void> {
  await sql`
    insert into aml.filed_report (case_id, name, xml, at, by)
    values (${id}::bigint, ${name}, ${xml}, platform.now(), ${by})`.execute(tx)
}

export const filedOf = (db: Db | Tx, id: bigint): Promise<(Filed & { readonly at: Date }) | undefined> =>
  queryRow<Filed & { readonly at: Date }>(db)`select name, xml, at from aml.filed_report where case_id = ${id}::bigint`

export async function report(tx: Tx, id: bigint, { reference, by }: { reference: string; by: string }): Promise<void> {
  await sql`
    update aml.case_file set state = 'reported', reported_at = platform.now(), reported_by = ${by}, reference = ${reference}
    where case_id = ${id}::bigint`.execute(tx)
}

export async function close(tx: Tx, id: bigint, { reason, by }: { reason: string; by: string }): Promise<void> {
  await sql`
    update aml.case_file set state = 'closed', closed_at = platform.now(), closed_by = ${by}, closed_reason = ${reason}
    where case_id = ${id}::bigint`.execute(tx)
}

export type Note = { readonly id: bigint; readonly text: string; readonly at: Date; readonly by: string }

export async function insertNote(tx: Tx, id: bigint, { text, by }: { text: string; by: string }): Promise<void> {
  await sql`
    insert into aml.note (case_id, text, at, by) values (${id}::bigint, ${text}, platform.now(), ${by})`.execute(tx)
}

export const notesOf = (db: Db | Tx, id: bigint): Promise<Note[]> =>
  queryRows<Note>(db)`select note_id as id, text, at, by from aml.note where case_id = ${id}::bigint order by note_id`

export type Lines = AmlEvidence['lines']
export type Evidence = {
  readonly id: bigint
  readonly kind: AmlEvidence['kind']
  readonly ref: string
  readonly content: Lines
  readonly at: Date
  readonly by: string
}

export async function insertEvidence(
  tx: Tx,
  id: bigint,
  { kind, ref, content, by }: Pick<Evidence, 'kind' | 'ref' | 'content' | 'by'>,
): Promise<void> {
  await sql`
    insert into aml.evidence (case_id, kind, ref, content, at, by)
    values (${id}::bigint, ${kind}, ${ref}, ${JSON.stringify(content)}::text::jsonb, platform.now(), ${by})`.execute(tx)
}

export const evidenceOf = (db: Db, id: bigint): Promise<Evidence[]> =>
  queryRows<Evidence>(db)`
    select evidence_id as id, kind, ref, content, at, by from aml.evidence where case_id = ${id}::bigint order by evidence_id`

/** Keeps the payments of the bettor since a moment with the case, as the rules have read them. Those that it has stay as they are. */
export async function keepPayments(tx: Tx, { id, bettor }: Pick<CaseRow, 'id' | 'bettor'>, since: Date): Promise<void> {
  await sql`
    insert into aml.case_payment (case_id, transfer_no, kind, amount, about, at, other)
    select ${id}::bigint, transfer_no, kind, amount, about, at, other from aml.movement
    where bettor_id = ${bettor}::bigint and at > ${since}::timestamptz
    on conflict (case_id, transfer_no) do nothing`.execute(tx)
}

/** The kept payments of a case, the oldest first. */
export const paymentsOf = (db: Db | Tx, { id, bettor }: Pick<CaseRow, 'id' | 'bettor'>): Promise<Movement[]> =>
  queryRows<Movement>(db)`
    select transfer_no as no, ${bettor}::bigint as bettor, kind, amount, about, at, other from aml.case_payment
    where case_id = ${id}::bigint order by at, transfer_no`

/**
 * What waits for a person: alerts that nobody has looked at, and cases that are neither reported nor closed. A case counts as if it had begun
 * to wait a promise before its deadline, so that it is late when the deadline has passed.
 */
export const waiting = (db: Db, { own, promiseS }: { own: bigint | undefined; promiseS: number }): Promise<Waiting> =>
  waitingIn(
    db,
    sql`(select raised_at as at from aml.alert where state = 'open' and ${isOfOthers(own)}
      union all select due_at - make_interval(secs => ${promiseS}::float8) from aml.case_file c
        where state = 'open' and ${areOfOthers(own)}) w`,
    sql`at`,
  )
