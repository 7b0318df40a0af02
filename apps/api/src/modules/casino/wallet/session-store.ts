import { sql } from 'kysely'
import { queryRow, queryRows, type Db } from '#platform/db'
import type { GameProvider } from './commands.ts'

/** A game session. `launched`: its one-time token was used. */
export type SessionRow = {
  readonly id: bigint
  readonly provider: GameProvider
  readonly gameId: string
  readonly bettor: bigint
  readonly signingKey: string | null
  readonly launched: boolean
  readonly expiresAt: Date
}

const columns = sql`
  s.id, s.provider, s.game_id as "gameId", s.bettor_id as bettor, s.signing_key as "signingKey", s.activated_at is not null as launched,
  s.expires_at as "expiresAt"`

const sweptMax = 5000

/** Stores a session; its one-time token is valid for `launchS` seconds, the session for `lifeS`. */
export async function insertSession(
  db: Db,
  session: Omit<SessionRow, 'id' | 'launched' | 'expiresAt'> & { launchHash: Buffer; launchS: number; lifeS: number },
): Promise<Date> {
  const rows = await queryRows<{ until: Date }>(db)`
    insert into casino.session (launch_hash, provider, game_id, bettor_id, signing_key, opened_at, launch_until, expires_at)
    select ${session.launchHash}, ${session.provider}, ${session.gameId}, ${session.bettor}::bigint, ${session.signingKey}, at.now,
      at.now + make_interval(secs => ${session.launchS}::int), at.now + make_interval(secs => ${session.lifeS}::int)
    from (select platform.now() as now) at returning launch_until as until`
  const [row] = rows
  if (!row) throw new Error('a session was not stored')
  return row.until
}

/**
 * Uses a one-time token. Undefined if it was used already or has expired. `tokenHash` is the hash of the session's new token, if it gets
 * one.
 */
export function launch(
  db: Db,
  { provider, launchHash, tokenHash }: { provider: GameProvider; launchHash: Buffer; tokenHash: Buffer | null },
): Promise<SessionRow | undefined> {
  return queryRow<SessionRow>(db)`
    update casino.session s set activated_at = platform.now(), token_hash = ${tokenHash}
    where s.launch_hash = ${launchHash} and s.provider = ${provider} and s.activated_at is null and s.launch_until > platform.now()
    returning ${columns}`
}

/** The session with this token, either its session token or its one-time token. */
export function sessionOf(
  db: Db,
  { provider, hash }: { provider: GameProvider; hash: Buffer },
): Promise<SessionRow | undefined> {
  return queryRow<SessionRow>(db)`
    select ${columns} from casino.session s
    where s.provider = ${provider} and (s.token_hash = ${hash} or s.launch_hash = ${hash})`
}

export type Player = Pick<SessionRow, 'provider' | 'bettor'>

/** The newest unexpired sessions of each of these players, newest first. */
export async function openSessions(db: Db, players: readonly Player[], most: number): Promise<SessionRow[][]> {
  const rows = await queryRows<SessionRow & { nth: number }>(db)`
    select p.nth::int as nth, ${columns}
    from unnest(${players.map((p) => p.provider)}::text[], ${players.map((p) => p.bettor)}::bigint[]) with ordinality as p (provider, bettor_id, nth)
      cross join lateral (
        select * from casino.session s
        where s.bettor_id = p.bettor_id and s.provider = p.provider and s.expires_at > platform.now()
        order by s.id desc limit ${most}::int) s
    order by s.id desc`
  const byNth = Map.groupBy(rows, ({ nth }) => nth)
  return players.map((_player, index) => byNth.get(index + 1) ?? [])
}

/**
 * Deletes a bounded number of expired sessions. Sessions whose token was used are deleted `days` after their expiry, because wins are still
 * paid on them; the others immediately, so that launches alone do not fill the table.
 */
export async function sweepSessions(db: Db, days: number): Promise<void> {
  await sql`
    delete from casino.session where id = any(array(
      select id from casino.session
      where expires_at < platform.now() and (activated_at is null or expires_at < platform.now() - make_interval(days => ${days}::int))
      limit ${sweptMax}::int))`.execute(db)
}
