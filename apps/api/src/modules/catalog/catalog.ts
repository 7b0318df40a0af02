import { sql } from 'kysely'
import type { Answer, Received } from '@nare/contract/route'
import type { catalog as calls, MatchView } from '@nare/contract/catalog'
import type { Country } from '#country/country'
import type { Clock } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import type { Live } from '#platform/live'
import { lockShared } from '#platform/locks'
import type { Log } from '#platform/log'
import type { Ownership } from '#platform/owners'
import type { MonthlyTable } from '#platform/parts'
import * as hand from './by-hand.ts'
import { openLiveTopics } from './live-topics.ts'
import {
  legFacts,
  offers,
  resultedBefore,
  resultOf,
  type LegFacts,
  type LineName,
  type Offer,
  type StandingResult,
} from './offers.ts'
import { plainWords } from './plain-words.ts'
import * as lists from './store-lists.ts'
import { openTake } from './take.ts'
import { matchViews, type Wanted } from './views.ts'

export type {
  LegFacts,
  LineName,
  MarketStateName,
  MatchStateName,
  Offer,
  ResultKind,
  StandingResult,
} from './offers.ts'
export type { MatchView } from '@nare/contract/catalog'
export { resultedBefore as matchesResultedBefore } from './offers.ts'

/** The histories of prices and matches, kept by months. */
export const histories: readonly MonthlyTable[] = [
  { table: 'catalog.price_change', by: 'at', id: 'no' },
  { table: 'catalog.match_change', by: 'at', id: 'no' },
]

/**
 * What settles bets: `onResult` writes its work in the transaction of the result. After the commit `wake` has it done in the
 * background, and ends when it was tried; `settle` answers once it is committed, and throws where it cannot be done.
 */
export type Settlement = {
  onResult(tx: Tx, changed: { matchId: number; version: number }): Promise<void>
  wake(matchId: number): Promise<void>
  settle(matchId: number): Promise<{ legs: number; bets: number }>
}

/** Without a background of its own each settlement begins at once. */
export type Settles = Omit<Settlement, 'wake'> & Partial<Pick<Settlement, 'wake'>>

export type CatalogDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly live: Live
  readonly log: Log
  readonly country: Pick<Country, 'timeZone'>
}

/** A running feed: the source of its matches, and the time up to which it has said what happened, in milliseconds. */
export type Running = { readonly source: string; readonly playedTo: () => number }

const behindMs = 60_000

export type Catalog = ReturnType<typeof openCatalog>

const none: Settlement = {
  onResult: async () => undefined,
  wake: async () => undefined,
  settle: async () => ({ legs: 0, bets: 0 }),
}
/** How alike a word must be to be found; lower than PostgreSQL's 0.6, so that two swapped letters are forgiven. */
const similarEnough = '0.45'

/** Sports, competitions, matches, markets, prices and results, and the feeds that bring them. */
export function openCatalog({ db, clock, live, log, country }: CatalogDeps) {
  let settlement = none
  let feed: Running | undefined
  const { tell } = openLiveTopics({ db, clock, live, log })
  const taking = { db, clock, log, settlement: () => settlement, tell }
  const { take, apply, applyAndSettle, hold, sweep } = openTake(taking)
  const driving = { db, clock, take, apply, applyAndSettle }

  return {
    db,
    clock,
    log,

    /** Says who settles bets. Before it is called results are only kept. */
    connect(by: Settles): void {
      settlement = { wake: async (matchId) => void (await by.settle(matchId)), ...by }
    },

    /** Holds these matches against stops, results and cancellations until the transaction ends; others may hold them too. */
    lockForBets: (tx: Tx, matchIds: readonly number[]): Promise<void> => lockShared(tx, 'match', matchIds),
    offers: (tx: Tx | Db, lines: readonly LineName[]): Promise<Offer[]> => offers(tx, lines),
    legFacts: (on: Db | Tx, matchIds: readonly number[]): Promise<Map<number, LegFacts>> => legFacts(on, matchIds),
    /** Those of these matches that have had their last word since before that time. */
    resultedBefore: (on: Db | Tx, asked: { matchIds: readonly number[]; before: Date }): Promise<Set<number>> =>
      resultedBefore(on, asked),
    resultOf: (tx: Tx | Db, matchId: number): Promise<StandingResult | undefined> => resultOf(tx, matchId),
    matchViews: (on: Db | Tx, matchIds: readonly number[], wanted?: Wanted): Promise<Map<number, MatchView>> =>
      matchViews(on, matchIds, wanted),

    /** Applies the messages of a feed; what they settle is settled in the background. */
    take,
    /** The same for who owns the feed: what comes after another process took over is refused. */
    takeAs: ({ check }: Pick<Ownership, 'check'>): typeof take => openTake({ ...taking, check }).take,
    /** Applies messages to one match for a source of its own: the sandbox, an operator. What they settle, too, goes on behind it. */
    apply,
    /** Makes and drives matches by hand, in the words of the sandbox's calls. */
    byHand: {
      createMatch: (input: Parameters<typeof hand.createMatch>[1]) => hand.createMatch(driving, input),
      driveMatch: (input: Parameters<typeof hand.driveMatch>[1]) => hand.driveMatch(driving, input),
      resultMatch: (input: Parameters<typeof hand.resultMatch>[1]) => hand.resultMatch(driving, input),
    },
    /** Stops a match for bets at once, whatever its feed says. False for a match there is not. */
    suspend: (matchId: number, by = 'operator'): Promise<boolean> => hold(matchId, true, by),
    /** Ends such a stop. */
    reopen: (matchId: number, by = 'operator'): Promise<boolean> => hold(matchId, false, by),
    /** Gives up matches that are not finished in their sport's time, at most `most`. Answers how many. */
    sweepOverdue: (most = 50): Promise<number> => {
      const behind = feed && clock.now() - feed.playedTo() > behindMs
      return sweep(most, behind ? feed?.source : undefined)
    },
    /** Says which feed runs and up to when it has played: what it has not come to yet is not overdue. */
    follow(running: Running): void {
      feed = running
    },

    /** One page of matches in the wire's shape. */
    async matches(query: Received<typeof calls.matches>): Promise<Answer<typeof calls.matches>> {
      const { sport_id, competition_id, sub_type_id, when, date, sort, page, limit } = query
      const words = plainWords(query.q ?? '')
      const market = /^\d{1,6}$/.test(sub_type_id ?? '')
        ? Number(sub_type_id)
        : sub_type_id === undefined
          ? undefined
          : -1
      const found = await withSearch((tx) =>
        lists.listMatches(tx, {
          sportId: sport_id,
          when,
          date,
          timeZone: country.timeZone,
          competitionId: competition_id,
          market,
          sort,
          words,
          page,
          limit,
        }),
      )
      const data = await viewsInOrder(found.ids, { market: sub_type_id })
      return { data, meta: { page, limit, total: found.total } }
    },

    /** One match with every market; undefined for a match there is not. */
    async match(matchId: string): Promise<MatchView | undefined> {
      if (!/^\d{8}$/.test(matchId)) return undefined
      return (await matchViews(db, [Number(matchId)], { all: true })).get(Number(matchId))
    },

    sports: (): Promise<lists.SportCount[]> => lists.countSports(db),

    /** The A to Z of a sport: its countries with their competitions; undefined for a sport there is not. */
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

    /** Matches and competitions whose names are nearest to what was typed, and a match by its game id. */
    async search(typed: string): Promise<Pick<Answer<typeof calls.search>['data'], 'competitions' | 'matches'>> {
      const words = plainWords(typed)
      if (words === '') return { competitions: [], matches: [] }
      const [competitions, ids] = await withSearch(async (tx) => [
        await lists.searchCompetitions(tx, words),
        await lists.searchMatches(tx, words),
      ])
      return { competitions, matches: await viewsInOrder(ids, {}) }
    },
  }

  async function viewsInOrder(ids: readonly number[], wanted: Wanted): Promise<MatchView[]> {
    const views = await matchViews(db, ids, wanted)
    return ids.flatMap((id) => views.get(id) ?? [])
  }

  function withSearch<T>(read: (tx: Tx) => Promise<T>): Promise<T> {
    return transact(db, async (tx) => {
      await sql`select set_config('pg_trgm.word_similarity_threshold', ${similarEnough}, true)`.execute(tx)
      return read(tx)
    })
  }
}
