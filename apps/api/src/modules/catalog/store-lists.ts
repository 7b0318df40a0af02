import { sql, type RawBuilder } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import { keyset, type OrderKey, type Page, type Paged } from '#platform/paging'

/** Matches that accept bets now or will later: every list shows only these. */
const onOffer = sql`(m.state in ('live', 'interrupted') or (m.state = 'not_started' and m.start_time > t.now))`

export type ListQuery = {
  readonly sportId: string | undefined
  readonly when: 'highlights' | 'today' | 'upcoming' | 'live'
  /** A day, YYYY-MM-DD, in `timeZone`. */
  readonly date: string | undefined
  readonly timeZone: string
  readonly competitionId: string | undefined
  readonly market: number | undefined
  /** `home`: leagues of the house's own country first, then by rank. */
  readonly sort: 'top' | 'time' | 'league' | 'home'
  /** The country of the house, as categories name it. */
  readonly homeCountry: string
  /** Only these matches, which a search has found. */
  readonly among: readonly number[] | undefined
  readonly page: Page
}

const highlightHours = 36

export type MatchIds = { readonly ids: number[]; readonly total: number }

/** One page of match ids in a stable order, and the total. */
export async function listMatches(db: Db, query: ListQuery): Promise<Paged<number>> {
  const parts = keyset(orderOf(query), query.page)
  const rows = await queryRows<ListedId>(db)`
    with t as (select platform.now() as now),
    found as (
      select m.id, m.start_time, m.state, c.rank, s.rank as sport_rank, c.category, c.name
      from t, catalog.match m join catalog.competition c on c.id = m.competition_id join catalog.sport s on s.id = m.sport_id
      where ${onOffer} and ${whenOf(query)}
        and (${query.sportId ?? null}::text is null or m.sport_id = ${query.sportId ?? null})
        and (${query.competitionId ?? null}::text is null or m.competition_id = ${query.competitionId ?? null})
        and (${query.market ?? null}::int is null or exists (select from catalog.market k
          where k.match_id = m.id and k.market_id = ${query.market ?? null}::int and k.state <> 'closed'))
        and ${query.among ? sql`m.id = any(${query.among}::int[])` : sql`true`}
    ),
    ${pageOfFound(parts)}`
  return pagedIds(parts, rows)
}

type Parts = ReturnType<typeof keyset>
export type ListedId = { id: number | null; keys: string[]; total: bigint }

/** The ids of a page of `found` in their order, each with the count of `found`; a row without an id for an empty page. */
export const pageOfFound = (parts: Parts): RawBuilder<unknown> => sql`
    page as (
      select id, ${parts.keys}, row_number() over (order by ${parts.order}) as place from found
      where ${parts.isAfter} order by place ${parts.window}
    )
    select page.id, page.keys, n.total from (select count(*) as total from found) n left join page on true order by page.place`

/** The ids that a statement with `pageOfFound` has read. */
export function pagedIds(parts: Parts, read: readonly ListedId[]): Paged<number> {
  const { rows, next } = parts.cut(read)
  return { rows: rows.flatMap(({ id }) => id ?? []), next, total: Number(read[0]?.total ?? 0) }
}

function whenOf({ when, date, timeZone, competitionId, among }: ListQuery): RawBuilder<unknown> {
  if (date !== undefined) {
    return sql`m.start_time >= (${date}::date)::timestamp at time zone ${timeZone}
      and m.start_time < (${date}::date + 1)::timestamp at time zone ${timeZone}`
  }
  if (when === 'live') return sql`m.state in ('live', 'interrupted')`
  if (when === 'today') {
    return sql`(m.state <> 'not_started' or m.start_time < ((t.now at time zone ${timeZone})::date + 1)::timestamp at time zone ${timeZone})`
  }
  if (when === 'upcoming') return sql`m.state = 'not_started'`
  if (competitionId !== undefined || among) return sql`true`
  return sql`(m.state = 'not_started' and m.start_time < greatest(
    t.now + make_interval(hours => ${highlightHours}::int),
    (select min(n.start_time) from catalog.match n where n.state = 'not_started' and n.start_time > t.now) + interval '24 hours'))`
}

/** The expressions by which lists of matches are ordered. */
export const orderKeys = {
  start: { by: sql`start_time`, type: 'time' },
  sport: { by: sql`sport_rank`, type: 'number' },
  rank: { by: sql`rank`, type: 'number' },
  category: { by: sql`category`, type: 'text' },
  name: { by: sql`name`, type: 'text' },
  id: { by: sql`id`, type: 'number' },
} satisfies Record<string, OrderKey>

function orderOf({ sort, when, homeCountry }: ListQuery): OrderKey[] {
  const { start, sport, rank, category, name, id } = orderKeys
  if (sort === 'time' || when === 'live') return [start, sport, rank, id]
  if (sort === 'home') {
    const abroad: OrderKey = { by: sql`(category <> ${homeCountry})::int`, type: 'number' }
    return [sport, abroad, rank, category, name, start, id]
  }
  if (sort === 'league') return [sport, category, name, start, id]
  return [sport, rank, start, id]
}

export type SportCount = { sport_id: string; name: string; matches: number; live: number }

/** Every sport with its number of matches on offer and live. */
export function countSports(db: Db): Promise<SportCount[]> {
  return queryRows<SportCount>(db)`
    select s.id as sport_id, s.name, count(m.id)::int as matches, (count(m.id) filter (where m.state in ('live', 'interrupted')))::int as live
    from (select platform.now() as now) t cross join catalog.sport s
      left join catalog.match m on m.sport_id = s.id and ${onOffer}
    group by s.id, s.name, s.rank order by s.rank, s.id`
}

export type CompetitionCount = {
  competition_id: string
  sport_id: string
  category: string
  name: string
  matches: number
}
type RankedCompetition = CompetitionCount & { rank: number }

/** The competitions of a sport with their number of matches on offer and their rank, by category and rank. Undefined for an unknown sport. */
export async function countCompetitions(db: Db, sportId: string): Promise<RankedCompetition[] | undefined> {
  const rows = await queryRows<RankedCompetition>(db)`
    select c.id as competition_id, s.id as sport_id, c.category, c.name, c.rank, count(m.id)::int as matches
    from (select platform.now() as now) t cross join catalog.sport s
      left join catalog.competition c on c.sport_id = s.id
      left join catalog.match m on m.competition_id = c.id and ${onOffer}
    where s.id = ${sportId}
    group by s.id, c.id order by c.category, c.rank, c.name, c.id`
  return rows.length === 0 ? undefined : rows.filter((row) => row.competition_id !== null)
}
