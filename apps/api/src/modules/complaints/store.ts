import { sql } from 'kysely'
import type { complaintSubjects } from '@nare/contract/complaints'
import type { Db, Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'
import { waitingIn, type Waiting } from '#platform/waiting'

export type ComplaintRow = {
  readonly id: bigint
  readonly bettor: bigint
  readonly command: string
  readonly about: (typeof complaintSubjects)[number]
  readonly ref: string | null
  readonly text: string
  readonly at: Date
  readonly answer: string | null
  readonly answeredAt: Date | null
  readonly answeredBy: string | null
}

const columns = sql`complaint_id as id, bettor_id as bettor, command_id::text as command, about, ref, text, at, answer,
  answered_at as "answeredAt", answered_by as "answeredBy"`

/** The complaint of a command. */
export async function ofCommand(tx: Tx, bettor: bigint, command: string): Promise<ComplaintRow | undefined> {
  const { rows } = await sql<ComplaintRow>`
    select ${columns} from complaints.complaint where bettor_id = ${bettor}::bigint and command_id = ${command}::uuid`.execute(
    tx,
  )
  return rows[0]
}

/** How many complaints of a bettor wait, and how many were made within 24 hours. */
export async function countOf(tx: Tx, bettor: bigint): Promise<{ waiting: number; lately: number }> {
  const { rows } = await sql<{ waiting: number; lately: number }>`
    select count(*) filter (where answered_at is null)::int as waiting,
      count(*) filter (where at > platform.now() - interval '24 hours')::int as lately
    from complaints.complaint where bettor_id = ${bettor}::bigint`.execute(tx)
  return rows[0] ?? { waiting: 0, lately: 0 }
}

export type NewComplaint = Pick<ComplaintRow, 'bettor' | 'command' | 'about' | 'ref' | 'text'>

export async function insert(tx: Tx, { bettor, command, about, ref, text }: NewComplaint): Promise<ComplaintRow> {
  const { rows } = await sql<ComplaintRow>`
    insert into complaints.complaint (bettor_id, command_id, about, ref, text, at)
    values (${bettor}::bigint, ${command}::uuid, ${about}, ${ref}, ${text}, platform.now()) returning ${columns}`.execute(
    tx,
  )
  const [made] = rows
  if (!made) throw new Error('the complaint was not stored')
  return made
}

/** A complaint, locked until the transaction ends. */
export async function lock(tx: Tx, id: bigint): Promise<ComplaintRow | undefined> {
  const { rows } = await sql<ComplaintRow>`
    select ${columns} from complaints.complaint where complaint_id = ${id}::bigint for update`.execute(tx)
  return rows[0]
}

export async function writeAnswer(
  tx: Tx,
  { id, answer, by }: { id: bigint; answer: string; by: string },
): Promise<void> {
  await sql`
    update complaints.complaint set answer = ${answer}, answered_at = platform.now(), answered_by = ${by}
    where complaint_id = ${id}::bigint`.execute(tx)
}

/** The complaints of a bettor, the newest first. */
export const ofBettor = (db: Db, bettor: bigint, page: Page): Promise<Paged<ComplaintRow>> =>
  readPage<ComplaintRow>(
    db,
    {
      columns,
      from: sql`complaints.complaint where bettor_id = ${bettor}::bigint`,
      order: [{ by: sql`complaint_id`, type: 'number', desc: true }],
    },
    page,
  )

/** Those that wait, the oldest first, or those that were answered, the newest first. */
export const ofHouse = (db: Db, isAnswered: boolean, page: Page): Promise<Paged<ComplaintRow>> =>
  readPage<ComplaintRow>(
    db,
    {
      columns,
      from: sql`complaints.complaint where (answered_at is not null) = ${isAnswered}::boolean`,
      order: [{ by: sql`complaint_id`, type: 'number', desc: isAnswered }],
    },
    page,
  )

export const waiting = (db: Db): Promise<Waiting> =>
  waitingIn(db, sql`complaints.complaint where answered_at is null`, sql`at`)

/** The bettor of a complaint. */
export async function bettorOf(db: Db, id: bigint): Promise<bigint | undefined> {
  const { rows } = await sql<{ bettor: bigint }>`
    select bettor_id as bettor from complaints.complaint where complaint_id = ${id}::bigint`.execute(db)
  return rows[0]?.bettor
}
