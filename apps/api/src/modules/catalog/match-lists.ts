import type { catalog as calls, MatchView } from '@nare/contract/catalog'
import type { Answer, Received } from '@nare/contract/route'
import type { Country } from '#country/country'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { metaOf } from '#platform/paging'
import { openRowMemory, type RowMemory } from '#platform/row-memory'
import { searchText } from '#platform/search-text'
import type { MatchChanged } from './ingest-types.ts'
import { maxAgeMs, openListMemory } from './list-memory.ts'
import { openSearchList } from './search-list.ts'
import * as lists from './store-lists.ts'
import { matchViews, stampedViews, type StampedView, type ViewOptions } from './views.ts'

type Deps = { readonly db: Db; readonly clock: Clock; readonly country: Pick<Country, 'code' | 'timeZone'> }
type Query = Received<typeof calls.matches>
type Page = Answer<typeof calls.matches>
type ListFilter = Pick<Query, 'sport_id' | 'competition_id' | 'when' | 'date'> & { readonly limit: number }

/** The competitions of a sport that are listed first, by rank. */
const topMax = 8

/** The sets of markets of which lists keep views, and the views kept of each. */
const marketSetsMax = 50
const viewsMax = 1_000

/**
 * The public lists of matches, sports and competitions. Pages of matches and the counts of sports are cached in memory. The results of a
 * text search are not; searches share the list of names, and all lists the views of matches.
 */
export function openMatchLists({ db, clock, country }: Deps) {
  const homeCountry = new Intl.DisplayNames('en', { type: 'region' }).of(country.code.toUpperCase()) ?? ''
  const pages = openListMemory<Page>(clock)
  const pagesOfMarkets = openListMemory<Page>(clock)
  const counts = openListMemory<lists.SportCount[]>(clock)
  const idLists = openListMemory<lists.MatchIds>(clock)
  const names = openSearchList({ db, clock })
  /** The views of matches by the markets that they show. */
  const views = new Map<string, RowMemory<StampedView>>()

  async function read(query: Query): Promise<Page> {
    const { sport_id, competition_id, sub_type_id, markets, when, date, sort } = query
    const text = searchText(query.q ?? '')
    const among = text === '' ? undefined : await names.matchesWith(text)
    if (among?.length === 0) return { data: [], meta: metaOf(query, { total: 0 }) }
    const found = await lists.listMatches(db, {
      when,
      date,
      sort,
      among,
      page: query,
      timeZone: country.timeZone,
      homeCountry,
      sportId: sport_id,
      competitionId: competition_id,
      market: marketOf(sub_type_id),
    })
    const data = await viewsOf(found.rows, { market: sub_type_id, also: markets?.split(',') ?? [] })
    return { data, meta: metaOf(query, found) }
  }

  /** The views of these matches. Lists that show the same markets share them; one that has not changed is not read again. */
  async function viewsOf(matchIds: readonly number[], options: ViewOptions = {}): Promise<MatchView[]> {
    const key = JSON.stringify([options.market, options.also ?? []])
    const kept =
      views.get(key) ??
      openRowMemory({
        read: (some, before) => stampedViews(db, some, options, before),
        keptMs: maxAgeMs,
        readAtOnce: 100,
        rowsMax: viewsMax,
        nowMs: () => clock.now(),
      })
    views.delete(key)
    views.set(key, kept)
    for (const oldest of views.keys()) if (views.size > marketSetsMax) views.delete(oldest)
    return (await kept.of(matchIds)).map(({ view }) => view)
  }

  function forgetAll(): void {
    for (const kept of views.values()) kept.forget()
    forgetLists()
  }

  function forgetLists(): void {
    names.forget()
    for (const memory of [pages, pagesOfMarkets, counts, idLists]) memory.forget()
  }

  return {
    /** The ids of the first matches of a list, at most `limit`, the own country's leagues first, and how many there are in all. */
    async matchIds({ sport_id, competition_id, when, date, limit }: ListFilter): Promise<lists.MatchIds> {
      const filter = {
        when,
        date,
        page: { page: 1, limit },
        sort: 'home',
        among: undefined,
        market: undefined,
      } as const
      const { timeZone } = country
      return idLists.get(JSON.stringify([sport_id, competition_id, when, date, limit]), async () => {
        const query = { ...filter, timeZone, homeCountry, sportId: sport_id, competitionId: competition_id }
        const { rows, total } = await lists.listMatches(db, query)
        return { ids: rows, total }
      })
    },

    /** These matches with one line of each of these markets, read now. */
    views: (matchIds: readonly number[], markets: readonly string[]): Promise<Map<number, MatchView>> =>
      matchViews(db, matchIds, { also: markets }),

    /** These matches as lists show them, at most half a second old, in the given order. */
    listed: (matchIds: readonly number[]): Promise<MatchView[]> => viewsOf(matchIds),

    /** One page of matches as the API returns them. */
    matches(query: Query): Promise<Page> {
      if (query.q) return read(query)
      const memory = query.sub_type_id === undefined ? pages : pagesOfMarkets
      return memory.get(JSON.stringify(query), () => read(query))
    },

    sports: (): Promise<lists.SportCount[]> => counts.get('', () => lists.countSports(db)),

    /** A sport's countries with their competitions, the own country first and then from A to Z, and the leagues of the lowest ranks; undefined for an unknown sport. */
    async competitions(sportId: string): Promise<Answer<typeof calls.competitions> | undefined> {
      const rows = await lists.countCompetitions(db, sportId)
      if (!rows) return undefined
      const counted = ({ competition_id, name, matches }: lists.CompetitionCount) => ({ competition_id, name, matches })
      const abroad = (category: string): number => (category === homeCountry ? 0 : 1)
      const top = rows.filter(({ matches }) => matches > 0).toSorted((a, b) => a.rank - b.rank)
      return {
        data: [...Map.groupBy(rows, (row) => row.category)]
          .toSorted(([a], [b]) => abroad(a) - abroad(b) || a.localeCompare(b, 'en'))
          .map(([category, all]) => ({
            category,
            ...(category === homeCountry && { is_own: true as const }),
            competitions: all.map(counted),
          })),
        top: top.slice(0, topMax).map((one) => ({ ...counted(one), category: one.category, sport_id: sportId })),
      }
    },

    /** Matches, teams and competitions whose names are most similar to the query, and a match by its game id. */
    async search(
      query: string,
    ): Promise<Pick<Answer<typeof calls.search>['data'], 'competitions' | 'teams' | 'matches'>> {
      const text = searchText(query)
      if (text === '') return { competitions: [], teams: [], matches: [] }
      const { matchIds, ...found } = await names.search(text)
      return { ...found, matches: await viewsOf(matchIds) }
    },

    /**
     * Drops the cached lists that a committed change may affect. A price change affects the pages that show the match, and all pages of one
     * market, because the match may enter or leave them. Any other change affects all lists, because matches may move between them.
     */
    forget(changes: readonly MatchChanged[]): void {
      for (const kept of views.values()) kept.forget(changes.map(({ matchId }) => matchId))
      if (changes.some(({ matchChanged }) => matchChanged)) return forgetLists()
      const ids = new Set(changes.map(({ matchId }) => String(matchId)))
      pages.forget(({ data }) => data.some((match) => ids.has(match.match_id)))
      pagesOfMarkets.forget()
    },
    forgetAll,
  }
}

/** The market id as a number; -1, which no market has, for text that is not a number. */
function marketOf(subTypeId: string | undefined): number | undefined {
  if (subTypeId === undefined) return undefined
  return /^\d{1,6}$/.test(subTypeId) ? Number(subTypeId) : -1
}
