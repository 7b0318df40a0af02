import type { Answer, Received } from '@nare/contract/route'
import type { catalog as calls, MatchView } from '@nare/contract/catalog'
import type { MatchEventState } from '@nare/contract/live'
import type { matchEvents as pastCalls } from '@nare/contract/match-events'
import type { Country } from '#country/country'
import type { Clock } from '#platform/clock'
import type { Db, Tx } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import type { Ownership } from '#platform/owners'
import type { MonthlyTable } from '#platform/parts'
import type { Page } from '#platform/paging'
import { resolveFinding } from './claims.ts'
import { withResult } from './ended.ts'
import { findMatches } from './find-matches.ts'
import { openCombinations, type CombinationRules } from './combinations.ts'
import { fairOddsOf, resultsSoFar, type PlacedLeg } from './expectations.ts'
import { openDropped } from './feeds/dropped.ts'
import { openManualSilence } from './manual-silence.ts'
import { feedSilences, openHeartbeats, silenceOf } from './heartbeats.ts'
import { openHouseMatches } from './house-matches.ts'
import { openHands, type HandRules } from './hands.ts'
import { openIngest } from './ingest.ts'
import type { Publish } from './ingest-types.ts'
import { openLiveTopics } from './live-topics.ts'
import { openMatchLists } from './match-lists.ts'
import * as manual from './manual-matches.ts'
import {
  legFacts,
  resultedBefore,
  resultOf,
  resultsOf,
  schedulesOf,
  type LegFacts,
  type MatchSchedule,
} from './offers.ts'
import { openInsight } from './insight.ts'
import { resultsOfDay } from './past.ts'
import { decisiveEvents } from './recent-events.ts'
import { defaultBand, type Band } from './price-claims.ts'
import { noSettlement, type SettlementInput } from './settlement.ts'
import type { CurrentResult } from './states.ts'
import { lockForBets } from './stops.ts'
import { evidence, type Outcome } from './store-evidence.ts'
import { eventVersions, shownEvents, type EventVersion } from './store-events.ts'
import {
  closeFinding,
  insertFinding,
  openFinding,
  openFindings,
  waitingFindings,
  type MatchResolution,
} from './store-findings.ts'
import { comingMatches, manualMatch } from './store-feed.ts'
import * as board from './store-board.ts'
import { liveDelayOf } from './store-house.ts'
import { matchViews, type ViewOptions } from './views.ts'

export type { MatchEvidence, ResultVersion } from './store-evidence.ts'
export type { LegFacts, LineName, MatchSchedule, Offer } from './offers.ts'
export type { CurrentResult, MarketStateName, MatchStateName, ResultKind } from './states.ts'
export type { LegExpectation, NoExpectation, PlacedLeg } from './expectations.ts'
export { catalogSettings } from './settings.ts'
export type { MatchView } from '@nare/contract/catalog'
export type { MainLine, PricePoint, TradedLine, TradedMatch } from './store-board.ts'
export { mainMarket } from './views.ts'
export { resultText, voidText, type PlannedResult } from './house-matches.ts'
export type { Voided } from './states.ts'
export { isVoided } from './voids.ts'
export { runAfterSettling } from './settlement.ts'
export type { FoundMatch } from './find-matches.ts'
export { silenceMax } from './heartbeats.ts'
export type { FindingKind, MatchResolution, Resolution } from './store-findings.ts'
export { eventRetention } from './retention.ts'
export { resultedBefore as matchesResultedBefore } from './offers.ts'
export { biggestLeague, clubsOfLeague, comingMatches, namedScorers, playedMatches } from './match-weeks.ts'
export { startingSoon } from './starting.ts'
export type { BigLeague, ComingMatch, PlayedMatch } from './match-weeks.ts'
export { competitionNames, matchPlaces } from './match-places.ts'
export { personIn } from './person-names.ts'
export { numberedPrices, numberedResults } from './numbered-prices.ts'
export { importResults, type CompetitionName, type Imported, type ImportOptions } from './past-results.ts'

/** Price and match histories, partitioned by month. */
export const histories: readonly MonthlyTable[] = [
  { table: 'catalog.price_change', by: 'at', id: 'no' },
  { table: 'catalog.match_change', by: 'at', id: 'no' },
]

export type CatalogDeps = HandRules &
  CombinationRules & {
    readonly db: Db
    readonly clock: Clock
    readonly live: Live
    readonly log: Log
    readonly country: Pick<Country, 'code' | 'timeZone'>
    /** The range of a plausible book; by default 1.00 to 1.40. */
    readonly band?: Band
  }

/** The active feed: its source name and the time, in epoch milliseconds, up to which it has reported events. */
export type RunningFeed = { readonly source: string; readonly processedUntil: () => number }

const feedLagMsMax = 60_000

export type Catalog = ReturnType<typeof openCatalog>

const eventVersionsMax = 1_000

const isMatchId = (text: string): boolean => /^\d{8}$/.test(text)

/** Sports, competitions, matches, markets, prices and results, and the feeds that supply them. */
export function openCatalog({ db, clock, live, log, country, band = defaultBand, ...rules }: CatalogDeps) {
  let settlement = noSettlement
  let feed: RunningFeed | undefined
  const { publish: publishTopics } = openLiveTopics({ db, live, log })
  const listeners: ((matchIds: readonly number[]) => void)[] = []
  const lists = openMatchLists({ db, clock, country })
  const insight = openInsight({ db, clock, country })
  const publish: Publish = (changes) => {
    lists.forget(changes)
    publishTopics(changes)
    const matchIds = changes.map(({ matchId }) => matchId)
    for (const changed of listeners) changed(matchIds)
  }
  const dropped = openDropped({ clock, log })
  const ingestDeps = {
    ...{ db, clock, log, publish, heartbeats: openHeartbeats({ db }), band, drop: dropped.drop },
    settlement: () => settlement,
    onCreated: lists.forgetAll,
  }
  const { ingest, apply, applyAndSettle, setOperatorStop, setSuspendedForSilence, sweep } = openIngest(ingestDeps)
  const manualSilence = openManualSilence({ setSuspendedForSilence, log })
  const hands = openHands({ db, clock, publish, ...rules })
  const { offers, expectations, combined } = openCombinations(rules)
  const manualDeps = {
    db,
    clock,
    ingest,
    apply,
    applyAndSettle,
    silence: manualSilence.begin,
    marginsOf: hands.marginsOf,
  }

  return {
    /** Connects bet settlement. Until it is called, results are stored and nothing is settled. */
    connectSettlement(input: SettlementInput): void {
      settlement = { wake: async (matchId) => void (await input.settle(matchId)), ...input }
    },

    /**
     * Calls `changed` after each commit of this process that changed matches or their prices, with the ids of the matches. `changed` must
     * not throw or block.
     */
    onChanged: (changed: (matchIds: readonly number[]) => void): void => void listeners.push(changed),

    /** Locks these matches against suspensions, results and cancellations until the transaction ends. Bets share the lock. */
    lockForBets,
    offers,
    /** The expected results of placed legs at the current prices, in the order of the legs. Cash-outs are valued from them. */
    expectations,
    /** Picks of one match together; see combinations.ts. */
    combined,
    /** The odds without margin of these outcomes of one match, by its feed; see expectations.ts. */
    fairOdds: (legs: readonly Omit<PlacedLeg, 'scoreAtBet'>[]) => fairOddsOf(db, legs),
    legFacts: (on: Db | Tx, matchIds: readonly number[]): Promise<Map<number, LegFacts>> => legFacts(on, matchIds),
    /** The given matches whose latest result is older than `before`. */
    resultedBefore: (on: Db | Tx, query: { matchIds: readonly number[]; before: Date }): Promise<Set<number>> =>
      resultedBefore(on, query),
    resultOf: (tx: Tx | Db, matchId: number): Promise<CurrentResult | undefined> => resultOf(tx, matchId),
    /** The longest live delay of these matches in seconds; 0 if none has one of its own. */
    liveDelayOf: (on: Tx | Db, matchIds: readonly number[]): Promise<number> => liveDelayOf(on, matchIds),
    /** When these matches are played, without those that are played as first announced. */
    schedulesOf: (on: Tx | Db, matchIds: readonly number[]): Promise<Map<number, MatchSchedule>> =>
      schedulesOf(on, matchIds),
    /** The newest result of each of these matches that has one. */
    resultsOf: (on: Db | Tx, matchIds: readonly number[]): Promise<Map<number, CurrentResult>> =>
      resultsOf(on, matchIds),
    resultsSoFar,
    /** What was known about these outcomes in a period, with all versions of the results; see store-evidence.ts. */
    evidence: (outcomes: readonly Outcome[], between: { from: Date; to: Date }) => evidence(db, outcomes, between),
    matchViews: (on: Db | Tx, matchIds: readonly number[], options?: ViewOptions): Promise<Map<number, MatchView>> =>
      matchViews(on, matchIds, options),

    /** Matches as the house trades them, for operators; see store-board.ts. */
    traded: {
      matches: (matchIds: readonly number[]) => board.tradedMatches(db, matchIds),
      unresolved: () => board.unresolvedMatches(db),
      sportsOf: (matchIds: readonly number[]) => board.sportsOf(db, matchIds),
      lines: (matchId: number) => board.linesOfMatch(db, matchId),
      prices: (outcome: Parameters<typeof board.pricesOf>[1]) => board.pricesOf(db, outcome),
    },

    /** Applies feed messages. Bets are settled in the background. */
    ingest,
    /** Like `ingest`, for the owner of the feed. Throws once another process owns it. */
    ingestAs: ({ check }: Pick<Ownership, 'check'>): typeof ingest => openIngest({ ...ingestDeps, check }).ingest,
    /**
     * Suspends the matches of a source that has sent no heartbeat for 10 s (live matches) or 60 s (other matches), and reopens them when it
     * sends one. Only for the owner of the feed, like `ingestAs`. Returns the number of matches changed.
     */
    applyFeedSilenceAs: ({ check }: Pick<Ownership, 'check'>, source: string): Promise<number> =>
      openIngest({ ...ingestDeps, check }).applyFeedSilence(source),
    /**
     * How long the feed of each existing match has been silent, in milliseconds of real time. 0 for a match that is driven by hand, and for
     * a feed without heartbeats. Above `silenceMax` the match accepts no bets and no cash-outs.
     */
    freshOf: async (matchIds: readonly number[], on: Db | Tx = db): Promise<Map<number, number>> =>
      manualSilence.withRequested(await silenceOf(on, matchIds)),
    /** The matches in which something decisive was reported in the last seconds. */
    decisiveEvents: (seconds: number) => decisiveEvents(db, seconds),
    /** How long each source of unfinished matches has been silent, the longest first. */
    feedSilences: () => feedSilences(db),
    /** Applies messages to one match from another source: the sandbox or an operator. Bets are settled in the background. */
    apply,
    /** Creates and controls matches manually: the sandbox calls. */
    manual: {
      createMatch: (input: Parameters<typeof manual.createMatch>[1]) => manual.createMatch(manualDeps, input),
      driveMatch: (input: Parameters<typeof manual.driveMatch>[1]) => manual.driveMatch(manualDeps, input),
      resultMatch: (input: Parameters<typeof manual.resultMatch>[1]) => manual.resultMatch(manualDeps, input),
    },
    /** What people of the house do to matches; see house-matches.ts. */
    house: openHouseMatches({ ...ingestDeps, ingest, marginsOf: hands.marginsOf }),
    /** Suspends betting on a match immediately, regardless of its feed. False if the match does not exist. */
    suspend: (matchId: number, by = 'operator'): Promise<boolean> => setOperatorStop(matchId, { stopped: true, by }),
    /** Ends such a suspension. */
    reopen: (matchId: number, by = 'operator'): Promise<boolean> => setOperatorStop(matchId, { stopped: false, by }),
    /** Stops, prices by hand and margins; see hands.ts. */
    hands,
    /** What operators have to look at. */
    findings: (page: Page) => openFindings(db, page),
    waitingFindings: () => waitingFindings(db),
    /** The next kick-offs within 12 hours, at most 200. */
    coming: () => comingMatches(db),
    finding: (id: bigint) => openFinding(db, id),
    /** Reports and closes findings of other areas, in their transactions. */
    reportFinding: insertFinding,
    closeFinding,
    /** Closes a finding about a match or a list. */
    resolveFinding: (id: bigint, resolution: MatchResolution, by: string) =>
      resolveFinding({ db, reopen: (matchId) => setOperatorStop(matchId, { stopped: false, by }) }, { id, resolution }),
    /** Counts parts of feed messages that cannot be used. */
    drop: dropped.drop,
    /** The dropped parts of feed messages by source and kind. */
    droppedParts: dropped.readings,
    /** Closes matches that did not finish within their sport's time limit, at most `most`. Returns the count. */
    sweepOverdue: (most = 50): Promise<number> => {
      const now = clock.date()
      const isLagging = feed && now.getTime() - feed.processedUntil() > feedLagMsMax
      return sweep(most, { now, waitFor: isLagging ? feed?.source : undefined })
    },
    /** Sets the active feed. Its matches are not overdue while the feed lags behind the clock. */
    trackFeed(running: RunningFeed): void {
      feed = running
    },

    matches: lists.matches,
    matchIds: lists.matchIds,
    views: lists.views,
    listed: lists.listed,
    sports: lists.sports,
    competitions: lists.competitions,
    search: lists.search,
    /** Matches in any state by number or name, for operators. */
    find: (wanted: Parameters<typeof findMatches>[1]) => findMatches(db, wanted),

    /** The events of a match so far, oldest first; undefined if the match does not exist. */
    async events(matchId: string): Promise<MatchEventState[] | undefined> {
      if (!(await exists(matchId))) return undefined
      return (await shownEvents(db, [Number(matchId)])).map(({ state }) => state)
    },
    /** Every version of every event of a match, for operators; undefined if it does not exist. */
    eventVersions: async (matchId: string): Promise<EventVersion[] | undefined> =>
      (await exists(matchId)) ? eventVersions(db, { matchId: Number(matchId), most: eventVersionsMax }) : undefined,
    /** Form, meetings, table, chances and counts of a match; undefined if it does not exist. */
    insight: async (matchId: string): Promise<Answer<typeof pastCalls.insight>['data'] | undefined> =>
      isMatchId(matchId) ? insight.of(Number(matchId)) : undefined,
    /** The matches of a day that have ended. */
    results: (query: Received<typeof pastCalls.results>): Promise<Answer<typeof pastCalls.results>> =>
      resultsOfDay({ db, country }, query),

    /** One match with every market, and with its result if it has ended; undefined if the match does not exist. */
    async match(matchId: string): Promise<Answer<typeof calls.match>['data'] | undefined> {
      if (!isMatchId(matchId)) return undefined
      const view = (await matchViews(db, [Number(matchId)], { all: true })).get(Number(matchId))
      const result = view?.state === 'ended' ? await resultOf(db, Number(matchId)) : undefined
      return view && result ? withResult(view, result) : view
    },
  }

  async function exists(matchId: string): Promise<boolean> {
    return isMatchId(matchId) && (await manualMatch(db, Number(matchId))) !== undefined
  }
}
