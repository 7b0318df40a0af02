import { money, type Money } from '@nare/money/money'
import type { Product } from '@nare/contract/products'
import { transact, type Db, type Tx } from '#platform/db'
import { followFeed, type Followed, type FeedReader } from '#platform/follow-feed'
import { invariant } from '#platform/invariant'
import type { Log } from '#platform/log'
import { openBalances } from './balances.ts'
import {
  consumersBehind,
  rangeFeed,
  transferFeed,
  transfersSince,
  type Consumer,
  type PostedTransfer,
  type TransferBatch,
  type TransferRange,
} from './consumers.ts'
import { openDayMoney } from './day-money.ts'
import { pointMoves, type LockedPoints, type PointMove } from './point-moves.ts'
import type { Page, Paged } from '#platform/paging'
import { correct, type Correction, type Credit, type Payees } from './credits.ts'
import type { Draft } from './drafts.ts'
import { effectOfCorrection } from './effect.ts'
import { rollUpLocked, rollUpPlay, stakedBetween, type StakeSpan } from './flows.ts'
import { correctByHand, handCorrectionOf, type HandCorrection } from './hand-corrections.ts'
import { correctionsHouse, houseAccounts, houseOfProduct, type HouseAccount } from './house.ts'
import { amountsOf } from './movements.ts'
import { openPosting, type LockedCash, type StakeTransfer, type Posted, type Transfer } from './posting.ts'
import * as store from './store.ts'
import { untaxed, type WinTaxNow } from './taxes.ts'
import { lockedOf, walletOf, type Funds, type Wallet } from './wallets.ts'

export type { Correction, Credit, Payee, Payees } from './credits.ts'
export { taxTransfers } from './tax-transfers.ts'
export { grossTaxesOf, ratesOf, taxSettings, taxesOf, type WinTaxOfDay } from './taxes.ts'
export type { MoneySpan, ProductMoney, SpanMoney } from './day-money.ts'
export type { HouseFlow } from './house-flow.ts'
export { openDraft, type Draft } from './drafts.ts'
export { effectOfCorrection, effectParts, effectWithoutTickets, partsOf, type TicketChange } from './effect.ts'
export { openForesight, type Foresight } from './foresight.ts'
export { pointBalances, type LockedPoints, type PointMove } from './point-moves.ts'
export type { LockedCash, StakeTransfer, Posted, Posting, Transfer } from './posting.ts'
export type { Funds, Wallet } from './wallets.ts'
export { cursorOf } from './consumers.ts'
export type { Behind, PostedEntry, PostedTransfer, TransferBatch, TransferRange } from './consumers.ts'
export { handKinds, kindsWhere, transferKinds, type KindRow, type TransferKind } from './kinds.ts'
export {
  accountEntries,
  bonusMoves,
  movedBy,
  movedByBettors,
  transfersAfter,
  transfersOfIds,
  winTaxMoves,
} from './movements.ts'
export {
  bonusBalances,
  inChunks,
  returnableBalances,
  runCheck,
  verifyLedger,
  type Check,
  type Counts,
} from './verify.ts'

export {
  balancesUpTo,
  flowsByDay,
  isCloseToHours,
  isPosted,
  lastReadBy,
  movedIn,
  readAgain,
  type DaySpan,
} from './figures.ts'
export { houseOfProduct, taxAccounts, winTaxHouse, type HouseAccount } from './house.ts'
export { accountsOf, bettorMoves, cashOf, type BettorMove } from './bettor-moves.ts'
export { bettorAfter, playPatterns, type PlayPattern } from './play-patterns.ts'
export { depositedSince, keenBettors, playTotalsSince, type PlayTotals } from './flows.ts'
export { movementsOf, type TicketTransfer } from './ticket-transfers.ts'
export { ledgerOfBettor } from './own-rows.ts'
export { hasMoneyAbove } from './erase.ts'
export { numberedTransfers } from './numbered-transfers.ts'
export {
  newestStatementNo,
  statementRows,
  sumStatement,
  type StatementFilter,
  type StatementRow,
} from './statement-rows.ts'

type Opening = { readonly db: Db; readonly currency: string; readonly log?: Log; readonly winTax?: WinTaxNow }

export type Ledger = Awaited<ReturnType<typeof openLedger>>

/**
 * Opens the ledger, the only module that writes money. Double entry: the postings of each transfer sum to zero in each currency, a bounded
 * account never falls below its floor, and posted transfers never change. Accounts are locked in id order; the operator's accounts are
 * never locked.
 */
export async function openLedger({ db, currency, log, winTax = untaxed }: Opening) {
  const house = await store.openHouse(db, { names: houseAccounts, currency })
  const { post, postLocked, postStakes } = openPosting()
  return {
    currency,

    /** The id of one of the operator's own accounts. */
    house: (name: HouseAccount): bigint => houseId(house, name),

    /** The id of the house account of a product, which receives its stakes and pays its returns. */
    houseOf: (product: Product): bigint => houseId(house, houseOfProduct[product]),

    /** The tax on the wins of a product that are paid now. A transaction reads it once. */
    winTax,

    /** Opens a new bettor's accounts: cash, bonus, points, and debt from corrections. */
    openBettor: (tx: Tx, bettor: bigint): Promise<void> => store.insertBettorAccounts(tx, { bettor, currency }),

    /** Locks the cash accounts of these bettors, in id order, and returns their balances. */
    async lockCash(tx: Tx, bettors: readonly bigint[]): Promise<Map<bigint, LockedCash>> {
      const rows = await store.lockOwned(tx, { bettors, kinds: ['cash'] })
      return new Map(rows.map((row) => [row.owner, lockedOf(row)]))
    },

    /** Locks the funds of these bettors with one statement, in id order: their cash, and their bonus money if they have any. */
    async lockFunds(tx: Tx, bettors: readonly bigint[]): Promise<Map<bigint, Funds>> {
      const rows = await store.lockFunds(tx, bettors)
      const bonuses = new Map(rows.flatMap((row) => (row.kind === 'bonus' ? [[row.owner, lockedOf(row)]] : [])))
      return new Map(
        rows.flatMap((row) =>
          row.kind === 'cash' ? [[row.owner, { cash: lockedOf(row), bonus: bonuses.get(row.owner) }]] : [],
        ),
      )
    },

    /** Locks the cash, bonus and debt accounts of these bettors with one statement, in id order. */
    async lockWallets(tx: Tx, bettors: readonly bigint[]): Promise<Map<bigint, Wallet>> {
      const rows = await store.lockOwned(tx, { bettors, kinds: ['cash', 'bonus', 'debt'] })
      return new Map([...Map.groupBy(rows, (row) => row.owner)].map(([bettor, own]) => [bettor, walletOf(bettor, own)]))
    },

    /** Locks the points accounts of these bettors, in id order, and returns their balances; one minor unit is one point. */
    async lockPoints(tx: Tx, bettors: readonly bigint[]): Promise<Map<bigint, LockedPoints>> {
      const rows = await store.lockOwned(tx, { bettors, kinds: ['points'] })
      return new Map(rows.map((row) => [row.owner, { account: row.id, points: row.balance }]))
    },

    /** As `lockPoints`, without a lock. */
    async readPoints(tx: Tx, bettors: readonly bigint[]): Promise<Map<bigint, LockedPoints>> {
      const rows = await store.readOwned(tx, { bettors, kinds: ['points'] })
      return new Map(rows.map((row) => [row.owner, { account: row.id, points: row.balance }]))
    },

    /** Locks cash, bonus and points of these bettors with one statement, in id order, for work that depends on more than one of them. */
    async lockWithPoints(tx: Tx, bettors: readonly bigint[]): Promise<void> {
      await store.lockOwned(tx, { bettors, kinds: ['cash', 'bonus', 'points'] })
    },

    /** The movements of a bettor's points, newest first, each with the balance after it. */
    pointMoves: (bettor: bigint, page: Page): Promise<Paged<PointMove>> => pointMoves(db, bettor, page),

    /**
     * The accounts of these bettors for money that may not be staked and is returned to its payer, by bettor. The caller
     * has locked their cash accounts.
     */
    returnable: (tx: Tx, bettors: readonly bigint[]): Promise<Map<bigint, bigint>> =>
      store.openReturnable(tx, { bettors, currency }),

    /**
     * Posts transfers in the given order, in the caller's transaction. A transfer that would debit a bounded account below its floor is not
     * posted: its outcome is 'insufficient_funds'. The outcome of an earlier transfer is 'repeated'. Throws if a transfer does not sum to
     * zero in each of its currencies.
     */
    post: (tx: Tx, transfers: readonly Transfer[]): Promise<Posted[]> => post(tx, transfers),

    /**
     * Posts stakes. The caller has locked the payers' accounts and has just created the ids, so neither is read again. Throws if a stake
     * exceeds the balance or an id exists: the caller has checked both.
     */
    postStakes: (tx: Tx, stakes: readonly StakeTransfer[]): Promise<void> => postStakes(tx, stakes),

    /**
     * Locks the cash and debt accounts of these bettors with one statement, in id order, for credits and drafts. With
     * `skipLocked`, bettors whose accounts another transaction has locked are left out; otherwise it waits for them.
     */
    lockPayees: (tx: Tx, bettors: readonly bigint[], how: { skipLocked?: boolean } = {}): Promise<Payees> =>
      store.lockCashAndDebt(tx, bettors, how),

    /** Posts drafts of different bettors with one statement. They were made in this transaction under the locks of `lockPayees`. */
    postDrafts: (tx: Tx, drafts: readonly Draft[]): Promise<void> =>
      postLocked(
        tx,
        drafts.flatMap(({ transfers }) => transfers),
        drafts.flatMap(({ accounts }) => accounts),
      ),

    /** Credits bettors: repays a debt first; the rest is cash. `payees`: the accounts, if `lockPayees` has locked them. */
    credit: (tx: Tx, due: readonly Credit[], payees?: Payees): Promise<void> =>
      correct(tx, postLocked, { back: [], due }, payees),

    /** Claws back wrong payments: debits the cash as far as it covers the amount; the rest becomes the bettor's debt. */
    clawBack: (tx: Tx, back: readonly Credit[]): Promise<void> => correct(tx, postLocked, { back, due: [] }),

    /** Claws back and then credits. One statement locks the accounts of both, in id order. */
    correct: (tx: Tx, correction: Correction): Promise<void> => correct(tx, postLocked, correction),

    /** Corrects a bettor's cash by hand, once; see `correctByHand` in hand-corrections.ts. */
    correctByHand: (tx: Tx, correction: HandCorrection) =>
      correctByHand(
        {
          house: houseId(house, correctionsHouse),
          lockPayees: (of, bettors) => store.lockCashAndDebt(of, bettors),
          correct: (of, whole, payees) => correct(of, postLocked, whole, payees),
        },
        tx,
        correction,
      ),

    /** What `correctByHand` would do, from a snapshot. */
    foreseeByHand: (tx: Tx, correction: HandCorrection) =>
      effectOfCorrection(tx, handCorrectionOf(houseId(house, correctionsHouse), correction)),

    /** The amounts that these transfers moved, by id; no entry for a transfer that does not exist. */
    amountsOf: (tx: Tx, ids: readonly string[]): Promise<Map<string, bigint>> => amountsOf(tx, ids),

    /** The balance of one of the operator's accounts. */
    houseBalance: async (name: HouseAccount): Promise<Money> =>
      money(await store.houseBalance(db, houseId(house, name))),

    /** The stakes in each of these spans of a bettor, in their order. */
    stakedBetween: (spans: readonly StakeSpan[]): Promise<Money[]> => stakedBetween(db, spans),

    /** The id of an operator account for a jackpot's carry-over. Opens the account if it does not exist. */
    async openAccount(on: Db | Tx, name: `jackpot:carry:${string}`): Promise<bigint> {
      return houseId(await store.openHouse(on, { names: [name], currency }), name)
    },

    /** The balance of an account from `openAccount`. */
    accountBalance: async (on: Db | Tx, account: bigint): Promise<Money> =>
      money(await store.houseBalance(on, account)),

    /** The balances of operator accounts by name. Names without an account are left out. */
    accountBalances: async (on: Db | Tx, names: readonly string[]): Promise<Map<string, Money>> =>
      new Map((await store.houseBalances(on, names)).map(({ name, balance }) => [name, money(balance)])),

    /** The entries of one of the operator's accounts from `from` to before `to`, oldest first. */
    houseEntries: (name: HouseAccount, between: { from: Date; to: Date }): Promise<store.HouseEntry[]> =>
      store.houseEntries(db, houseId(house, name), between),

    /** Moves the checkpoints of the operator's accounts forward, so that their balances stay cheap to read. */
    async checkpoint(): Promise<void> {
      const upTo = await store.settledNo(db)
      await transact(db, (tx) => store.moveCheckpoints(tx, upTo))
    },

    /** The transfer number up to which no transfer can still appear. May wait up to two seconds for open transactions that write transfers. */
    settledNo: (): Promise<bigint> => store.settledNo(db),

    /**
     * Sums the play of these bettors into days of the zone, so that the use of their limits stays cheap to read. A caller that makes many
     * calls reads `settledNo` once and passes it to each.
     */
    async rollUp(bettors: readonly bigint[], zone: string, settledNo?: bigint): Promise<void> {
      const upTo = settledNo ?? (await store.settledNo(db))
      await transact(db, (tx) => rollUpPlay(tx, { bettors, upTo, zone }))
    },
    rollUpLocked,

    /** The next final transfers after a cursor, and the cursor after them; see `transfersSince` in consumers.ts. */
    transfersSince: (after: { cursor: bigint; limit: number }): Promise<TransferBatch> => transfersSince(db, after),

    /** The consumers that have not read all transfers, the furthest behind first. */
    consumersBehind: () => consumersBehind(db),

    /** Passes the transfers that a consumer has not read to its handler; see `followFeed`. */
    follow: (
      { kinds, ...reader }: Consumer,
      handler: (tx: Tx, transfers: readonly PostedTransfer[]) => Promise<unknown>,
    ): Promise<Followed> => followFeed(db, transferFeed(kinds), reader, handler),

    /** Passes a consumer that sums by SQL the ranges of the transfers that it has not read; see `rangeFeed`. */
    followRanges: (
      reader: FeedReader,
      handler: (tx: Tx, range: TransferRange) => Promise<unknown>,
    ): Promise<Followed> =>
      followFeed(db, rangeFeed, reader, async (tx, ranges) => {
        for (const range of ranges) await handler(tx, range)
      }),

    ...openDayMoney(db, (name) => houseId(house, name)),

    ...openBalances({ db, currency, log }),
  }
}

function houseId(house: ReadonlyMap<string, bigint>, name: string): bigint {
  const id = house.get(name)
  invariant(id !== undefined, `the operator has no account ${name}`)
  return id
}
