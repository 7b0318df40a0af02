import { sql } from 'kysely'
import type { Db } from '#platform/db'

/** For the figures of the house: the sport and competition of every match, as rows (match_id, sport_id, competition_id). */
export const matchPlaces = sql`select id as match_id, sport_id, competition_id from catalog.match`

/** The names of these competitions, by id: "Premier League, England". */
export async function competitionNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string; category: string }>`
    select id, name, category from catalog.competition where id = any(${ids}::text[])`.execute(db)
  return new Map(rows.map(({ id, name, category }) => [id, category === '' ? name : `${name}, ${category}`]))
}
