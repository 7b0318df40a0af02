import { isLeagueMarket } from '@nare/bets/league-markets'
import { typedCode } from '@nare/contract/typed'
import type { Country } from '#country/country'
import type { Catalog } from '#modules/catalog/catalog'
import type { Ledger } from '#modules/ledger/ledger'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import type { Turns } from '#platform/turns'
import { betIds } from './bet-ids.ts'
import { openBetTopic } from './bet-topic.ts'
import * as bets from './bets-store.ts'
import { openCashOut } from './cash-out/cash-out.ts'
import type { PlaceRules } from './decide.ts'
import type { BettingEvents } from './events.ts'
import { openHistory } from './history.ts'
import { openMatchNames } from './match-names.ts'
import { matchTickets } from './match-tickets.ts'
import type { PlaceDeps } from './place.ts'
import { openPlacing } from './placing.ts'
import { openQuotes } from './quotes.ts'
import { openRules } from './rules.ts'
import { settleMatch, type Settled } from './settle.ts'
import { inMemorySettleQueue } from './settle-queue.ts'
import { insertJob, recordFailure, waitingMatches } from './settle-store.ts'
import { settledSince, unreadSince } from './settled-feed.ts'
import { openSharing } from './sharing.ts'
import { openTicketDetails } from './ticket-details.ts'

export { isBetId } from './bet-ids.ts'
export type { TicketResult } from './bets-store.ts'
export { cashOutRoutes } from './cash-out/routes.ts'
export { decideTickets, type UndecidedTicket } from './decide-tickets.ts'
export { countedEvents, type BettingEvents } from './events.ts'
export { clearExposure, type NewBet } from './place-store.ts'
export { linesOf, offerKey, pricedLeg, type Offered, type Pick as SlipPick } from './slip.ts'
export type { PickQuotes } from './quotes.ts'
export type { BetToSettle } from './settle-store.ts'
export { openRules, type RulesBook } from './rules.ts'
export { settleBets } from './settle.ts'
export type { LegRow } from './leg-store.ts'
export { matchTickets } from './match-tickets.ts'
export { openPlacing, type PlacingDeps } from './placing.ts'
export { openStakeQueue } from './stake-queue.ts'
export { settleTicketSet, type PaidTicket } from './settle-set.ts'
export { settleTickets, type TicketSettlement, type TicketToSettle } from './settle-tickets.ts'
export {
  settledFeed,
  settledFeedRetention,
  settledSince,
  settledTickets,
  unreadSince,
  type SettledBatch,
  type SettledFilter,
  type SettledReader,
  type SettledTicket,
} from './settled-feed.ts'
export { betsOnSameMatches, sportsRiskLegs, type NearBet, type RiskLegs } from './same-matches.ts'
export type { TicketProduct } from './history.ts'
export type { LegProgress, TicketDetail, TicketDetails, TicketGame } from './ticket-details.ts'
export { earlierTickets, insertTickets, lockTickets, type LockedTicket, type NewTicket } from './ticket-store.ts'
export { openTicketBook, writeTicketBooks, type TicketBook, type TicketPayment } from './ticket-book.ts'
export { raiseTicket, type Raise, type Raised } from './ticket-money.ts'
export {
  placeTickets,
  singleTicket,
  stakeRefusal,
  type Deciding,
  type RefusedTicket,
  type TicketCommand,
  type TicketPlacement,
  type TicketRules,
} from './tickets.ts'
export { legRanges, bettingRetention } from './retention.ts'
export { bonusTickets, ticketMoney, type LegSummary } from './verify.ts'

type Deps = {
  db: Db
  /** The database over the pool that only money commands use. */
  money: Db
  turns: Turns
  revokedSessions: PlaceDeps['revokedSessions']
  /** The longest expected wait of a slip; a slip that would wait longer is refused at once. */
  queueMsMax?: number
  /** The approximate number of legs that one transaction of a settlement decides. */
  chunkLegs: number
  clock: Clock
  live: Live
  bus: Bus
  log: Log
  ledger: Ledger
  catalog: Catalog
  country: Country
  events: BettingEvents
  /** Waits for the live delay, in real time. */
  wait: (ms: number) => Promise<void>
  slots?: number
}

export type Betting = Awaited<ReturnType<typeof openBetting>>

const leaguePick = 'A pick of the virtual league needs a slip of its own'
const concurrentMatches = 3
const matchesWaitingMax = 10_000

/** Opens the area betting: placement, validation, booking codes, history and settlement. */
export async function openBetting(deps: Deps) {
  const { db, ledger, catalog, country, live } = deps
  let transactions = 0
  const events: BettingEvents = {
    ...deps.events,
    transaction() {
      transactions++
      deps.events.transaction()
    },
  }
  const book = await openRules(db, country)
  const rules: PlaceRules = {
    version: book.version,
    limits: country,
    boost: country.boost,
    liabilityMax: country.maxLiability,
  }
  const ids = betIds(deps.money)
  const details = openTicketDetails()
  details.register('sports', matchTickets(catalog))
  const history = openHistory({ db, details, country })
  const topic = openBetTopic({ db, live, log: deps.log, details })
  const publishBalance = (bettor: bigint): void => void ledger.publishBalances(live, [bettor])
  const placing = openPlacing({
    ...deps,
    events,
    product: 'sports',
    pickError: ({ marketId }) => (isLeagueMarket(marketId) ? leaguePick : undefined),
    db: deps.money,
    offers: catalog,
    rules,
    ids,
    liveDelayS: country.liveDelayS,
    matchFacts: openMatchNames(deps),
    placedBet: history.placedBet,
    onPlaced(bet) {
      events.placed()
      publishBalance(bet.bettor)
      topic.publish([bet])
    },
    onReserved: publishBalance,
  })

  const cashOut = await openCashOut({
    ...deps,
    events,
    history,
    onCashedOut(bet) {
      publishBalance(bet.bettor)
      topic.publish([bet])
    },
  })
  catalog.onChanged(cashOut.matchesChanged)

  /** Settles a match and resolves after the commit. A failure is recorded on its job, which remains, and thrown. */
  async function settle(matchId: number, mayContinue?: () => boolean): Promise<Settled> {
    try {
      const settled = await settleMatch(
        { db, catalog, ledger, rules: book, product: 'sports', chunkLegs: deps.chunkLegs },
        matchId,
        (paid) => ledger.publishBalances(live, paid),
        mayContinue,
      )
      if (settled.bets > 0) events.settled(settled.bets)
      if (settled.legs + settled.bets > 0) void topic.publishMatch(matchId)
      cashOut.matchesChanged([matchId])
      return settled
    } catch (error) {
      deps.log.error({ err: error, matchId }, 'a match could not be settled and will be retried')
      await recordFailure(db, matchId).catch(() => undefined)
      throw error
    }
  }

  let closing = false
  // A match that cannot be settled does not block the others: its failure is logged and its job remains.
  const settling = inMemorySettleQueue({
    slots: concurrentMatches,
    queueMax: matchesWaitingMax,
    settle: async (matchId) => void (await settle(matchId, () => !closing).catch(() => undefined)),
  })

  return {
    rulesVersion: book.version,
    /** The number of placement transactions that this process has started. */
    placementTransactions: (): number => transactions,
    /** For the wiring of another product: registers how it shows its tickets. */
    registerTickets: details.register,
    /** Publishes tickets of any product to their bettors. Call it after the commit of a change. */
    publishTickets: topic.publish,
    /** Publishes the recent tickets of a product to those of their bettors who are subscribed. Never rejects. */
    publishProduct: topic.publishProduct,
    /** The results of tickets of any product. */
    ticketResults: (betIds: readonly bigint[]): Promise<bets.TicketResult[]> => bets.ticketResults(db, betIds),
    /** Of those of these tickets that are open: their stakes, and what cash-outs have left of them. */
    openStakes: bets.openStakes,
    /** When the first settlement was made that a reader has not read; see settled-feed.ts. */
    unreadSince: (name: string) => unreadSince(db, name),
    /** The next settlements of any product after a cursor; see settled-feed.ts. */
    settledSince: (after: { cursor: bigint; limit: number }) => settledSince(db, after),
    /** Ids for the tickets of every product. */
    ticketIds: ids,
    ...placing,
    ...openQuotes(deps),
    ...openSharing(deps),
    ...history,
    /** Cash-outs; see cash-out/cash-out.ts. */
    cashOut,
    settle: (matchId: number): Promise<Settled> => settle(matchId),
    /** Creates the settlement job of a result, in the transaction of the result. */
    onResult: insertJob,
    /** Settles a match in the background, a bounded number at once. Resolves after the attempt and never rejects. */
    wake: settling.enqueue,
    /** Settles at most `most` matches that an earlier run or another process left unsettled. Returns the number of attempts. */
    async settleWaiting(most = 50): Promise<number> {
      const waiting = await waitingMatches(db, most)
      await Promise.all(waiting.map(settling.enqueue))
      return waiting.length
    },
    /** Resolves when no settlement is running in the background. */
    settled: settling.idle,
    /** Lets the running chunks finish and starts no others: the rest is settled after the next start. */
    async close(): Promise<void> {
      closing = true
      await settling.stop()
      await cashOut.close()
      await topic.close()
    },
    /** Searches booking codes and the bettor's own bets. */
    async find(q: string, bettor: bigint | undefined) {
      const code = typedCode(q)
      const picks = /^[A-Z2-9]{6}$/.test(code) ? await bets.sharedPicks(db, code) : undefined
      const own =
        bettor !== undefined && /^\d{4,18}$/.test(q) ? await bets.betsLike(db, { bettor, digits: q, most: 5 }) : []
      return {
        codes: picks ? [{ code, picks: picks.length }] : [],
        bets: own.map((row) => ({ bet_id: String(row.bet_id), state: row.state })),
      }
    },
  }
}
