import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'

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

type Wanted = {
  readonly number: number | undefined
  readonly text: string | undefined
  readonly most: number
  /** From how many matches on a name is common: then those nearest to now are looked for in the order of their start. */
  readonly manyFrom?: number
}

/**
 * Matches in any state, ended ones too, by their id or game id, or by a part of their sides' names that `searchText` has made: those
 * nearest to now first. A common name costs no more than a rare one, and leaves out matches that were called off.
 */
export async function findMatches(db: Db, { number, text, most, manyFrom = 500 }: Wanted): Promise<FoundMatch[]> {
  const numbered = number === undefined ? [] : await idsOfNumber(db, number)
  const named = text === undefined ? [] : await idsOfName(db, { text, most, manyFrom })
  if (numbered.length + named.length === 0) return []
  return queryRows<FoundMatch>(db)`
    select ${columns} from catalog.match m join catalog.competition c on c.id = m.competition_id
    where m.id = any(${[...numbered, ...named]}::int[])
    order by abs(extract(epoch from m.start_time - platform.now())), m.id limit ${most}::int`
}

async function idsOfNumber(db: Db, number: number): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(db)`
    select id from catalog.match where id = ${number}::int union
    select id from catalog.match where game_id = ${number}::int`
  return rows.map(({ id }) => id)
}

/** All matches with a rare name, by the index of words. Of a common name the nearest, by the indexes of times: `words || ''` has no other. */
async function idsOfName(db: Db, { text, most, manyFrom }: { text: string; most: number; manyFrom: number }) {
  const like = `%${text}%`
  const some = await queryRows<{ id: number }>(db)`
    select id from catalog.match where words like ${like} limit ${manyFrom}::int`
  if (some.length < manyFrom) return some.map(({ id }) => id)
  const rows = await queryRows<{ id: number }>(db)`
    (select id from catalog.match where state in ('not_started', 'live', 'interrupted') and words || '' like ${like}
      order by start_time, id limit ${most}::int)
    union all
    (select id from catalog.match where state = 'ended' and words || '' like ${like} order by start_time desc limit ${most}::int)`
  return rows.map(({ id }) => id)
}
