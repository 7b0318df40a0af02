import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import { isBefore, microsOf, type Place, type Stretch } from '#platform/timeline'

type OfBettor = Stretch & { readonly bettor: bigint }

export type SessionStep = Place & { readonly step: 'opened' | 'ended' | 'revoked' }

/** The beginnings and ends of a bettor's sessions, newest first. Expired sessions are kept for 60 days. */
export function sessionSteps(db: Db, { bettor, before, most }: OfBettor): Promise<SessionStep[]> {
  return queryRows<SessionStep>(db)`
    select s.id, ${microsOf(sql`s.at`)} as at, s.step from (
      select 2 * no as id, opened_at as at, 'opened' as step from identity.session where bettor = ${bettor}::bigint
      union all
      select 2 * no + 1, ended_at, case when revoked then 'revoked' else 'ended' end
      from identity.session where bettor = ${bettor}::bigint and ended_at is not null) s
    where ${isBefore(sql`s.at`, sql`s.id`, before)} order by s.at desc, s.id desc limit ${most}::int`
}

export type IdentityStep = Place & {
  readonly step: 'signed_up' | 'number_confirmed' | 'submitted' | 'passed' | 'failed' | 'wanted'
  readonly document: string | null
  readonly reason: string | null
  readonly by: string | null
}

/** What happened to the identity of a bettor, newest first: sign-up, number, documents and their decisions. */
export function identitySteps(db: Db, { bettor, before, most }: OfBettor): Promise<IdentityStep[]> {
  return queryRows<IdentityStep>(db)`
    select s.id, ${microsOf(sql`s.at`)} as at, s.step, s.document, s.reason, s.by from (
      select 1::bigint as id, signed_up_at as at, 'signed_up' as step, null as document, null as reason, null as by
      from identity.bettor where id = ${bettor}::bigint
      union all
      select 2, verified_at, 'number_confirmed', null, null, null
      from identity.bettor where id = ${bettor}::bigint and verified_at is not null
      union all
      select 3, at, 'wanted', null, reason, by from identity.kyc_wanted where bettor = ${bettor}::bigint
      union all
      select 2 + 2 * id, submitted_at, 'submitted', kind, null, null from identity.kyc_case where bettor = ${bettor}::bigint
      union all
      select 3 + 2 * id, changed_at, state, kind, reason, decided_by
      from identity.kyc_case where bettor = ${bettor}::bigint and state in ('passed', 'failed')) s
    where ${isBefore(sql`s.at`, sql`s.id`, before)} order by s.at desc, s.id desc limit ${most}::int`
}

export type Written = Place & { readonly text: string; readonly by: string }

/** The notes about a bettor, newest first. */
export function notesOf(db: Db, { bettor, before, most }: OfBettor): Promise<Written[]> {
  return queryRows<Written>(db)`
    select n.id, ${microsOf(sql`n.at`)} as at, n.text, n.by from identity.bettor_note n
    where n.bettor = ${bettor}::bigint and ${isBefore(sql`n.at`, sql`n.id`, before)}
    order by n.at desc, n.id desc limit ${most}::int`
}

export type Message = Written & { readonly failed: boolean }

/** The messages that operators sent to a bettor, newest first. One that its process never handed over, because it was killed, has failed. */
export function messagesOf(db: Db, { bettor, before, most }: OfBettor): Promise<Message[]> {
  return queryRows<Message>(db)`
    select m.id, ${microsOf(sql`m.at`)} as at, m.text, m.by, 
      m.failed_at is not null or (m.handed_at is null and m.at < platform.now() - interval '1 minute') as failed
    from identity.bettor_message m
    where m.bettor = ${bettor}::bigint and ${isBefore(sql`m.at`, sql`m.id`, before)}
    order by m.at desc, m.id desc limit ${most}::int`
}
