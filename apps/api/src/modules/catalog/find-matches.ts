import { sql } from 'kysely'
import type { Db } from '#platform/db'

/** A match as a search of the console shows it. */
export type FoundMatch = {
  readonly id: number
  readonly gameId: number
  readonly home: string
  readonly away: string
  readonly competition: string
  readonly state: string
  readonly startTime: Date
}

const columns = sql`
  m.id, m.game_id as "gameId", m.home_team as home, m.away_team as away, c.name as competition, m.state, m.start_time as "startTime"`

/**
 * Matches in any state, ended ones too, by their id or game id, or by a part of their sides' names that `searchText` has made: those
 * nearest to now first.
 */
export async function findMatches(
  db: Db,
  { number, text, most }: { number: number | undefined; text: string | undefined; most: number },
): Promise<FoundMatch[]> {
  if (number === undefined && text === undefined) return []
  const { rows } = await sql<FoundMatch>`
    with found as (
      select id from catalog.match where id = ${number ?? null}::int
      union select id from catalog.match where game_id = ${number ?? null}::int
      union select id from catalog.match where words like ${text === undefined ? null : `%${text}%`})
    select ${columns} from found join catalog.match m using (id) join catalog.competition c on c.id = m.competition_id
    order by abs(extract(epoch from m.start_time - platform.now())), m.id limit ${most}::int`.execute(db)
  return rows
}
