import { money, type Money } from '@nare/money/money'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { correctionTransfers, type Correction, type Payee } from './credits.ts'
import type { LockedCash, Transfer } from './posting.ts'
import * as store from './store.ts'

type Accounts = Payee & { readonly bonus: store.AccountRow; readonly debtBefore: bigint }

export type Foresight = ReturnType<typeof openForesight>

/**
 * Computes what corrections would leave on bettors' accounts, one after the other, from the balances of one snapshot. It takes no lock and posts
 * nothing.
 */
export function openForesight(tx: Tx) {
  const known = new Map<bigint, Accounts>()

  async function read(bettors: readonly bigint[]): Promise<void> {
    const missing = [...new Set(bettors)].filter((bettor) => !known.has(bettor))
    if (missing.length === 0) return
    const rows = await store.readOwned(tx, { bettors: missing, kinds: ['cash', 'bonus', 'debt'] })
    for (const [bettor, own] of Map.groupBy(rows, ({ owner }) => owner)) {
      const [cash, bonus, debt] = ['cash', 'bonus', 'debt'].map((kind) => own.find((one) => one.kind === kind))
      invariant(cash && bonus && debt, `bettor ${bettor} lacks accounts`)
      known.set(bettor, { cash, bonus, debt, debtBefore: debt.balance })
    }
  }

  const walletOf = ({ cash, bonus, debt }: Accounts) => ({
    cash: balanceOf(cash),
    bonus: balanceOf(bonus),
    debt: balanceOf(debt),
  })

  return {
    /** The wallets of these bettors after all that was foreseen. */
    async wallets(bettors: readonly bigint[]): Promise<ReadonlyMap<bigint, ReturnType<typeof walletOf>>> {
      await read(bettors)
      return new Map([...known].map(([bettor, accounts]) => [bettor, walletOf(accounts)]))
    },

    /** Applies the postings of transfers between accounts of these bettors and of the house. */
    async post(bettors: readonly bigint[], transfers: readonly Transfer[]): Promise<void> {
      await read(bettors)
      const own = [...new Set(bettors)].flatMap((bettor) => known.get(bettor) ?? [])
      const accounts = new Map(own.flatMap(({ cash, bonus, debt }) => [cash, bonus, debt].map((one) => [one.id, one])))
      for (const { account, amount } of transfers.flatMap(({ postings }) => postings)) {
        const of = accounts.get(account)
        if (of) of.balance += amount
      }
    },

    /** Applies a correction as the ledger would post it. */
    async correct(correction: Correction): Promise<void> {
      await read([...correction.back, ...correction.due].map(({ bettor }) => bettor))
      correctionTransfers(correction, known)
    },

    /** By how much the debts of bettors have grown, the largest first. */
    debts: (): { bettor: bigint; amount: Money }[] =>
      [...known]
        .map(([bettor, { debt, debtBefore }]) => ({ bettor, amount: money(debtBefore - debt.balance) }))
        .filter(({ amount }) => amount > 0n)
        .toSorted((a, b) => (a.amount === b.amount ? (a.bettor < b.bettor ? -1 : 1) : a.amount > b.amount ? -1 : 1)),
  }
}

const balanceOf = ({ id, balance, currency }: store.AccountRow): LockedCash => ({
  account: id,
  balance: money(balance),
  currency,
})
