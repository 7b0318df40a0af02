import { queryRows, type Db } from '#platform/db'
import { keyset, type Page, type Paged } from '#platform/paging'
import { orderKeys, pagedIds, pageOfFound, type ListedId } from './store-lists.ts'

export type ResultsQuery = {
  readonly sportId: string | undefined
  /** A day, YYYY-MM-DD, in `timeZone`; today if undefined. */
  readonly date: string | undefined
  readonly timeZone: string
  readonly page: Page
}

/** One page of the matches of a day that have ended with a result, by sport and competition, and the total. */
export async function listResults(db: Db, query: ResultsQuery): Promise<Paged<number>> {
  const { sportId, date, timeZone, page } = query
  const { sport, rank, category, name, start, id } = orderKeys
  const parts = keyset([sport, rank, category, name, start, id], page)
  const rows = await queryRows<ListedId>(db)`
    with t as (select coalesce(${date ?? null}::date, (platform.now() at time zone ${timeZone})::date) as day),
    found as (
      select m.id, m.start_time, c.rank, c.category, c.name, s.rank as sport_rank
      from t, catalog.match m join catalog.competition c on c.id = m.competition_id join catalog.sport s on s.id = m.sport_id
      where m.state = 'ended' and m.resulted
        and m.start_time >= t.day::timestamp at time zone ${timeZone} and m.start_time < (t.day + 1)::timestamp at time zone ${timeZone}
        and (${sportId ?? null}::text is null or m.sport_id = ${sportId ?? null})
    ),
    ${pageOfFound(parts)}`
  return pagedIds(parts, rows)
}
