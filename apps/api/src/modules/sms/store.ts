import { sql } from 'kysely'
import type { IncomingSms } from '#modules/identity/identity'
import { queryRows, type Db } from '#platform/db'
import type { Language } from './commands.ts'

/** Stores a message once, however often it is delivered. */
export async function insertMessage(db: Db, { id, msisdn, text, sentAt }: IncomingSms): Promise<void> {
  await sql`
    insert into sms.message (id, msisdn, body, sent_at) values (${id}, ${msisdn}, ${text}, ${sentAt ?? null}::timestamptz)
    on conflict (id) do nothing`.execute(db)
}

export type Claimed = {
  readonly id: string
  readonly msisdn: string
  readonly text: string
  readonly attempts: number
  /** Seconds since the message was sent, or since it was received if the provider gave no time. */
  readonly ageS: number
  /** The number of messages from the sender in the last ten minutes, including this one. */
  readonly recent: number
  /** The number of the sender's messages that got a reply in the last day. */
  readonly answeredToday: number
  /** The language of the sender's last message with a language. */
  readonly lastLanguage: Language | null
}

/** Claims the oldest waiting message for this process, if there is one. A message whose process died can be claimed again after `reclaimAfterS` seconds. */
export function claimMessage(db: Db, reclaimAfterS: number): Promise<Claimed[]> {
  return queryRows<Claimed>(db)`
    with claimed as (
      update sms.message set claimed_at = platform.now(), attempts = attempts + 1
      where id = (
        select id from sms.message
        where answered_at is null and (claimed_at is null or claimed_at < platform.now() - make_interval(secs => ${reclaimAfterS}::int))
        order by received_at, id limit 1 for update skip locked)
      returning id, msisdn, body, attempts, sent_at, received_at)
    select c.id, c.msisdn, c.body as text, c.attempts,
      extract(epoch from platform.now() - least(c.sent_at, c.received_at))::float8 as "ageS",
      (select count(*)::int from sms.message m where m.msisdn = c.msisdn and m.received_at <= c.received_at
        and m.received_at > c.received_at - interval '10 minutes') as recent,
      (select count(*)::int from sms.message m where m.msisdn = c.msisdn and m.reply is not null
        and m.received_at > c.received_at - interval '1 day') as "answeredToday",
      (select m.language from sms.message m where m.msisdn = c.msisdn and m.language is not null and m.id <> c.id
        order by m.received_at desc limit 1) as "lastLanguage"
    from claimed c`
}

/** Counts an answer to a number without an account; false if all such numbers together have had `hourMax` answers in this hour. */
export async function countStrangerAnswer(db: Db, hourMax: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sms.stranger_answers as s (hour, answers) values (date_trunc('hour', platform.now()), 1)
    on conflict (hour) do update set answers = s.answers + 1 where s.answers < ${hourMax}::int`.execute(db)
  return numAffectedRows === 1n
}

/** Closes a message with its reply; false if another process has closed it. */
export async function endMessage(
  db: Db,
  {
    id,
    reply,
    language,
    referred,
  }: { id: string; reply: string | undefined; language: Language | undefined; referred?: bigint | undefined },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sms.message set reply = ${reply ?? null}, language = ${language ?? null}, referred = ${referred ?? null}::bigint,
      answered_at = platform.now()
    where id = ${id} and answered_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** A message whose bet waited for a trader when it was answered, and what its sender was told since. */
export type ReferredMessage = {
  readonly id: string
  readonly msisdn: string
  readonly text: string
  readonly language: Language | null
  readonly referred: bigint
  readonly told: 'offered' | null
}

/** The next messages whose senders have not been told yet how their bet ended, by the ids of the bets. */
export function referredMessages(
  db: Db,
  { after = 0n, count }: { after: bigint | undefined; count: number },
): Promise<ReferredMessage[]> {
  return queryRows<ReferredMessage>(db)`
    select id, msisdn, body as text, language, referred, told from sms.message
    where referred > ${after}::bigint and told is distinct from 'ended' order by referred limit ${count}::int`
}

/** Marks what the sender of a message is told; false if that, or the end, was marked before. */
export async function markTold(db: Db, { id, told }: { id: string; told: 'offered' | 'ended' }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sms.message set told = ${told}
    where id = ${id} and told is distinct from ${told} and told is distinct from 'ended'`.execute(db)
  return numAffectedRows === 1n
}

/** Removes a bounded number of messages that are older than `days`. */
export async function sweepMessages(db: Db, { days, most }: { days: number; most: number }): Promise<void> {
  await sql`
    delete from sms.message where id in (
      select id from sms.message where received_at < platform.now() - make_interval(days => ${days}::int)
      order by received_at limit ${most}::int)`.execute(db)
  await sql`delete from sms.stranger_answers where hour < platform.now() - make_interval(days => ${days}::int)`.execute(
    db,
  )
}
