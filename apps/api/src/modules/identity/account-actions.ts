import { sql } from 'kysely'
import { fieldFacts } from '@nare/contract/field-codes'
import { invitationIn } from '@nare/contract/inviting'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import { queryRows, transact, type Db, type Tx } from '#platform/db'
import { dropCodes } from './messages/messages.ts'
import type { Parts } from './parts.ts'
import { revokeSession } from './sessions/sessions.ts'
import * as store from './store.ts'

/** What an operator writes about a bettor, or to a bettor. */
export type Writing = { readonly bettor: bigint; readonly text: string; readonly by: string }
export type WrittenRow = { readonly id: bigint; readonly at: Date }

/**
 * Locks a bettor's row until the transaction ends, so that no login is in progress: each one reads under a share lock of the row. Returns
 * the number; undefined if there is no such account.
 */
export async function lockAccount(tx: Tx, bettor: bigint): Promise<string | undefined> {
  const rows = await queryRows<{ msisdn: string }>(tx)`
    select msisdn from identity.bettor where id = ${bettor}::bigint for update`
  return rows[0]?.msisdn
}

/** The numbers among these whose owners want no messages of ours. */
export async function optedOut(db: Db | Tx, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await queryRows<{ msisdn: string }>(db)`
    select msisdn from identity.sms_number where msisdn = any(${numbers}::text[]) and opted_out_at is not null`
  return new Set(rows.map(({ msisdn }) => msisdn))
}

/** Opens what operators do with an account and its number. */
export function openAccountActions({ deps: { db }, sessions, devices, messages }: Parts) {
  return {
    /** Keeps a note about a bettor for good. Refused as `not_found` without such an account. */
    async note(tx: Tx, { bettor, text, by }: Writing): Promise<Outcome<WrittenRow, 'not_found'>> {
      const rows = await queryRows<WrittenRow>(tx)`
        insert into identity.bettor_note (bettor, text, by, at)
        select id, ${text}, ${by}, platform.now() from identity.bettor where id = ${bettor}::bigint
        returning id, at`
      return rows[0] ? done(rows[0]) : refused('not_found')
    },

    /**
     * Writes a service message to a bettor; `sendMessage` sends it after the commit. It advertises nothing, so breaks and limits do not stop it: a text that
     * invites to play is invalid_input. A bettor who has blocked our messages gets none (not_available).
     */
    async message(
      tx: Tx,
      { bettor, text, by }: Writing,
    ): Promise<Outcome<WrittenRow, 'not_found' | 'not_available' | 'invalid_input'>> {
      const found = invitationIn(text)
      if (found !== undefined)
        return refused(
          'invalid_input',
          fieldFacts({
            text: { code: 'not_valid', sentence: `“${found}” invites to play: this is no message of service` },
          }),
        )
      const [account] = await store.bettorsById(tx, [bettor])
      if (!account) return refused('not_found')
      if (await hasBlocked(tx, account.msisdn))
        return refused('not_available', undefined, 'This number takes no messages')
      const rows = await queryRows<WrittenRow>(tx)`
        insert into identity.bettor_message (bettor, text, by, at)
        values (${bettor}::bigint, ${text}, ${by}, platform.now()) returning id, at`
      return rows[0] ? done(rows[0]) : refused('not_found')
    },

    /** Sends a written message by SMS, after the response and at most once. The history shows one that was certainly not sent. */
    async sendMessage(id: bigint): Promise<void> {
      const rows = await queryRows<Pick<Writing, 'bettor' | 'text'>>(db)`
        update identity.bettor_message set handed_at = platform.now()
        where id = ${id}::bigint and handed_at is null returning bettor, text`
      const [handed] = rows
      const [account] = handed ? await store.bettorsById(db, [handed.bettor]) : []
      if (handed && account) messages.sendSms({ to: account.msisdn, text: handed.text }, () => markFailed(db, id))
    },

    /**
     * Gives an account another number, which no other account may have (msisdn_taken). Its sessions end, its devices are forgotten, and no
     * code to either number is valid any more. Its passkeys stay, and are asked for at withdrawals for a day. `ended` must be called after the commit.
     */
    async changeNumber(
      tx: Tx,
      { bettor, msisdn }: { readonly bettor: bigint; readonly msisdn: string },
    ): Promise<Outcome<undefined, 'not_found' | 'msisdn_taken'>> {
      const before = await lockAccount(tx, bettor)
      if (before === undefined) return refused('not_found')
      for (const number of [before, msisdn].toSorted()) await store.lockNumber(tx, number)
      if (await store.bettorOf(tx, msisdn)) return refused('msisdn_taken')
      await sql`update identity.bettor set msisdn = ${msisdn}, ${store.newCredentials}
        where id = ${bettor}::bigint`.execute(tx)
      await dropCodes(tx, before)
      await dropCodes(tx, msisdn)
      await sessions.revokeAll(tx, bettor)
      await devices.forgetAll(tx, bettor)
      return done(undefined)
    },

    /** Ends every session of a bettor, and returns their number. Refused as `not_found` without such an account. */
    async endSessions(bettor: bigint): Promise<Outcome<number, 'not_found'>> {
      const ended = await transact(db, async (tx) => {
        if ((await lockAccount(tx, bettor)) === undefined) return undefined
        const live = await liveSessions(tx, bettor)
        await sessions.revokeAll(tx, bettor)
        return live
      })
      sessions.forget(bettor)
      return ended === undefined ? refused('not_found') : done(ended)
    },

    /** Ends one session of a bettor. Refused as `not_found` without a live one of this number. */
    async endSession(bettor: bigint, no: bigint): Promise<Outcome<undefined, 'not_found'>> {
      const isEnded = await transact(db, (tx) => revokeSession(tx, { bettor, no }))
      sessions.forget(bettor)
      return isEnded ? done(undefined) : refused('not_found')
    },

    /** Drops a bettor's sessions from the caches, after a commit that ended them. */
    ended: (bettor: bigint): void => sessions.forget(bettor),
  }
}

async function liveSessions(tx: Tx, bettor: bigint): Promise<number> {
  const rows = await queryRows<{ count: number }>(tx)`
    select count(*)::int as count from identity.session
    where bettor = ${bettor}::bigint and ended_at is null and expires_at > platform.now()`
  return rows[0]?.count ?? 0
}

const hasBlocked = async (db: Db | Tx, msisdn: string): Promise<boolean> => (await optedOut(db, [msisdn])).has(msisdn)

async function markFailed(db: Db, id: bigint): Promise<void> {
  await sql`update identity.bettor_message set failed_at = platform.now() where id = ${id}::bigint`.execute(db)
}
