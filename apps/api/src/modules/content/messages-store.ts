import { sql } from 'kysely'
import type { messageChannels, messageKinds, messageStates } from '@nare/contract/messages'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'
import { waitingIn, type Waiting } from '#platform/waiting'

export type State = (typeof messageStates)[number]
export type MessageRow = {
  readonly id: bigint
  readonly kind: (typeof messageKinds)[number]
  readonly channel: (typeof messageChannels)[number]
  readonly textEn: string
  readonly textSw: string
  readonly approval: string | null
  readonly author: string
  readonly at: Date
  readonly approvedBy: string | null
  readonly approvedAt: Date | null
  readonly stoppedBy: string | null
  readonly state: State
}
export type Content = Pick<MessageRow, 'kind' | 'channel' | 'textEn' | 'textSw' | 'approval'>
export type Counts = Readonly<
  Record<
    'people' | 'waiting' | 'sent' | 'failed' | 'unknown' | 'refused' | 'parts' | 'bySms' | 'delivered' | 'undelivered',
    number
  >
>
export type To = { readonly message: bigint; readonly bettor: bigint }
export type Decision = To & {
  readonly state: 'handed' | 'sent' | 'refused'
  readonly why: 'not_found' | 'opted_out' | 'protected' | 'no_consent' | null
  readonly lang: 'en' | 'sw'
  readonly parts: number
  readonly text: string | null
  /** Whether the bettor reads it in the app too. */
  readonly inApp: boolean
}

const state = sql`case when stopped_at is not null then 'stopped' when approved_at is null then 'draft'
  when exists (select from content.message_to t where t.message_id = m.id and t.state in ('waiting', 'handed')) then 'sending' else 'sent' end`
const columns = sql`m.id, kind, channel, text_en as "textEn", text_sw as "textSw", approval, author, at, approved_by as "approvedBy",
  approved_at as "approvedAt", stopped_by as "stoppedBy", ${state} as state`

export async function insertMessage(
  tx: Tx,
  {
    kind,
    channel,
    textEn,
    textSw,
    approval,
    author,
    reason,
    to,
  }: Content & { author: string; reason: string; to: readonly bigint[] },
): Promise<bigint> {
  const made = await queryRow<{ id: bigint }>(tx)`
    insert into content.message (kind, channel, text_en, text_sw, approval, author, reason, at)
    values (${kind}, ${channel}, ${textEn}, ${textSw}, ${approval}, ${author}, ${reason}, platform.now()) returning id`
  if (!made) throw new Error('the message was not stored')
  await sql`
    insert into content.message_to (message_id, bettor)
    select ${made.id}::bigint, unnest(${to}::bigint[]) on conflict do nothing`.execute(tx)
  return made.id
}

export const messageOf = (db: Db | Tx, id: bigint): Promise<MessageRow | undefined> =>
  queryRow<MessageRow>(db)`select ${columns} from content.message m where id = ${id}::bigint`

/** Messages in a state, or all, the newest first. */
export const page = (db: Db, of: State | undefined, asked: Page): Promise<Paged<MessageRow>> =>
  readPage<MessageRow>(
    db,
    {
      columns,
      from: sql`content.message m where (${of ?? null}::text is null or ${state} = ${of ?? null}::text)`,
      order: [{ by: sql`m.id`, type: 'number', desc: true }],
    },
    asked,
  )

/** The drafts that wait for another person. */
export const messagesWaiting = (db: Db): Promise<Waiting> =>
  waitingIn(db, sql`content.message where approved_at is null and stopped_at is null`, sql`at`)

/** The author of a message, locked until the transaction ends. */
export async function lockAuthor(tx: Tx, id: bigint): Promise<string | undefined> {
  const row = await queryRow<{ author: string }>(tx)`
    select author from content.message where id = ${id}::bigint for update`
  return row?.author
}

/** Approves a draft that nobody has approved or stopped; whether it did. */
export async function approve(tx: Tx, id: bigint, by: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update content.message set approved_by = ${by}, approved_at = platform.now()
    where id = ${id}::bigint and approved_at is null and stopped_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Drops a draft, or stops a message that somebody waits for; one that is sent stays so. */
export async function stop(tx: Tx, id: bigint, by: string): Promise<void> {
  await sql`
    update content.message set stopped_by = ${by}, stopped_at = platform.now()
    where id = ${id}::bigint and stopped_at is null and (approved_at is null
      or exists (select from content.message_to t where t.message_id = ${id}::bigint and t.state = 'waiting'))`.execute(
    tx,
  )
}

/** What became of some people of a message, as the columns of `content.message_past` after `people` say it. */
export const endedSums = sql`count(*) filter (where state = 'sent'), count(*) filter (where state = 'failed'),
  count(*) filter (where state = 'unknown'), count(*) filter (where state = 'refused'),
  coalesce(sum(parts) filter (where state in ('sent', 'unknown')), 0), count(*) filter (where parts > 0 and state in ('sent', 'unknown')),
  count(*) filter (where delivery = 'delivered'), count(*) filter (where delivery = 'failed')`

/** What became of the people of these messages, also of those whose rows are deleted. */
export async function countsOf(db: Db, ids: readonly bigint[]): Promise<Map<bigint, Counts>> {
  const rows = await queryRows<Counts & { id: bigint }>(db)`
    select id, sum(people)::int as people, sum(waiting)::int as waiting, sum(sent)::int as sent, sum(failed)::int as failed,
      sum(unknown)::int as unknown, sum(refused)::int as refused, sum(parts)::int as parts, sum(by_sms)::int as "bySms",
      sum(delivered)::int as delivered, sum(undelivered)::int as undelivered
    from (
      select message_id as id, people, 0 as waiting, sent, failed, unknown, refused, parts, by_sms, delivered, undelivered
      from content.message_past where message_id = any(${ids}::bigint[])
      union all
      select message_id, count(*), count(*) filter (where state in ('waiting', 'handed')), ${endedSums}
      from content.message_to where message_id = any(${ids}::bigint[]) group by message_id) counted
    group by id`
  return new Map(rows.map((row) => [row.id, row]))
}

/** The people of a message after a bettor, by their ids. */
export async function peopleOf(
  db: Db,
  id: bigint,
  { after, most }: { after: bigint; most: number },
): Promise<bigint[]> {
  const rows = await queryRows<{ bettor: bigint }>(db)`
    select bettor from content.message_to where message_id = ${id}::bigint and bettor > ${after}::bigint order by bettor limit ${most}::int`
  return rows.map(({ bettor }) => bettor)
}

/**
 * Locks the next people of a message that is being sent, of one about security first; nobody else gets them until the transaction ends. The message is found first, so that
 * the people of drafts, who may be a hundred times as many, are not read.
 */
export async function nextPeople(
  tx: Tx,
  { isQuiet, most }: { isQuiet: boolean; most: number },
): Promise<(To & Content)[]> {
  return queryRows<To & Content>(tx)`
    select t.message_id as message, t.bettor, m.kind, m.channel, m.text_en as "textEn", m.text_sw as "textSw", m.approval
    from (
        select a.* from content.message a
          cross join lateral (select from content.message_to w where w.message_id = a.id and w.state = 'waiting' limit 1) waits
        where a.approved_at is not null and a.stopped_at is null and (a.kind = 'security' or not ${isQuiet}::boolean)
        order by a.kind <> 'security', a.id limit 1) m
      join content.message_to t on t.message_id = m.id
    where t.state = 'waiting' order by t.bettor limit ${most}::int for update of t skip locked`
}

export async function decide(tx: Tx, decisions: readonly Decision[]): Promise<void> {
  const list = <K extends keyof Decision>(key: K) => decisions.map((one) => one[key])
  await sql`
    update content.message_to t set state = d.state, why = d.why, lang = d.lang, parts = d.parts, text = d.text,
      in_app = d.in_app, at = platform.now()
    from unnest(${list('message')}::bigint[], ${list('bettor')}::bigint[], ${list('state')}::text[], ${list('why')}::text[],
      ${list('lang')}::text[], ${list('parts')}::int[], ${list('text')}::text[],
      ${list('inApp')}::boolean[]) d (message_id, bettor, state, why, lang, parts, text, in_app)
    where t.message_id = d.message_id and t.bettor = d.bettor`.execute(tx)
}

/** What a process that ended had handed over: nobody knows whether it arrived, so it is not sent again. */
export async function endHanded(db: Db, seconds: number): Promise<void> {
  await sql`
    update content.message_to set state = 'unknown'
    where state = 'handed' and at < platform.now() - make_interval(secs => ${seconds}::int)`.execute(db)
}

export type InboxRow = { readonly id: bigint; readonly text: string; readonly at: Date }

/** What a bettor got in the app, the newest first. */
export const inbox = (db: Db, bettor: bigint, asked: Page): Promise<Paged<InboxRow>> =>
  readPage<InboxRow>(
    db,
    {
      columns: sql`t.message_id as id, t.text, t.at`,
      from: sql`content.message_to t join content.message m on m.id = t.message_id
        where t.bettor = ${bettor}::bigint and t.state not in ('waiting', 'refused') and m.channel <> 'sms' and t.in_app`,
      order: [{ by: sql`t.message_id`, type: 'number', desc: true }],
    },
    asked,
  )
