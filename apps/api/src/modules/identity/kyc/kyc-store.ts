import { sql } from 'kysely'
import type { SubjectsOf } from '#platform/operator-calls'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'
import { waitingIn, type Waiting } from '#platform/waiting'
import type { IdentityKind, PictureKind, PictureType, SourceAnswer } from './kyc-ports.ts'

export type CaseState = 'submitted' | 'checking' | 'passed' | 'failed'
export type StoredPicture = {
  kind: PictureKind
  file: string
  hash: string
  type: PictureType
  receivedAt: Date
}
export type CaseRow = {
  id: bigint
  bettor: bigint
  hash: string
  kind: IdentityKind
  number: string
  name: string
  state: CaseState
  reason: string | null
  submittedAt: Date
  accountName: string
  dateOfBirth: string
  msisdn: string
  /** By pictures of a document, or by its number alone. */
  way: 'documents' | 'number'
  tries: number
  said: SourceAnswer | null
}
export type NewCase = {
  bettor: bigint
  clientId: string
  hash: string
  kind: IdentityKind
  number: string
  name: string
  way: CaseRow['way']
}
export type NewPicture = Omit<StoredPicture, 'receivedAt'> & { bytes: number }
export type Decided = { id: bigint; state: 'passed' | 'failed'; reason: string | null; by: string }

const columns = sql`c.id, c.bettor, encode(c.hash, 'hex') as hash, c.kind, c.number, c.name, c.state, c.reason,
  c.submitted_at as "submittedAt", b.name as "accountName", b.date_of_birth::text as "dateOfBirth", b.msisdn,
  c.way, c.tries, c.source_answer as said`
const from = sql`identity.kyc_case c join identity.bettor b on b.id = c.bettor`
const cases = sql`select ${columns} from ${from}`

/** Serialises the submissions of one bettor with a lock that is held until the transaction ends. */
export async function lockBettorCases(tx: Tx, bettor: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('identity.kyc ' || ${bettor}::text, 0))`.execute(tx)
}

/** The name of a bettor's account. */
export async function accountName(tx: Tx, bettor: bigint): Promise<string> {
  const row = await queryRow<{ name: string }>(tx)`select name from identity.bettor where id = ${bettor}::bigint`
  return row?.name ?? ''
}

/** Serialises the decisions about one document with a lock that is held until the transaction ends. */
export async function lockDocument(tx: Tx, { kind, number }: Pick<CaseRow, 'kind' | 'number'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('identity.document ' || ${kind}::text || ' ' || ${number}::text, 0))`.execute(
    tx,
  )
}

export function caseOfCommand(tx: Tx, bettor: bigint, clientId: string): Promise<CaseRow | undefined> {
  return queryRow<CaseRow>(tx)`${cases} where c.bettor = ${bettor}::bigint and c.client_id = ${clientId}::uuid`
}

/** The last case of a bettor that is under way or has passed; with `documents` one that has passed by a number alone is left out. */
export function standingCase(
  on: Db | Tx,
  bettor: bigint,
  { documents }: { documents: boolean },
): Promise<CaseRow | undefined> {
  return queryRow<CaseRow>(on)`${cases} where c.bettor = ${bettor}::bigint and c.state <> 'failed'
    and not (${documents}::boolean and c.way = 'number' and c.state = 'passed') order by c.id desc limit 1`
}

/** A bettor's last case. */
export function lastCase(on: Db | Tx, bettor: bigint): Promise<CaseRow | undefined> {
  return queryRow<CaseRow>(on)`${cases} where c.bettor = ${bettor}::bigint order by c.id desc limit 1`
}

export async function caseOf(on: Db | Tx, id: bigint): Promise<CaseRow | undefined> {
  return (await sql<CaseRow>`${cases} where c.id = ${id}::bigint`.execute(on)).rows[0]
}

/** Locks a case until the transaction ends. */
export async function lockCase(tx: Tx, id: bigint): Promise<CaseRow | undefined> {
  return (await sql<CaseRow>`${cases} where c.id = ${id}::bigint for update of c`.execute(tx)).rows[0]
}

const waiting = sql`where c.state = 'checking'`

/** How many cases wait for an operator, and since when. */
export const waitingCount = (db: Db): Promise<Waiting> => waitingIn(db, sql`${from} ${waiting}`, sql`c.submitted_at`)

/** Cases that wait for an operator, oldest first. */
export const waitingCases = (db: Db, page: Page): Promise<Paged<CaseRow>> =>
  readPage(db, { columns, from: sql`${from} ${waiting}`, order: [{ by: sql`c.id`, type: 'number' }] }, page)

/** Cases whose submission was interrupted, still 'submitted' after `olderThanS` seconds, and those whose next try is due; oldest first. */
export function interruptedCases(
  db: Db,
  { olderThanS, after = 0n, most }: { olderThanS: number; after?: bigint | undefined; most: number },
): Promise<CaseRow[]> {
  return queryRows<CaseRow>(db)`${cases} where c.state = 'submitted' and c.id > ${after}::bigint
    and coalesce(c.next_at, c.submitted_at + make_interval(secs => ${olderThanS}::int)) < platform.now() order by c.id limit ${most}::int`
}

export async function insertCase(tx: Tx, given: NewCase, pictures: readonly NewPicture[]): Promise<bigint> {
  const inserted = await queryRow<{ id: bigint }>(tx)`
    insert into identity.kyc_case (bettor, client_id, hash, kind, number, name, way, state, submitted_at, changed_at)
    select ${given.bettor}::bigint, ${given.clientId}::uuid, decode(${given.hash}, 'hex'), ${given.kind}, ${given.number}, ${given.name},
      ${given.way}, 'submitted', at.now, at.now from (select platform.now() as now) at
    returning id`
  const id = inserted?.id ?? 0n
  for (const picture of pictures) {
    await sql`
      insert into identity.kyc_picture (case_id, kind, file, hash, type, bytes, received_at)
      values (${id}::bigint, ${picture.kind}, ${picture.file}, decode(${picture.hash}, 'hex'), ${picture.type}, ${picture.bytes}::int, platform.now())`.execute(
      tx,
    )
  }
  return id
}

/** The pictures of these cases, by case. */
export async function picturesOf(on: Db | Tx, ids: readonly bigint[]): Promise<Map<bigint, StoredPicture[]>> {
  const rows = await queryRows<StoredPicture & { caseId: bigint }>(on)`
    select case_id as "caseId", kind, file, encode(hash, 'hex') as hash, type, received_at as "receivedAt"
    from identity.kyc_picture where case_id = any(${ids}::bigint[]) order by case_id, kind`
  return Map.groupBy(rows, (row) => row.caseId)
}

/** The files and sizes of documents that were submitted to a check, ordered by name, after the name `after`. */
export function storedPictures(db: Db, after: string, most: number): Promise<{ file: string; bytes: number }[]> {
  return queryRows<{ file: string; bytes: number }>(db)`
    select p.file, p.bytes from identity.kyc_picture p join identity.kyc_case c on c.id = p.case_id
    where c.state in ('checking', 'passed') and p.file > ${after} order by p.file limit ${most}::int`
}

/** The number of cases of a way that a bettor opened within the last `seconds`. */
export async function countCases(tx: Tx, bettor: bigint, way: CaseRow['way'], seconds: number): Promise<number> {
  const row = await queryRow<{ count: number }>(tx)`
    select count(*)::int as count from identity.kyc_case
    where bettor = ${bettor}::bigint and way = ${way} and submitted_at > platform.now() - make_interval(secs => ${seconds}::int)`
  return row?.count ?? 0
}

/** Keeps what the electronic source said about a case. */
export async function keepSaid(tx: Tx, id: bigint, said: SourceAnswer): Promise<void> {
  await sql`
    update identity.kyc_case set source_answer = ${JSON.stringify(said)}::jsonb
    where id = ${id}::bigint and state = 'submitted'`.execute(tx)
}

/** Puts off a case that the source did not answer. */
export async function tryLater(
  tx: Tx,
  id: bigint,
  { tries, seconds }: { tries: number; seconds: number },
): Promise<void> {
  await sql`
    update identity.kyc_case
    set tries = ${tries}::int, next_at = platform.now() + make_interval(secs => ${seconds}::int), changed_at = platform.now()
    where id = ${id}::bigint and state = 'submitted'`.execute(tx)
}

/** What the source said last about each of these bettors, whichever case it was asked for. */
export async function lastSaid(on: Db | Tx, bettors: readonly bigint[]): Promise<Map<bigint, SourceAnswer>> {
  const rows = await queryRows<{ bettor: bigint; said: SourceAnswer }>(on)`
    select distinct on (bettor) bettor, source_answer as said from identity.kyc_case
    where bettor = any(${bettors}::bigint[]) and source_answer is not null order by bettor, id desc`
  return new Map(rows.map(({ bettor, said }) => [bettor, said]))
}

/** Adds a submitted case to the operators' queue. */
export async function awaitOperator(tx: Tx, id: bigint): Promise<void> {
  await sql`
    update identity.kyc_case set state = 'checking', changed_at = platform.now()
    where id = ${id}::bigint and state = 'submitted'`.execute(tx)
}

/** Ends an open case. */
export async function decideCase(tx: Tx, { id, state, reason, by }: Decided): Promise<void> {
  await sql`
    update identity.kyc_case set state = ${state}, reason = ${reason}, decided_by = ${by}, changed_at = platform.now()
    where id = ${id}::bigint and state in ('submitted', 'checking')`.execute(tx)
}

/** Whether this document has already confirmed another bettor. */
export async function isDocumentUsed(
  tx: Tx,
  { bettor, kind, number }: Pick<CaseRow, 'bettor' | 'kind' | 'number'>,
): Promise<boolean> {
  const rows = await queryRows(tx)`
    select 1 from identity.kyc_case
    where kind = ${kind} and number = ${number} and state = 'passed' and bettor <> ${bettor}::bigint`
  return rows.length > 0
}

/** The state of the last case of each of these bettors; one passed by a number alone does not count where somebody wants to see documents. */
export async function statesOf(on: Db | Tx, bettors: readonly bigint[]): Promise<Map<bigint, CaseState>> {
  const rows = await queryRows<{ bettor: bigint; state: CaseState }>(on)`
    select distinct on (c.bettor) c.bettor, c.state from identity.kyc_case c left join identity.kyc_wanted w using (bettor)
    where c.bettor = any(${bettors}::bigint[]) and not (c.state = 'passed' and c.way = 'number' and w.bettor is not null)
    order by c.bettor, c.id desc`
  return new Map(rows.map((row) => [row.bettor, row.state]))
}

/** Requires a bettor's identity to be confirmed, permanently; false if the bettor does not exist. */
export async function insertRequirement(
  db: Db | Tx,
  { bettor, by, reason }: { bettor: bigint; by: string; reason: string },
): Promise<boolean> {
  const rows = await queryRows(db)`
    with bettor as (select id from identity.bettor where id = ${bettor}::bigint),
    required as (
      insert into identity.kyc_wanted (bettor, by, reason, at)
      select id, ${by}, ${reason}, platform.now() from bettor on conflict do nothing)
    select id from bettor`
  return rows.length > 0
}

export async function isRequired(on: Db | Tx, bettor: bigint): Promise<boolean> {
  return (await sql`select from identity.kyc_wanted where bettor = ${bettor}::bigint`.execute(on)).rows.length > 0
}

/** The subjects of operators' calls about a bettor's identity checks. */
export const checkSubjects: SubjectsOf = (bettor) =>
  sql`select 'check ' || id from identity.kyc_case where bettor = ${bettor}::bigint`
