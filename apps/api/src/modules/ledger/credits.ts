import { money, type Money } from '@nare/money/money'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { TransferKind } from './kinds.ts'
import type { openPosting, Posting, Transfer } from './posting.ts'
import * as store from './store.ts'

/** Money to or from a bettor, against an operator account. */
export type Credit = {
  readonly id: string
  readonly kind: TransferKind
  readonly about?: string
  readonly bettor: bigint
  readonly amount: Money
  readonly against: bigint
  /** Further postings from `against` in the same transfer, on top of the amount: a tax. */
  readonly also?: readonly Posting[]
}

/** Clawbacks from bettors, and the credits paid to them afterwards. */
export type Correction = { readonly back: readonly Credit[]; readonly due: readonly Credit[] }

/** Cash and debt of a bettor, locked until the transaction ends. Credits and clawbacks that are given them keep their balances current. */
export type Payee = { readonly cash: store.AccountRow; readonly debt: store.AccountRow }
export type Payees = ReadonlyMap<bigint, Payee>

/**
 * Claws back, then pays out, in one list of transfers. One statement locks all cash and debt accounts of both lists in the order of
 * their ids: two statements could deadlock with another correction. `payees` are these accounts where the caller has locked them.
 */
export async function correct(
  tx: Tx,
  postLocked: ReturnType<typeof openPosting>['postLocked'],
  { back, due }: Correction,
  payees?: Payees,
): Promise<void> {
  const bettors = new Set([...back, ...due].map((one) => one.bettor))
  const accounts = payees ?? (await store.lockCashAndDebt(tx, [...bettors]))
  const locked = [...accounts.values()].flatMap(({ cash, debt }) => [{ ...cash }, { ...debt }])
  const transfers = [
    ...back.map((one) => clawedBack(one, accountsOf(accounts, one))),
    ...due.map((one) => paidOut(one, accountsOf(accounts, one))),
  ]
  await postLocked(tx, transfers, locked)
}

function accountsOf(accounts: Payees, { bettor }: Credit): Payee {
  const at = accounts.get(bettor)
  invariant(at, `bettor ${bettor} has no accounts`)
  return at
}

/** Debits the cash as far as it covers the amount; the rest becomes debt. Updates the balances in `at`. */
export function clawedBack(one: Credit, at: Payee): Transfer {
  const fromCash = at.cash.balance < one.amount ? at.cash.balance : one.amount
  const owed = one.amount - fromCash
  at.cash.balance -= fromCash
  at.debt.balance -= owed
  return transferOf(one, [
    { account: one.against, amount: one.amount },
    { account: at.cash.id, amount: money(-fromCash) },
    { account: at.debt.id, amount: money(-owed) },
  ])
}

/** Repays the debt first; the rest is cash. Updates the balances in `at`. */
export function paidOut(one: Credit, at: Payee): Transfer {
  const owed = -at.debt.balance
  const repaid = owed < one.amount ? owed : one.amount
  at.debt.balance += repaid
  at.cash.balance += one.amount - repaid
  const also = one.also ?? []
  const total = also.reduce((sum, posting) => sum + posting.amount, one.amount as bigint)
  return transferOf(one, [
    { account: one.against, amount: money(-total) },
    { account: at.cash.id, amount: money(one.amount - repaid) },
    { account: at.debt.id, amount: money(repaid) },
    ...also,
  ])
}

function transferOf({ id, kind, about }: Credit, postings: readonly Posting[]): Transfer {
  return { id, kind, ...(about !== undefined && { about }), postings }
}
