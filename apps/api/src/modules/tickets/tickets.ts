import { done } from '@nare/contract/outcome'
import type { Country } from '#country/country'
import type { Db } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import type { NumberRange } from '#platform/numbered-rows'
import { openTicketDetails } from './details.ts'
import { openHistory } from './history.ts'
import { ticketIds } from './ids.ts'
import { openHouseTickets } from './house.ts'
import * as lists from './list-store.ts'
import { numberedTickets } from './numbered-tickets.ts'
import { settledReadersBehind, unreadSince } from './settled-feed.ts'
import { openBetTopic } from './topic.ts'
import { openUnplaced } from './unplaced.ts'

export { bettorsOfTickets } from './bettors.ts'
export { sumTickets } from './bettor-sums.ts'
export { lostTickets, netByProduct, placedAround, type ProductNet } from './bettor-reads.ts'
export { BatchConflict, batchRunner, databaseMsMax, type Queued } from './batch.ts'
export { openTicketBook, writeTicketBooks, type TicketBook, type TicketPayment } from './book.ts'
export { openChangedTickets, type ChangedTickets } from './changed.ts'
export { decideTickets, type UndecidedTicket } from './decide.ts'
export type { AllTicketDetails, LegProgress, TicketDetail, TicketDetails, TicketGame, TicketProof } from './details.ts'
export { countedEvents, type TicketEvents } from './events.ts'
export type { HouseFilter } from './house-store.ts'
export type { HouseEvidence, HouseView } from './house.ts'
export type { History, TicketProduct } from './history.ts'
export { isBetId, type TicketIds } from './ids.ts'
export { openStakes, type BetRow, type FoundTicket, type TicketResult } from './list-store.ts'
export { raiseTicket, type Raise, type Raised } from './raise.ts'
export { markOf, originOf, type TicketOrigin } from './origin.ts'
export {
  openPlacing,
  placeTickets,
  type Deciding,
  type Placing,
  type PlacingDeps,
  type TicketCommand,
  type TicketPlacement,
  type TicketRules,
} from './place.ts'
export {
  foreseeSettlements,
  settleInChunks,
  settleTickets,
  settleTicketSet,
  type GrantsForeseen,
  type PaidTicket,
  type TicketSettlement,
  type TicketToSettle,
} from './settle.ts'
export { placedLately } from './placed-lately.ts'
export { numberedSettlements } from './numbered-tickets.ts'
export { singleTicket } from './single-ticket.ts'
export {
  settledFeed,
  settledFeedRetention,
  settledTickets,
  unreadSince,
  type SettledFilter,
  type SettledReader,
  type SettledTicket,
} from './settled-feed.ts'
export { stakeRefusal, type RefusedTicket } from './stake.ts'
export { earlierTickets, insertionOf, insertTickets, lockTickets, type LockedTicket, type NewTicket } from './store.ts'
export { bonusTickets, decidedTickets, ticketMoney, verifyTickets, type LegSummary } from './verify.ts'
export { ticketType } from './ticket-types.ts'
export {
  insertTaxes,
  lastTaxRates,
  taxBy,
  taxOfPayment,
  taxRates,
  withheldFrom,
  withTax,
  type TaxingHouse,
  type TaxRates,
  type TaxRow,
  type Withheld,
} from './win-tax.ts'
export type { BetOf } from './topic.ts'
export { snapshotVersion } from './topic-store.ts'
export type { UnplacedBets, UnplacedState } from './unplaced.ts'
export { betView, ticketState, withheldView } from './views.ts'
export { ticketsOfBettor } from './own-rows.ts'
export { hasOpenTicket } from './erase.ts'

type Deps = {
  readonly db: Db
  /** The database over the pool that only money commands use. */
  readonly moneyDb: Db
  readonly live: Live
  readonly log: Log
  readonly country: Pick<Country, 'timeZone'>
}

export type Tickets = ReturnType<typeof openTickets>

/**
 * Opens the area tickets: the money side of every bet, round and share of a pool, whatever its product. A product decides what a ticket
 * wins; stake, gate, house account, settlement, history and verification are the same for all.
 */
export function openTickets({ db, moneyDb, live, log, country }: Deps) {
  const details = openTicketDetails()
  const history = openHistory({ db, details, country })
  const unplaced = openUnplaced()
  const topic = openBetTopic({ db, live, log, details, unplaced })
  return {
    /** Ids for the tickets of every product. */
    ids: ticketIds(moneyDb),
    /** For the wiring of a product: registers how it shows its tickets. */
    register: details.register,
    /** For the wiring of a product: bets that wait for a decision before they are placed. */
    registerUnplaced: unplaced.register,
    ...history,
    /** One bet, by our id or by the id of the command that placed it, placed or not. */
    async bet(bettor: bigint, id: string): ReturnType<typeof history.bet> {
      const placed = await history.bet(bettor, id)
      const waiting = placed.ok ? undefined : await unplaced.find(bettor, id)
      return waiting ? done({ data: waiting }) : placed
    },
    /** The tickets of all bettors, for operators. */
    house: openHouseTickets({ db, details }),
    /** Publishes tickets of any product to their bettors. Call it after the commit of a change. */
    publish: topic.publish,
    /** Publishes the recent tickets of a product to those of their bettors who are subscribed. Never rejects. */
    publishProduct: topic.publishProduct,
    /** Publishes the recent bets with a leg on a match, as `publishProduct`. Never rejects. */
    publishMatch: topic.publishMatch,
    /** The results of tickets of any product. */
    results: (betIds: readonly bigint[]): Promise<lists.TicketResult[]> => lists.ticketResults(db, betIds),
    /** The tickets of a range of their numbers, as they were placed; see numbered-tickets.ts. */
    numbered: (range: NumberRange) => numberedTickets(db, details, range),
    /** The ticket with this id, of any product and bettor. */
    found: (betId: bigint) => lists.ticketOfId(db, betId),
    /** Of those of these tickets that are open: their stakes, and what cash-outs have left of them. */
    openStakes: lists.openStakes,
    /** A bettor's tickets whose id begins with these digits, the latest placed first. */
    like: (wanted: { bettor: bigint; digits: string; most: number }) => lists.betsLike(db, wanted),
    /** When the first settlement was made that a reader has not read; see settled-feed.ts. */
    unreadSince: (name: string) => unreadSince(db, name),
    /** The readers that have not read all settlements, the furthest behind first. */
    settledReadersBehind: () => settledReadersBehind(db),
    /** Stops publishing and waits for the publication in progress. */
    close: topic.close,
  }
}
