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
  /** Further postings from `against` in the same transfer, in addition to the amount, such as a tax; below zero they go back to it. */
  readonly also?: readonly Posting[]
}

/** Clawbacks from bettors, and the credits paid to them afterwards. */
export type Correction = { readonly back: readonly Credit[]; readonly due: readonly Credit[] }

/** The cash and debt accounts of a bettor, locked until the transaction ends. Credits and clawbacks update these balances. */
export type Payee = { readonly cash: store.AccountRow; readonly debt: store.AccountRow }
export type Payees = ReadonlyMap<bigint, Payee>

/**
 * Claws back and then pays out. One statement locks all cash and debt accounts of both lists in id order: two statements could deadlock with
 * another correction. `payees`: the accounts, if the caller has already locked them.
 */
export async function correct(
  tx: Tx,
  postLocked: ReturnType<typeof openPosting>['postLocked'],
  { back, due }: Correction,
  payees?: Payees,
): Promise<void> {
  const bettors = new Set([...back, ...due].map((credit) => credit.bettor))
  const accounts = payees ?? (await store.lockCashAndDebt(tx, [...bettors]))
  const locked = [...accounts.values()].flatMap(({ cash, debt }) => [{ ...cash }, { ...debt }])
  await postLocked(tx, correctionTransfers({ back, due }, accounts), locked)
}

/** The transfers of a correction: all clawbacks, then all credits. Updates the balances of the payees. */
export const correctionTransfers = ({ back, due }: Correction, payees: Payees): Transfer[] => [
  ...back.map((credit) => clawBackTransfer(credit, accountsOf(payees, credit))),
  ...due.map((credit) => creditTransfer(credit, accountsOf(payees, credit))),
]

function accountsOf(accounts: Payees, { bettor }: Credit): Payee {
  const payee = accounts.get(bettor)
  invariant(payee, `bettor ${bettor} has no accounts`)
  return payee
}

/** Debits the cash as far as it covers the amount; the rest becomes debt. Updates the balances of the payee. */
export function clawBackTransfer(credit: Credit, payee: Payee): Transfer {
  const fromCash = payee.cash.balance < credit.amount ? payee.cash.balance : credit.amount
  const owed = credit.amount - fromCash
  payee.cash.balance -= fromCash
  payee.debt.balance -= owed
  const { against, amount, also = [] } = credit
  const total = also.reduce((sum, posting) => sum - posting.amount, amount as bigint)
  return transferOf(credit, [
    { account: against, amount: money(total) },
    { account: payee.cash.id, amount: money(-fromCash) },
    { account: payee.debt.id, amount: money(-owed) },
    ...also,
  ])
}

/** Repays the debt first; the rest is cash. Updates the balances of the payee. */
export function creditTransfer(credit: Credit, payee: Payee): Transfer {
  const owed = -payee.debt.balance
  const repaid = owed < credit.amount ? owed : credit.amount
  payee.debt.balance += repaid
  payee.cash.balance += credit.amount - repaid
  const also = credit.also ?? []
  const total = also.reduce((sum, posting) => sum + posting.amount, credit.amount as bigint)
  return transferOf(credit, [
    { account: credit.against, amount: money(-total) },
    { account: payee.cash.id, amount: money(credit.amount - repaid) },
    { account: payee.debt.id, amount: money(repaid) },
    ...also,
  ])
}

function transferOf({ id, kind, about }: Credit, postings: readonly Posting[]): Transfer {
  return { id, kind, ...(about !== undefined && { about }), postings }
}
