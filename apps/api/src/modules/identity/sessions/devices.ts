import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'
import { random } from '#platform/random'
import { sweepInRounds } from '../sweep.ts'

const lifeDays = 365
const rotatedAfterDays = 7
/** A replaced token stays valid this long, in case the response with the new one was lost. */
const replacedLifeS = 24 * 60 * 60
/** The maximum number of bettors of one browser that are moved to its new token. */
const sharersMax = 10

export type Devices = ReturnType<typeof openDevices>

/**
 * Recognised devices: browsers in which a bettor has logged in, identified by random tokens. Only the SHA-256 of a token is stored. Only verified
 * bettors have recognised devices, at most `most`. A device that is not used for a year is removed.
 */
export function openDevices({ db, most }: { db: Db; most: number }) {
  return {
    /** The hash of a device token, as text, if the token belongs to this bettor. Queries the database even without a bettor, for equal timing. */
    async recognisedHash(token: string, bettor: bigint | undefined): Promise<string | undefined> {
      const hash = hashOf(token)
      const found = await sql`
        select from identity.device
        where token_hash = ${hash} and bettor = ${bettor ?? 0n}::bigint and expires_at > platform.now()`.execute(db)
      return found.rows.length > 0 ? hash.toString('base64url') : undefined
    },

    /**
     * Stores a browser as a recognised device of a bettor who has just logged in. Returns the token to store in the browser: a new one if it
     * has none or one older than a week. The browser stays recognised for its other bettors.
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

    /** Removes every device of a bettor, because another person may have logged in there. */
    async forgetAll(tx: Tx, bettor: bigint): Promise<void> {
      await sql`delete from identity.device where bettor = ${bettor}::bigint`.execute(tx)
    },

    /** Removes expired devices, a bounded number. */
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

/** The presented token, if it is this bettor's and not due for replacement. */
async function keepToken(tx: Tx, token: string, bettor: bigint): Promise<string | undefined> {
  const found = await sql`
    select from identity.device where token_hash = ${hashOf(token)} and bettor = ${bettor}::bigint
      and expires_at > platform.now() and bound_at > platform.now() - make_interval(days => ${rotatedAfterDays}::int)
    for update`.execute(tx)
  return found.rows.length > 0 ? token : undefined
}

/** Copies the latest bettors of an old token to a new one. The old token expires within a day. */
async function moveBindings(tx: Tx, { from, to }: { from: Buffer; to: Buffer }): Promise<void> {
  await sql`
    insert into identity.device (token_hash, bettor, bound_at, used_at, expires_at)
    select ${to}, bettor, platform.now(), used_at, expires_at from identity.device
    where token_hash = ${from} and expires_at > platform.now()
    order by used_at desc limit ${sharersMax}::int`.execute(tx)
  await sql`
    update identity.device set expires_at = least(expires_at, platform.now() + make_interval(secs => ${replacedLifeS}::int))
    where token_hash = ${from}`.execute(tx)
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
