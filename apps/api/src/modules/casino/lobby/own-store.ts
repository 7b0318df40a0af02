import { sql } from 'kysely'
import { queryRows, transact, type Db } from '#platform/db'

/** The ids of a bettor's favourites, the last added first. */
export async function favouritesOf(db: Db, bettor: bigint): Promise<string[]> {
  const rows = await queryRows<{ game_id: string }>(db)`
    select game_id from casino.favourite where bettor_id = ${bettor}::bigint order by added_at desc, game_id`
  return rows.map((row) => row.game_id)
}

/** Adds a favourite. Returns false if the bettor already has `most` others. */
export async function addFavourite(
  db: Db,
  { bettor, gameId, most }: { bettor: bigint; gameId: string; most: number },
): Promise<boolean> {
  return transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('casino.favourite', ${bettor}::bigint))`.execute(tx)
    await sql`
      insert into casino.favourite (bettor_id, game_id)
      select ${bettor}::bigint, ${gameId}
      where (select count(*) from casino.favourite where bettor_id = ${bettor}::bigint) < ${most}::int
      on conflict do nothing`.execute(tx)
    const rows = await queryRows(tx)`
      select from casino.favourite where bettor_id = ${bettor}::bigint and game_id = ${gameId}`
    return rows.length === 1
  })
}

export async function removeFavourite(db: Db, { bettor, gameId }: { bettor: bigint; gameId: string }): Promise<void> {
  await sql`delete from casino.favourite where bettor_id = ${bettor}::bigint and game_id = ${gameId}`.execute(db)
}

export type Opened = { readonly gameId: string; readonly at: Date }

/** The games that a bettor opened last, with the time. */
export function recentOf(db: Db, bettor: bigint): Promise<Opened[]> {
  return queryRows<Opened>(db)`
    select game_id as "gameId", opened_at as at from casino.recent where bettor_id = ${bettor}::bigint order by game_id`
}

/** Stores that a bettor opened a game, and deletes all but the last `most`. */
export async function storeRecent(
  db: Db,
  { bettor, gameId, most }: { bettor: bigint; gameId: string; most: number },
): Promise<void> {
  await sql`
    insert into casino.recent as r (bettor_id, game_id) values (${bettor}::bigint, ${gameId})
    on conflict (bettor_id, game_id) do update set opened_at = platform.now()`.execute(db)
  await sql`
    delete from casino.recent where bettor_id = ${bettor}::bigint and game_id in (
      select game_id from casino.recent where bettor_id = ${bettor}::bigint order by opened_at desc, game_id offset ${most}::int)`.execute(
    db,
  )
}
