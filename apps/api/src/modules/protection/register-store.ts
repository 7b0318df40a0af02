import { sql } from 'kysely'
import type { RegisterRun } from '@nare/contract/operator-register'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { RegisterFile } from './register-file.ts'

export type RunRow = Omit<RegisterRun, 'run_id' | 'at' | 'checked_at'> & {
  id: bigint
  at: Date
  checkedAt: Date | null
}
export type Entry = { id: Buffer | null; person: Buffer | null; until: Date | null; version: string }
type NewRun = { version: string; runOn: string; by: string; file: RegisterFile; zone: string }

const faultsMax = 100
const columns = sql`run_id as id, version, run_on::text as run_on, persons, ended, bad, faults, by, at, checked_at as "checkedAt", excluded, to_prove`

/** Serialises what changes the register until the transaction ends. */
export async function lockRegister(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('protection.register', 0))`.execute(tx)
}

export const runsOf = (db: Db | Tx, most: number): Promise<RunRow[]> =>
  queryRows<RunRow>(db)`select ${columns} from protection.register_run order by run_id desc limit ${most}::int`

export const isKnown = async (tx: Tx, version: string): Promise<boolean> =>
  (await queryRow(tx)`select from protection.register_run where version = ${version}`) !== undefined

/** The day of the country. */
export async function today(db: Db | Tx, zone: string): Promise<string> {
  const row = await queryRow<{ day: string }>(db)`select (platform.now() at time zone ${zone}::text)::date::text as day`
  return row?.day ?? ''
}

/** Writes a run with its persons, and forgets the persons of the runs before the last two. An exclusion ends with its last day. */
export async function insertRun(tx: Tx, { version, runOn, by, file, zone }: NewRun): Promise<RunRow> {
  const { persons, ended, bad } = file
  const run = await queryRow<RunRow>(tx)`
    insert into protection.register_run (version, run_on, persons, ended, bad, faults, by, at)
    values (${version}, ${runOn}::date, ${persons.length}::int, ${ended}::int, ${bad.length}::int,
      ${JSON.stringify(bad.slice(0, faultsMax))}::jsonb, ${by}, platform.now()) returning ${columns}`
  if (!run) throw new Error('the insert of a run of the register returned no row')
  await sql`
    insert into protection.register_person (run_id, line, id_mark, person_mark, until)
    select ${run.id}::bigint, line, id, person, (until::date + 1)::timestamp at time zone ${zone}::text
    from unnest(${persons.map(({ line }) => line)}::int[], ${persons.map(({ id }) => id)}::bytea[],
      ${persons.map(({ person }) => person)}::bytea[], ${persons.map(({ until }) => until)}::text[]) p (line, id, person, until)`.execute(
    tx,
  )
  await sql`
    delete from protection.register_person
    where run_id < (select min(run_id) from (select run_id from protection.register_run order by run_id desc limit 2) kept)`.execute(
    tx,
  )
  return run
}

/** The persons of the last run with one of these marks, whose exclusion holds. */
export const entriesOf = (db: Db | Tx, marks: readonly Buffer[]): Promise<Entry[]> =>
  queryRows<Entry>(db)`
    with last as materialized (select run_id, version from protection.register_run order by run_id desc limit 1)
    select p.id_mark as id, p.person_mark as person, p.until, last.version
    from last join protection.register_person p using (run_id)
    where (p.id_mark = any(${marks}::bytea[]) or p.person_mark = any(${marks}::bytea[])) and (p.until is null or p.until > platform.now())`

/** Excludes an account by the register, unless an exclusion holds that ends no earlier. Returns whether it did. */
export async function excludeByRegister(tx: Tx, bettor: bigint, { until, version }: Entry): Promise<boolean> {
  const { rows } = await sql`
    with wanted as materialized (select coalesce(${until}::timestamptz, platform.now() + interval '1000 years') as until)
    insert into protection.exclusion (bettor_id, since, until, period, by, asked_by, reference)
    select ${bettor}::bigint, platform.now(), until, ${until === null ? 'permanent' : 'register'}, 'register', 'authority', ${version} from wanted
    where not exists (select from protection.standstill s where s.bettor_id = ${bettor}::bigint and s.kind = 'exclusion'
      and (s.until >= wanted.until or s.period in ('permanent', 'closed')))
    on conflict (bettor_id, since) do nothing returning until`.execute(tx)
  return rows.length > 0
}

/** Asks an account for a proof of identity. Returns whether it was not asked before. */
export async function askForProof(tx: Tx, bettor: bigint): Promise<boolean> {
  const { rows } = await sql`
    insert into protection.proof_required (bettor_id, since) values (${bettor}::bigint, platform.now())
    on conflict do nothing returning bettor_id`.execute(tx)
  return rows.length > 0
}

/** Writes that all accounts were checked against a run. */
export async function checked(db: Db, id: bigint, found: { excluded: number; toProve: number }): Promise<void> {
  await sql`
    update protection.register_run set checked_at = platform.now(), excluded = excluded + ${found.excluded}::int,
      to_prove = to_prove + ${found.toProve}::int where run_id = ${id}::bigint`.execute(db)
}

type Own = { bettor: bigint; since: Date; until: Date | null }

/** The next bettors, in the order of their numbers, whom the house's own exclusions hold. */
export const ownExcluded = (db: Db, after: bigint, most: number): Promise<Own[]> =>
  queryRows<Own>(db)`
    select distinct on (bettor_id) bettor_id as bettor, since, case when period <> 'permanent' then until end as until
    from protection.exclusion
    where bettor_id > ${after}::bigint and kind = 'exclusion' and until > platform.now() and asked_by is distinct from 'authority'
    order by bettor_id, until desc limit ${most}::int`
