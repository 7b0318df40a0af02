import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'
import { random } from '#platform/random'
import { sweepInRounds } from './sweep.ts'

const lifeDays = 365
const rotatedAfterDays = 7
/** For so long a token that was replaced is still known, in case the answer with the new one was lost. */
const replacedLifeS = 24 * 60 * 60
/** How many bettors one browser stays known to when its token is replaced. */
const sharersMost = 10

export type Devices = ReturnType<typeof openDevices>

/**
 * The browsers in which bettors have logged in, by random tokens of which only the SHA-256 is stored. Only a bettor whose number is
 * proven has known devices, `most` of them at once; one that is not used for a year is forgotten.
 */
export function openDevices({ db, most }: { db: Db; most: number }) {
  return {
    /** The hash of a device token, as text, where it belongs to this bettor; asks the database for an unknown bettor too. */
    async knows(token: string, bettor: bigint | undefined): Promise<string | undefined> {
      const hash = hashOf(token)
      const found = await sql`
        select from identity.device
        where token_hash = ${hash} and bettor = ${bettor ?? 0n}::bigint and expires_at > platform.now()`.execute(db)
      return found.rows.length > 0 ? hash.toString('base64url') : undefined
    },

    /**
     * Makes a browser known to a bettor who has just proven who they are. Answers the token that the browser shall keep: another
     * one where it had none, or one older than a week; the browser stays known to the other bettors who use it.
     */
    async bind(tx: Tx, bettor: bigint, presented: string | undefined): Promise<string> {
      const kept = presented === undefined ? undefined : await keepToken(tx, presented, bettor)
      const token = kept ?? random.token(32)
      if (!kept && presented !== undefined) await moveBindings(tx, { from: hashOf(presented), to: hashOf(token) })
      await sql`
        insert into identity.device (token_hash, bettor, bound_at, used_at, expires_at)
        values (${hashOf(token)}, ${bettor}::bigint, platform.now(), platform.now(), platform.now() + make_interval(days => ${lifeDays}::int))
        on conflict (token_hash, bettor) do update set used_at = excluded.used_at, expires_at = excluded.expires_at`.execute(
        tx,
      )
      await sql`
        delete from identity.device where bettor = ${bettor}::bigint and token_hash in (
          select token_hash from identity.device where bettor = ${bettor}::bigint
          order by used_at desc, token_hash offset ${most}::int)`.execute(tx)
      return token
    },

    /** Forgets every device of a bettor, because whoever logged in there may have been somebody else. */
    async forgetAll(tx: Tx, bettor: bigint): Promise<void> {
      await sql`delete from identity.device where bettor = ${bettor}::bigint`.execute(tx)
    },

    /** Removes devices that are forgotten, a bounded number. */
    sweep: (): Promise<void> =>
      sweepInRounds(async (most) => {
        const swept = await sql`
          delete from identity.device where ctid = any(array(
            select ctid from identity.device where expires_at < platform.now() limit ${most}::int)) returning 1`.execute(
          db,
        )
        return swept.rows.length
      }),
  }
}

/** The presented token, where it is this bettor's and young enough to stay. */
async function keepToken(tx: Tx, token: string, bettor: bigint): Promise<string | undefined> {
  const found = await sql`
    select from identity.device where token_hash = ${hashOf(token)} and bettor = ${bettor}::bigint
      and expires_at > platform.now() and bound_at > platform.now() - make_interval(days => ${rotatedAfterDays}::int)
    for update`.execute(tx)
  return found.rows.length > 0 ? token : undefined
}

/** Makes a new token known to the latest bettors to whom an older one is; the older one ends soon. */
async function moveBindings(tx: Tx, { from, to }: { from: Buffer; to: Buffer }): Promise<void> {
  await sql`
    insert into identity.device (token_hash, bettor, bound_at, used_at, expires_at)
    select ${to}, bettor, platform.now(), used_at, expires_at from identity.device
    where token_hash = ${from} and expires_at > platform.now()
    order by used_at desc limit ${sharersMost}::int`.execute(tx)
  await sql`
    update identity.device set expires_at = least(expires_at, platform.now() + make_interval(secs => ${replacedLifeS}::int))
    where token_hash = ${from}`.execute(tx)
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
