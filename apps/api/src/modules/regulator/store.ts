import { sql } from 'kysely'
import { transact, type Db } from '#platform/db'
import { finalNumbers } from '#platform/final-number'

/** Lines that are rows of a source: line n is row `afterNo + n - firstN + 1`. */
export type Segment = {
  readonly firstN: bigint
  readonly lastN: bigint
  readonly source: string
  readonly afterNo: bigint
  readonly at: Date
}

/** Numbers the rows of these sources that are final. Returns the highest number that was given. */
export async function numberRows(
  db: Db,
  sources: readonly { readonly name: string; readonly table: string }[],
): Promise<bigint> {
  const names = sources.map(({ name }) => name)
  await sql`
    insert into regulator.source (name) select unnest(${names}::text[]) on conflict (name) do nothing`.execute(db)
  const final = await finalNumbers(
    db,
    sources.map(({ table }) => table),
  )
  return transact(db, async (tx) => {
    await sql`select from regulator.source order by name for update`.execute(tx)
    const { rows } = await sql<{ n: bigint }>`
      with base as (select coalesce(max(last_n), 0) as n from regulator.segment),
        moved as (
          select f.name, f.nth, c.no as after_no, f.no - c.no as rows
          from unnest(${names}::text[], ${sources.map(({ table }) => final.get(table) ?? null)}::bigint[])
              with ordinality f (name, no, nth)
            join regulator.source c on c.name = f.name and f.no > c.no),
        summed as (select *, sum(rows) over (order by nth) as reach from moved),
        numbered as (
          insert into regulator.segment (first_n, last_n, source, after_no, at)
          select base.n + reach - rows + 1, base.n + reach, name, after_no, moment.now
          from summed, base, (select platform.now() as now offset 0) moment returning last_n),
        kept as (
          update regulator.source c set no = c.no + m.rows from moved m where c.name = m.name)
      select greatest((select n from base), (select max(last_n) from numbered))::bigint as n`.execute(tx)
    return rows[0]?.n ?? 0n
  })
}

/** The first segments with lines after a number, in order. */
export async function segmentsAfter(db: Db, after: bigint, most: number): Promise<Segment[]> {
  const { rows } = await sql<Segment>`
    select first_n as "firstN", last_n as "lastN", source, after_no as "afterNo", at from regulator.segment
    where first_n >= coalesce((select max(first_n) from regulator.segment where first_n <= ${after}::bigint + 1), 0)
    order by first_n limit ${most}::int`.execute(db)
  return rows
}

/** The number after which the lines come that were numbered from this time on. */
export async function numberBefore(db: Db, at: Date): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`
    select coalesce((select first_n - 1 from regulator.segment where at >= ${at}::timestamptz order by at, first_n limit 1),
      (select max(last_n) from regulator.segment), 0)::bigint as n`.execute(db)
  return rows[0]?.n ?? 0n
}

/** A day of the country with its bounds. */
export type Day = { readonly day: string; readonly from: Date; readonly to: Date }

/** When the file of a day is due: this long after the day has ended. */
const dueAfter = sql`interval '2 hours'`

export type NextDay = Day & { readonly now: Date; readonly isOver: boolean; readonly isDue: boolean }

/**
 * The first day without a file; undefined while no row is numbered. `isOver`: the day has ended, and `isDue`: two hours ago or earlier.
 */
export async function nextDay(db: Db, zone: string): Promise<NextDay | undefined> {
  const { rows } = await sql<NextDay>`
    select d.day::text as day, b.from, b.to, moment.now, moment.now >= b.to as "isOver", moment.now >= b.to + ${dueAfter} as "isDue"
    from (select coalesce(
        (select max(day) + 1 from regulator.day_file where made_at is not null),
        (select (min(at) at time zone ${zone}::text)::date from regulator.segment)) as day) d
      cross join lateral (select d.day::timestamp at time zone ${zone}::text as from, (d.day + 1)::timestamp at time zone ${zone}::text as to) b
      cross join (select platform.now() as now offset 0) moment
    where d.day is not null`.execute(db)
  return rows[0]
}

/** What a file is to be made of, by the process that claims it. */
export type Begun = {
  readonly day: string
  readonly uptoN: bigint
  readonly previous: string | null
  readonly begunAt: Date
  readonly claim: string
}

/** How long a process keeps a file that it makes, from the last time that it said so. */
const claimS = 60

/** Begins the file of a day, or continues what a stopped process has begun; undefined while another process makes it, or once it is made. */
export async function claimFile(
  db: Db,
  { day, uptoN, claim }: { day: string; uptoN: bigint; claim: string },
): Promise<Begun | undefined> {
  const { rows } = await sql<Begun>`
    insert into regulator.day_file as f (day, upto_n, previous, begun_at, claim, claimed_until)
    values (${day}::date, ${uptoN}::bigint, (select sha256 from regulator.day_file where day = ${day}::date - 1), platform.now(),
      ${claim}::uuid, platform.unmoved_now() + make_interval(secs => ${claimS}))
    on conflict (day) do update set claim = excluded.claim, claimed_until = excluded.claimed_until
      where f.made_at is null and (f.claimed_until is null or f.claimed_until < platform.unmoved_now())
    returning day::text as day, upto_n as "uptoN", previous, begun_at as "begunAt", claim`.execute(db)
  return rows[0]
}

/** Keeps a claim. False if another process has it. */
export async function keepClaim(db: Db, { day, claim }: Begun): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update regulator.day_file set claimed_until = platform.unmoved_now() + make_interval(secs => ${claimS})
    where day = ${day}::date and claim = ${claim}::uuid and made_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** Gives a claim up after a failure, so that the next run begins at once. */
export async function dropClaim(db: Db, { day, claim }: Begun): Promise<void> {
  await sql`
    update regulator.day_file set claimed_until = null where day = ${day}::date and claim = ${claim}::uuid and made_at is null`.execute(
    db,
  )
}

export type Content = { readonly sha256: string; readonly bytes: number; readonly lines: number }

/**
 * Marks a file as made, once it has its name: `rename` runs under the lock of the row, so that no process that lost its claim replaces the file of
 * another one. False if the claim was lost.
 */
export async function finishFile(
  db: Db,
  { day, claim }: Begun,
  { sha256, bytes, lines }: Content,
  rename: () => Promise<void>,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const { rows } = await sql`
      select from regulator.day_file where day = ${day}::date and claim = ${claim}::uuid and made_at is null for update`.execute(
      tx,
    )
    if (rows.length === 0) return false
    await rename()
    await sql`
      update regulator.day_file set sha256 = ${sha256}, bytes = ${bytes}::bigint, lines = ${lines}::bigint, made_at = platform.now(),
        claim = null, claimed_until = null
      where day = ${day}::date`.execute(tx)
    return true
  })
}

export type DayFile = {
  readonly day: string
  readonly uptoN: bigint
  readonly previous: string | null
  readonly sha256: string | null
  readonly bytes: bigint | null
  readonly lines: bigint | null
  readonly begunAt: Date
  readonly madeAt: Date | null
  readonly isClaimed: boolean
}

const fileColumns = sql`day::text as day, upto_n as "uptoN", previous, sha256, bytes, lines, begun_at as "begunAt", made_at as "madeAt",
  coalesce(claimed_until > platform.unmoved_now(), false) as "isClaimed"`

/** The file of a day; undefined if it is not begun. */
export async function fileOf(db: Db, day: string): Promise<DayFile | undefined> {
  const { rows } = await sql<DayFile>`
    select ${fileColumns} from regulator.day_file where day = ${day}::date`.execute(db)
  return rows[0]
}

/** The last file before a day. */
export async function fileBefore(db: Db, day: string): Promise<DayFile | undefined> {
  const { rows } = await sql<DayFile>`
    select ${fileColumns} from regulator.day_file where day < ${day}::date order by day desc limit 1`.execute(db)
  return rows[0]
}

/** The newest files, at most `most`. */
export async function newestFiles(db: Db, most: number): Promise<DayFile[]> {
  const { rows } = await sql<DayFile>`
    select ${fileColumns} from regulator.day_file order by day desc limit ${most}::int`.execute(db)
  return rows
}

export type Reader = {
  readonly name: string
  readonly what: 'stream' | 'file'
  readonly upto: string
  readonly address: string
  readonly at: Date
}

/** Notes how far a reader has read. */
export async function noteReader(db: Db, { name, what, upto, address }: Omit<Reader, 'at'>): Promise<void> {
  await sql`
    insert into regulator.reader (name, what, upto, address, at) values (${name}, ${what}, ${upto}, ${address}, platform.now())
    on conflict (name, what) do update set upto = excluded.upto, address = excluded.address, at = excluded.at`.execute(
    db,
  )
}

/** The readers, the latest first. */
export async function readers(db: Db): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select name, what, upto, address, at from regulator.reader order by at desc limit 100`.execute(db)
  return rows
}
