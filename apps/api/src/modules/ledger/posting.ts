import { hash } from 'node:crypto'
import type { Money } from '@nare/money/money'
import type { Db, Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { TransferKind } from './kinds.ts'
import * as store from './store.ts'

/** One entry of a transfer: a positive amount is paid into the account, a negative one out of it. */
export type Posting = { readonly account: bigint; readonly amount: Money }

/** Money moved between accounts. The caller chooses the id. An id is used for one transfer only, permanently. */
export type Transfer = {
  readonly id: string
  readonly kind: TransferKind
  /** The subject of the transfer, such as "bet/123", so that a statement can link to it. */
  readonly about?: string
  readonly postings: readonly Posting[]
}

export type Posted = 'posted' | 'repeated' | 'insufficient_funds' | 'id_reused'

/** A stake: money from a bettor's locked account to an account of the operator. */
export type StakeTransfer = {
  readonly id: string
  readonly kind: TransferKind
  readonly about: string
  readonly from: LockedCash
  readonly to: bigint
  readonly amount: Money
}

/** A bettor's cash account, locked until the transaction ends. */
export type LockedCash = { readonly account: bigint; readonly balance: Money; readonly currency: string }

type Currencies = ReadonlyMap<bigint, { readonly currency: string }>

/**
 * Writes transfers. Accounts without a floor are few and their currency never changes, so each currency is read once and cached:
 * a transfer that mixes currencies is detected without another query.
 */
export function openPosting() {
  const cached = new Map<bigint, string>()

  /** Reads and caches the currencies of those of these accounts that are neither locked nor cached. */
  async function readCurrencies(tx: Tx | Db, missing: readonly bigint[]): Promise<void> {
    for (const [account, currency] of await store.currenciesOf(tx, missing)) cached.set(account, currency)
  }

  const missingOf = (accounts: Iterable<bigint>, bounded: Currencies): bigint[] =>
    [...accounts].filter((account) => !bounded.has(account) && !cached.has(account))

  /** The currency of an account; throws for one that does not exist. */
  function currencyIn(bounded: Currencies): (account: bigint) => string {
    return (account) => {
      const currency = bounded.get(account)?.currency ?? cached.get(account)
      invariant(currency !== undefined, `account ${account} does not exist`)
      return currency
    }
  }

  async function currencyOf(tx: Tx | Db, accounts: Iterable<bigint>, bounded: Currencies) {
    const missing = missingOf(accounts, bounded)
    if (missing.length > 0) await readCurrencies(tx, missing)
    return currencyIn(bounded)
  }

  /** See `Ledger.post`. */
  async function post(tx: Tx, transfers: readonly Transfer[]): Promise<Posted[]> {
    if (transfers.length === 0) return []
    const ids = transfers.map((transfer) => transfer.id)
    const touched = accountsOf(transfers)
    const bounded = new Map((await store.lockBounded(tx, [...touched])).map((row) => [row.id, row]))
    const currency = await currencyOf(tx, touched, bounded)
    const earlier = new Map((await store.transfersOf(tx, ids)).map((row) => [row.id, row.hash.toString('hex')]))
    const { outcomes, rows } = applyTransfers(transfers, { bounded, currency, earlier })
    if (rows.length > 0) await store.insertTransfers(tx, rows)
    return outcomes
  }

  /**
   * Posts transfers that the platform itself creates. The caller has locked every bounded account and has just created the ids, so neither
   * accounts nor earlier transfers are read again. Throws if a transfer cannot be posted.
   */
  async function postLocked(
    tx: Tx,
    transfers: readonly Transfer[],
    locked: readonly store.BoundedRow[],
  ): Promise<void> {
    if (transfers.length === 0) return
    const bounded = new Map(locked.map((row) => [row.id, { ...row }]))
    const currency = await currencyOf(tx, accountsOf(transfers), bounded)
    const { outcomes, rows } = applyTransfers(transfers, { bounded, currency, earlier: new Map() })
    outcomes.forEach((posted, index) => {
      invariant(posted === 'posted', `could not post transfer ${transfers[index]?.id}: ${posted}`)
    })
    await store.insertTransfers(tx, rows)
  }

  /** Posts stakes from accounts that the caller has locked; see `Ledger.postStakes`. */
  async function postStakes(tx: Tx, stakes: readonly StakeTransfer[]): Promise<void> {
    const payers = new Map(stakes.map(({ from }) => [from.account, from]))
    const missing = missingOf(
      stakes.map((stake) => stake.to),
      payers,
    )
    // This waits only at the first use in a process. Later calls start their insert synchronously, so that the caller can send it
    // together with other statements, in order.
    if (missing.length > 0) await readCurrencies(tx, missing)
    const currency = currencyIn(payers)
    const balances = new Map<bigint, bigint>()
    const rows = stakes.map(({ id, kind, about, from, to, amount }): store.NewTransfer => {
      const after = (balances.get(from.account) ?? from.balance) - amount
      invariant(amount > 0n && after >= 0n, `stake ${id} exceeds its payer's balance`)
      invariant(currency(to) === from.currency, `stake ${id} moves from ${from.currency} to ${currency(to)}`)
      balances.set(from.account, after)
      const entries = [
        { account: from.account, amount: -amount, after },
        { account: to, amount, after: null },
      ]
      const [debit, credit] = [[from.account, -amount] as const, [to, amount] as const]
      const sides = from.account < to ? [debit, credit] : [credit, debit]
      return { id, hash: hashOf({ kind, about }, sides), kind, about, entries }
    })
    await store.insertTransfers(tx, rows)
  }

  return { post, postLocked, postStakes }
}

const accountsOf = (transfers: readonly Transfer[]): Set<bigint> =>
  new Set(transfers.flatMap((transfer) => transfer.postings.map((posting) => posting.account)))

type Books = {
  /** The locked accounts. Their balances are updated with each transfer. */
  readonly bounded: ReadonlyMap<bigint, store.BoundedRow>
  readonly currency: (account: bigint) => string
  /** The hashes of earlier transfers, by id. */
  readonly earlier: Map<string, string>
}

/** Returns the outcome of each transfer, and the rows of the posted ones. */
function applyTransfers(transfers: readonly Transfer[], { bounded, currency, earlier }: Books) {
  const rows: store.NewTransfer[] = []
  const outcomes = transfers.map((transfer): Posted => {
    const merged = merge(transfer, currency)
    const hash = hashOf(transfer, merged)
    const posted = earlier.get(transfer.id)
    if (posted !== undefined) return posted === hash ? 'repeated' : 'id_reused'
    for (const [account, amount] of merged) {
      const row = bounded.get(account)
      if (row && amount < 0n && row.balance + amount < row.floor) return 'insufficient_funds'
    }
    earlier.set(transfer.id, hash)
    const entries = [...merged].map(([account, amount]) => {
      const row = bounded.get(account)
      if (row) row.balance += amount
      return { account, amount, after: row ? row.balance : null }
    })
    rows.push({ id: transfer.id, hash, kind: transfer.kind, about: transfer.about ?? null, entries })
    return 'posted'
  })
  return { outcomes, rows }
}

/** One amount for each account, by account id; amounts that sum to zero are omitted. */
function merge(transfer: Transfer, currencyOf: (account: bigint) => string): Map<bigint, bigint> {
  const amounts = new Map<bigint, bigint>()
  const sums = new Map<string, bigint>()
  for (const { account, amount } of transfer.postings) {
    const currency = currencyOf(account)
    amounts.set(account, (amounts.get(account) ?? 0n) + amount)
    sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  }
  for (const [currency, sum] of sums) {
    invariant(sum === 0n, `transfer ${transfer.id} sums to ${sum} in ${currency}`)
  }
  return new Map([...amounts].filter(([, amount]) => amount !== 0n).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** `sides` are in the order of their accounts. */
function hashOf(
  { kind, about = '' }: Pick<Transfer, 'kind' | 'about'>,
  sides: Iterable<readonly [bigint, bigint]>,
): string {
  const content = [kind, about]
  for (const [account, amount] of sides) content.push(`${account}:${amount}`)
  return hash('sha256', content.join('|'))
}
