import { sql } from 'kysely'
import type { catalog as calls, MatchView } from '@nare/contract/catalog'
import type { Answer, Received } from '@nare/contract/route'
import type { Country } from '#country/country'
import type { Clock } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import { metaOf } from '#platform/paging'
import { openRowMemory, type RowMemory } from '#platform/row-memory'
import { searchText } from '#platform/search-text'
import type { MatchChanged } from './ingest-types.ts'
import { maxAgeMs, openListMemory } from './list-memory.ts'
import * as lists from './store-lists.ts'
import { matchViews, type ViewOptions } from './views.ts'

type Deps = { readonly db: Db; readonly clock: Clock; readonly country: Pick<Country, 'timeZone'> }
type Query = Received<typeof calls.matches>
type Page = Answer<typeof calls.matches>
type ListFilter = Pick<Query, 'sport_id' | 'competition_id' | 'when' | 'date'> & { readonly limit: number }

/** Trigram similarity required for a match. Lower than PostgreSQL's default 0.6, so a word with two swapped letters matches. */
const similarityMin = '0.45'
/** The sets of markets of which searches keep views. */
const searchedMax = 50
const searchedRowsMax = 400

/**
 * The public lists of matches, sports and competitions. Pages of matches and the counts of sports are cached in memory; the results of a
 * text search are not.
 */
export function openMatchLists({ db, clock, country }: Deps) {
  const pages = openListMemory<Page>(clock)
  const pagesOfMarkets = openListMemory<Page>(clock)
  const counts = openListMemory<lists.SportCount[]>(clock)
  const idLists = openListMemory<lists.MatchIds>(clock)
  /** The views of matches that searches have found, by the markets that they show. */
  const searched = new Map<string, RowMemory<MatchView>>()

  async function read(query: Query): Promise<Page> {
    const { sport_id, competition_id, sub_type_id, markets, when, date, sort } = query
    const text = searchText(query.q ?? '')
    const list = (on: Db | Tx) =>
      lists.listMatches(on, {
        when,
        date,
        sort,
        text,
        page: query,
        timeZone: country.timeZone,
        sportId: sport_id,
        competitionId: competition_id,
        market: marketOf(sub_type_id),
      })
    const found = await (text === '' ? list(db) : withSearch(list))
    const options = { market: sub_type_id, also: markets?.split(',') ?? [] }
    const data = await (text === '' ? viewsInOrder(found.rows, options) : foundViews(found.rows, options))
    return { data, meta: metaOf(query, found) }
  }

  async function viewsInOrder(ids: readonly number[], options: ViewOptions): Promise<MatchView[]> {
    const views = await matchViews(db, ids, options)
    return ids.flatMap((id) => views.get(id) ?? [])
  }

  function withSearch<T>(search: (tx: Tx) => Promise<T>): Promise<T> {
    return transact(db, async (tx) => {
      await sql`select set_config('pg_trgm.word_similarity_threshold', ${similarityMin}, true)`.execute(tx)
      return search(tx)
    })
  }

  /** The matches that a search has found, which share the views of other searches for the same markets. */
  function foundViews(found: readonly number[], options: ViewOptions): Promise<MatchView[]> {
    const key = JSON.stringify([options.market, options.also])
    const views =
      searched.get(key) ??
      openRowMemory({
        read: (some) => matchViews(db, some, options),
        keptMs: maxAgeMs,
        readAtOnce: 100,
        rowsMax: searchedRowsMax,
        nowMs: () => clock.now(),
      })
    searched.delete(key)
    searched.set(key, views)
    for (const oldest of searched.keys()) if (searched.size > searchedMax) searched.delete(oldest)
    return views.of(found)
  }

  function forgetAll(): void {
    searched.clear()
    for (const memory of [pages, pagesOfMarkets, counts, idLists]) memory.forget()
  }

  return {
    /** The ids of the first matches of a list, at most `limit`, and how many there are in all. */
    async matchIds({ sport_id, competition_id, when, date, limit }: ListFilter): Promise<lists.MatchIds> {
      const filter = { when, date, page: { page: 1, limit }, sort: 'league', text: '', market: undefined } as const
      const { timeZone } = country
      return idLists.get(JSON.stringify([sport_id, competition_id, when, date, limit]), async () => {
        const query = { ...filter, timeZone, sportId: sport_id, competitionId: competition_id }
        const { rows, total } = await lists.listMatches(db, query)
        return { ids: rows, total }
      })
    },

    /** These matches with one line of each of these markets, read now. */
    views: (matchIds: readonly number[], markets: readonly string[]): Promise<Map<number, MatchView>> =>
      matchViews(db, matchIds, { also: markets }),

    /** One page of matches as the API returns them. */
    matches(query: Query): Promise<Page> {
      if (query.q) return read(query)
      const memory = query.sub_type_id === undefined ? pages : pagesOfMarkets
      return memory.get(JSON.stringify(query), () => read(query))
    },

    sports: (): Promise<lists.SportCount[]> => counts.get('', () => lists.countSports(db)),

    /** A sport's countries with their competitions; undefined for an unknown sport. */
    async competitions(sportId: string): Promise<Answer<typeof calls.competitions>['data'] | undefined> {
      const rows = await lists.countCompetitions(db, sportId)
      const byCategory = rows && Map.groupBy(rows, (row) => row.category)
      return (
        byCategory &&
        [...byCategory].map(([category, all]) => ({
          category,
          competitions: all.map(({ competition_id, name, matches }) => ({ competition_id, name, matches })),
        }))
      )
    },

    /** Matches and competitions whose names are most similar to the query, and a match by its game id. */
    async search(query: string): Promise<Pick<Answer<typeof calls.search>['data'], 'competitions' | 'matches'>> {
      const text = searchText(query)
      if (text === '') return { competitions: [], matches: [] }
      const [competitions, ids] = await withSearch(async (tx) => [
        await lists.searchCompetitions(tx, text),
        await lists.searchMatches(tx, text),
      ])
      return { competitions, matches: await foundViews(ids, {}) }
    },

    /**
     * Drops the cached lists that a committed change may affect. A price change affects the pages that show the match, and all pages of one
     * market, because the match may enter or leave them. Any other change affects all lists, because matches may move between them.
     */
    forget(changes: readonly MatchChanged[]): void {
      if (changes.some(({ matchChanged }) => matchChanged)) return forgetAll()
      for (const views of searched.values()) views.forget(changes.map(({ matchId }) => matchId))
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
