import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
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
      const found = await queryRows(db)`
        select from identity.device
        where token_hash = ${hash} and bettor = ${bettor ?? 0n}::bigint and expires_at > platform.now()`
      return found.length > 0 ? hash.toString('base64url') : undefined
    },

    /**
     * Stores a browser as a recognised device of a bettor who has just logged in. Returns the token to store in the browser: a new one if it
     * has none or one older than a week. The browser stays recognised for its other bettors.
     */
    async bind(tx: Tx, bettor: bigint, presented: string | undefined): Promise<string> {
      const kept = presented === undefined ? undefined : await keepToken(tx, presented, bettor)
      const token = kept ?? random.token(32)
      const device = (presented !== undefined && (await deviceOf(tx, presented))) || random.uuid()
      if (!kept && presented !== undefined)
        await moveBindings(tx, { from: hashOf(presented), to: hashOf(token), device })
      await sql`
        insert into identity.device (token_hash, bettor, bound_at, used_at, expires_at, device)
        values (${hashOf(token)}, ${bettor}::bigint, platform.now(), platform.now(), platform.now() + make_interval(days => ${lifeDays}::int),
          ${device}::uuid)
        on conflict (token_hash, bettor) do update set used_at = excluded.used_at, expires_at = excluded.expires_at, device = excluded.device`.execute(
        tx,
      )
      await countUse(tx, { device, bettor })
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
        const swept = await queryRows(db)`
          delete from identity.device where ctid = any(array(
            select ctid from identity.device where expires_at < platform.now() limit ${most}::int)) returning 1`
        return swept.length
      }),
  }
}

/** The presented token, if it is this bettor's and not due for replacement. */
async function keepToken(tx: Tx, token: string, bettor: bigint): Promise<string | undefined> {
  const found = await queryRows(tx)`
    select from identity.device where token_hash = ${hashOf(token)} and bettor = ${bettor}::bigint
      and expires_at > platform.now() and bound_at > platform.now() - make_interval(days => ${rotatedAfterDays}::int)
    for update`
  return found.length > 0 ? token : undefined
}

/** The device of a token, whoever of its bettors presents it: a device keeps its id when its token is replaced. */
async function deviceOf(tx: Tx, token: string): Promise<string | undefined> {
  const rows = await queryRows<{ device: string }>(tx)`
    select device::text as device from identity.device
    where token_hash = ${hashOf(token)} and device is not null and expires_at > platform.now()
    order by used_at desc limit 1`
  return rows[0]?.device
}

/** Counts a login of a bettor on a device. This is kept when the device is forgotten. */
async function countUse(tx: Tx, { device, bettor }: { device: string; bettor: bigint }): Promise<void> {
  await sql`
    insert into identity.device_use as u (device, bettor, since, last_at, times)
    values (${device}::uuid, ${bettor}::bigint, platform.now(), platform.now(), 1)
    on conflict (device, bettor) do update set last_at = excluded.last_at, times = u.times + 1`.execute(tx)
}

/** Copies the latest bettors of an old token to a new one. The old token expires within a day. */
async function moveBindings(tx: Tx, { from, to, device }: { from: Buffer; to: Buffer; device: string }): Promise<void> {
  await sql`
    insert into identity.device (token_hash, bettor, bound_at, used_at, expires_at, device)
    select ${to}, bettor, platform.now(), used_at, expires_at, ${device}::uuid from identity.device
    where token_hash = ${from} and expires_at > platform.now()
    order by used_at desc limit ${sharersMax}::int`.execute(tx)
  await sql`
    update identity.device set expires_at = least(expires_at, platform.now() + make_interval(secs => ${replacedLifeS}::int))
    where token_hash = ${from}`.execute(tx)
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
