import { createHash } from 'node:crypto'
import { formatMoney, money, type Money } from '@nare/money/money'
import type { BalanceState, LiveMessage } from '@nare/contract/live'
import { transact, type Db, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { Live } from '#platform/live'
import { rollUpHeld, rollUpPlay } from './flows.ts'
import { houseAccounts, type HouseAccount } from './house.ts'
import * as store from './store.ts'

export { checked, movedAbout, verifyLedger, type Check } from './verify.ts'

export { playOf, type DayOfPlay } from './day-of-play.ts'
export { depositedSince, playedSince, type Play } from './flows.ts'

/** One side of a transfer: plus is money into the account, minus out of it. */
export type Posting = { readonly account: bigint; readonly amount: Money }

/** Money moved between accounts. The id is made by the caller and stands for the movement for ever. */
export type Transfer = {
  readonly id: string
  readonly kind: string
  /** What it was for, as "bet/123", so that a statement can lead there. */
  readonly about?: string
  readonly postings: readonly Posting[]
}

export type Posted = 'posted' | 'repeated' | 'insufficient_funds' | 'id_reused'

/** Money from a held account to one of the house. */
export type HeldStake = {
  readonly id: string
  readonly kind: string
  readonly about: string
  readonly from: HeldCash
  readonly to: bigint
  readonly amount: Money
}

/** A bettor's cash account, locked until the transaction ends. */
export type HeldCash = { readonly account: bigint; readonly balance: Money }

export type Ledger = Awaited<ReturnType<typeof openLedger>>

/**
 * The only writer of money. Double entry: each transfer's postings sum to zero, a bounded account never falls below its
 * floor, nothing that was posted changes. Accounts are locked in the order of their ids, the house's never.
 */
export async function openLedger({ db, currency }: { db: Db; currency: string }) {
  const house = await store.openHouse(db, { names: houseAccounts, currency })
  return {
    currency,

    /** The id of one of the house's own accounts. */
    house: (name: HouseAccount): bigint => houseId(house, name),

    /** Opens a new bettor's accounts: cash, bonus, points and the debt that a correction may leave. */
    openBettor: (tx: Tx, bettor: bigint): Promise<void> => store.insertBettorAccounts(tx, { bettor, currency }),

    /** Locks the cash accounts of these bettors, in id order, and tells what is on them. */
    async lockCash(tx: Tx, bettors: readonly bigint[]): Promise<Map<bigint, HeldCash>> {
      const rows = await store.lockOwned(tx, { bettors, kind: 'cash' })
      return new Map(rows.map((row) => [row.owner, { account: row.id, balance: money(row.balance) }]))
    },

    post: (tx: Tx, transfers: readonly Transfer[]): Promise<Posted[]> => post(tx, transfers),

    /**
     * Posts stakes whose payers the caller holds and whose ids it has just made, so that neither locks nor ids are asked for
     * again. Throws where a stake exceeds what is held or an id stands already: the caller has judged both before.
     */
    postHeld: (tx: Tx, stakes: readonly HeldStake[]): Promise<void> => postHeld(tx, stakes),

    /** Pays money out to bettors: what a bettor owes is repaid first, the rest is cash. */
    credit: (tx: Tx, credits: readonly Credit[]): Promise<void> => credit(tx, credits),

    /** Takes back what was paid in error: from the cash as far as it goes, the rest becomes the bettor's debt. */
    takeBack: (tx: Tx, debits: readonly Credit[]): Promise<void> => takeBack(tx, debits),

    /** What is on one of the house's accounts. */
    houseBalance: async (name: HouseAccount): Promise<Money> =>
      money(await store.houseBalance(db, houseId(house, name))),

    /** What moved on one of the house's accounts from a time to before another, oldest first, with what each was about. */
    houseEntries: (name: HouseAccount, between: { from: Date; to: Date }): Promise<store.HouseEntry[]> =>
      store.houseEntries(db, houseId(house, name), between),

    /** Moves the house's checkpoints forward, so that its balances stay cheap to tell. */
    async checkpoint(): Promise<void> {
      const upTo = await store.settledNo(db)
      await transact(db, (tx) => store.moveCheckpoints(tx, upTo))
    },

    /** Sums the play of these bettors into days of the zone, so that what is used of their limits stays cheap to tell. */
    async rollUp(bettors: readonly bigint[], zone: string): Promise<void> {
      const upTo = await store.settledNo(db)
      await transact(db, (tx) => rollUpPlay(tx, { bettors, upTo, zone }))
    },
    rollUpHeld,

    /** What a bettor has. `version` grows with every change. */
    balances: (bettor: bigint): Promise<Balances> => balancesOf(db, bettor, currency),

    /** Tells the new balance to those of these bettors who listen. Call it after the commit only. */
    async tell(live: Live, bettors: Iterable<bigint>): Promise<void> {
      for (const bettor of new Set(bettors)) {
        if (!live.heard(`balance:${bettor}`)) continue
        live.changed(balanceMessage(bettor, await balancesOf(db, bettor, currency)))
      }
    },

    /** Answers the socket's topic `balance`. */
    answerLive(live: Live): void {
      const read = async (topics: readonly string[]) => {
        const found = new Map<string, LiveMessage[]>()
        // One after the other: however many ask, their balances take one connection.
        for (const topic of topics) {
          const bettor = BigInt(topic.slice('balance:'.length))
          found.set(topic, [balanceMessage(bettor, await balancesOf(db, bettor, currency))])
        }
        return found
      }
      live.answersFor('balance:', read, { own: true })
    },
  }
}

function houseId(house: ReadonlyMap<string, bigint>, name: HouseAccount): bigint {
  const id = house.get(name)
  invariant(id !== undefined, `the house has no account ${name}`)
  return id
}

/** Money for or from a bettor, against a house account. */
export type Credit = {
  readonly id: string
  readonly kind: string
  readonly about?: string
  readonly bettor: bigint
  readonly amount: Money
  readonly against: bigint
  /** What goes from `against` elsewhere in the same transfer, on top of the amount: a tax. */
  readonly also?: readonly Posting[]
}

export type Balances = { balance: Money; bonus: Money; points: number; currency: string; version: number }

function balanceMessage(bettor: bigint, has: Balances) {
  const state: BalanceState = {
    balance: formatMoney(has.balance),
    bonus: formatMoney(has.bonus),
    points: has.points,
    currency: has.currency,
  }
  return { topic: `balance:${bettor}`, key: '', version: has.version, state }
}

async function balancesOf(db: Db | Tx, bettor: bigint, currency: string): Promise<Balances> {
  const rows = await store.ownedBy(db, bettor)
  const on = (kind: string) => rows.find((row) => row.kind === kind)?.balance ?? 0n
  return {
    balance: money(on('cash')),
    bonus: money(on('bonus')),
    points: Number(on('points')),
    currency,
    version: Number(rows.reduce((sum, row) => sum + row.version, 0n)),
  }
}

/**
 * Posts a list of transfers in their order, all in the caller's transaction. One that would take a bounded account below
 * its floor is left out and answered 'insufficient_funds'; one that was posted before is answered 'repeated'.
 * Throws where a transfer does not sum to zero: that is our fault, never the caller's.
 */
export async function post(tx: Tx, transfers: readonly Transfer[]): Promise<Posted[]> {
  if (transfers.length === 0) return []
  const ids = transfers.map((transfer) => transfer.id)
  const touched = new Set(transfers.flatMap((transfer) => transfer.postings.map((posting) => posting.account)))
  const bounded = new Map((await store.lockBounded(tx, [...touched])).map((row) => [row.id, row]))
  const known = new Map((await store.transfersOf(tx, ids)).map((row) => [row.id, row.hash.toString('hex')]))
  const rows: store.NewTransfer[] = []
  const outcome = transfers.map((transfer): Posted => {
    const merged = merge(transfer)
    const hash = hashOf(transfer, merged)
    const before = known.get(transfer.id)
    if (before !== undefined) return before === hash ? 'repeated' : 'id_reused'
    for (const [account, amount] of merged) {
      const row = bounded.get(account)
      if (row && amount < 0n && row.balance + amount < row.floor) return 'insufficient_funds'
    }
    known.set(transfer.id, hash)
    const entries = [...merged].map(([account, amount]) => {
      const row = bounded.get(account)
      if (row) row.balance += amount
      return { account, amount, after: row ? row.balance : null }
    })
    rows.push({ id: transfer.id, hash, kind: transfer.kind, about: transfer.about ?? null, entries })
    return 'posted'
  })
  if (rows.length > 0) await store.insertTransfers(tx, rows)
  return outcome
}

async function postHeld(tx: Tx, stakes: readonly HeldStake[]): Promise<void> {
  const left = new Map<bigint, bigint>()
  const rows = stakes.map(({ id, kind, about, from, to, amount }): store.NewTransfer => {
    const after = (left.get(from.account) ?? from.balance) - amount
    invariant(amount > 0n && after >= 0n, `stake ${id} is more than its payer holds`)
    left.set(from.account, after)
    const entries = [
      { account: from.account, amount: -amount, after },
      { account: to, amount, after: null },
    ]
    const merged = new Map(
      [...entries].sort((a, b) => (a.account < b.account ? -1 : 1)).map((entry) => [entry.account, entry.amount]),
    )
    return { id, hash: hashOf({ id, kind, about, postings: [] }, merged), kind, about, entries }
  })
  await store.insertTransfers(tx, rows)
}

/** One amount an account, in account order; what cancels out is left out. */
function merge(transfer: Transfer): Map<bigint, bigint> {
  const amounts = new Map<bigint, bigint>()
  let sum = 0n
  for (const { account, amount } of transfer.postings) {
    amounts.set(account, (amounts.get(account) ?? 0n) + amount)
    sum += amount
  }
  invariant(sum === 0n, `transfer ${transfer.id} sums to ${sum}`)
  return new Map([...amounts].filter(([, amount]) => amount !== 0n).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function hashOf(transfer: Transfer, merged: ReadonlyMap<bigint, bigint>): string {
  const content = [
    transfer.kind,
    transfer.about ?? '',
    ...[...merged].map(([account, amount]) => `${account}:${amount}`),
  ]
  return createHash('sha256').update(content.join('|')).digest('hex')
}

async function credit(tx: Tx, credits: readonly Credit[]): Promise<void> {
  const accounts = await store.lockCashAndDebt(tx, [...new Set(credits.map((one) => one.bettor))])
  const transfers = credits.map((one): Transfer => {
    const at = accounts.get(one.bettor)
    invariant(at, `bettor ${one.bettor} has no accounts`)
    const owed = -at.debt.balance
    const repaid = owed < one.amount ? owed : one.amount
    at.debt.balance += repaid
    const beside = one.also ?? []
    const postings = [
      {
        account: one.against,
        amount: money(-beside.reduce((sum, posting) => sum + posting.amount, one.amount as bigint)),
      },
      { account: at.cash.id, amount: money(one.amount - repaid) },
      { account: at.debt.id, amount: money(repaid) },
      ...beside,
    ]
    return { id: one.id, kind: one.kind, ...(one.about !== undefined && { about: one.about }), postings }
  })
  await postOrThrow(tx, transfers)
}

async function takeBack(tx: Tx, debits: readonly Credit[]): Promise<void> {
  const accounts = await store.lockCashAndDebt(tx, [...new Set(debits.map((one) => one.bettor))])
  const transfers = debits.map((one): Transfer => {
    const at = accounts.get(one.bettor)
    invariant(at, `bettor ${one.bettor} has no accounts`)
    const fromCash = at.cash.balance < one.amount ? at.cash.balance : one.amount
    at.cash.balance -= fromCash
    const postings = [
      { account: one.against, amount: one.amount },
      { account: at.cash.id, amount: money(-fromCash) },
      { account: at.debt.id, amount: money(fromCash - one.amount) },
    ]
    return { id: one.id, kind: one.kind, ...(one.about !== undefined && { about: one.about }), postings }
  })
  await postOrThrow(tx, transfers)
}

async function postOrThrow(tx: Tx, transfers: readonly Transfer[]): Promise<void> {
  const outcome = await post(tx, transfers)
  outcome.forEach((posted, index) => {
    invariant(posted === 'posted', `transfer ${transfers[index]?.id} of the platform itself was ${posted}`)
  })
}
