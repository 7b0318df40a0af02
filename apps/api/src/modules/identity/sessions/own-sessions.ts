import { sql } from 'kysely'
import { done, refused } from '@nare/contract/outcome'
import { queryRows, transact, type Db, type Tx } from '#platform/db'
import type { Session } from '#platform/session'
import { notifyChanged } from './session-store.ts'

type OwnSession = {
  readonly no: bigint
  readonly device: string | null
  readonly openedAt: Date
  readonly usedAt: Date
  readonly expiresAt: Date
  readonly passkey: bigint | null
  readonly current: boolean
}

/** Opens what a bettor sees of the own sessions, and how others of them end. `forget` drops them from the caches after the commit. */
export function openOwnSessions({ db, forget }: { db: Db; forget: (bettor: bigint) => void }) {
  async function end(session: Session, which: { no: string } | 'others'): Promise<number> {
    const ended = await transact(db, async (tx) => {
      const condition =
        which === 'others' ? sql`s.signing_key <> ${session.signingKey}` : sql`s.no = ${which.no}::bigint`
      return endWhere(tx, session.bettor, condition)
    })
    if (ended > 0) forget(session.bettor)
    return ended
  }

  return {
    async list(session: Session) {
      const rows = await queryRows<OwnSession>(db)`
        select no, device, opened_at as "openedAt", coalesce(last_used_at, opened_at) as "usedAt", expires_at as "expiresAt", passkey,
          signing_key = ${session.signingKey} as current
        from identity.session
        where bettor = ${session.bettor}::bigint and ended_at is null and expires_at > platform.now()
        order by current desc, "usedAt" desc, no desc limit 100`
      return done({
        data: rows.map(({ no, device, openedAt, usedAt, expiresAt, passkey, current }) => ({
          session_id: no.toString(),
          device,
          opened_at: openedAt.toISOString(),
          last_used_at: usedAt.toISOString(),
          expires_at: expiresAt.toISOString(),
          by_passkey: passkey !== null,
          current,
        })),
      })
    },

    /** Ends one session, also this one. */
    async end(session: Session, id: string) {
      const ended = /^[1-9]\d{0,17}$/.test(id) ? await end(session, { no: id }) : 0
      return ended > 0 ? done({ ended }) : refused('not_found')
    },

    endOthers: async (session: Session) => done({ ended: await end(session, 'others') }),
  }
}

/** Ends the sessions that a passkey has opened, but not the one that asks for it. */
export async function endOpenedBy(tx: Tx, { session, passkey }: { session: Session; passkey: bigint }): Promise<void> {
  await endWhere(tx, session.bettor, sql`s.passkey = ${passkey}::bigint and s.signing_key <> ${session.signingKey}`)
}

/** Ends one session of a bettor by its number, as the house does: what it sent and still waits for its delay is refused. */
export async function revokeSession(tx: Tx, { bettor, no }: { bettor: bigint; no: bigint }): Promise<boolean> {
  const ended = await queryRows(tx)`
    update identity.session set ended_at = platform.now(), revoked = true
    where bettor = ${bettor}::bigint and no = ${no}::bigint and ended_at is null and expires_at > platform.now() returning 1`
  if (ended.length > 0) await notifyChanged(tx, bettor)
  return ended.length > 0
}

/** Ends the sessions of a bettor that a passkey has opened, by the number of the passkey. */
export const endSessionsOf = (tx: Tx, { bettor, passkey }: { bettor: bigint; passkey: bigint }): Promise<number> =>
  endWhere(tx, bettor, sql`s.passkey = ${passkey}::bigint`)

async function endWhere(tx: Tx, bettor: bigint, condition: ReturnType<typeof sql>): Promise<number> {
  const ended = await queryRows(tx)`
    update identity.session s set ended_at = platform.now()
    where s.bettor = ${bettor}::bigint and s.ended_at is null and s.expires_at > platform.now() and ${condition} returning 1`
  if (ended.length > 0) await notifyChanged(tx, bettor)
  return ended.length
}
