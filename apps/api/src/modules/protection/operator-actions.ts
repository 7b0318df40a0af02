import { done, refused, type Outcome } from '@nare/contract/outcome'
import { formatMoney, money, type Money } from '@nare/money/money'
import { lockAccount } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import { transact, type Db, type Tx } from '#platform/db'
import { setLocked, setStakePercent } from './account-settings.ts'
import * as store from './store.ts'

type Deps = { readonly moneyDb: Db; readonly ledger: Pick<Ledger, 'lockCash'> }
/** `also` is what the caller writes in the same transaction. */
type Of = { readonly bettor: bigint; readonly by: string; readonly also?: (tx: Tx) => Promise<void> }

/** Opens what operators set on a bettor's account, each under the lock that every stake, deposit and withdrawal takes. */
export function openOperatorActions({ moneyDb: db, ledger }: Deps) {
  /** Runs a change under the lock of the cash. Refused as `not_found` if there is no such account. */
  const changing = <T>(bettor: bigint, change: (tx: Tx, cash: Money) => Promise<T>): Promise<Outcome<T, 'not_found'>> =>
    transact(db, async (tx) => {
      const cash = (await ledger.lockCash(tx, [bettor])).get(bettor)
      return cash ? done(await change(tx, cash.balance)) : refused('not_found')
    })

  return {
    /** Locks an account, or unlocks it: once this has returned, nothing is staked, deposited or withdrawn, and nobody logs in. Open bets settle. */
    lock: ({ bettor, by, also, locked }: Of & { readonly locked: boolean }) =>
      changing(bettor, async (tx) => {
        await lockAccount(tx, bettor)
        await setLocked(tx, { bettor, locked, by })
        await also?.(tx)
        return { locked }
      }),

    /** Sets the share of the highest stake and of the liability, in percent, that a bettor is offered. */
    setStakePercent: ({ bettor, by, also, percent }: Of & { readonly percent: number }) =>
      changing(bettor, async (tx) => {
        await setStakePercent(tx, { bettor, percent, by })
        await also?.(tx)
        return { stake_percent: percent }
      }),

    /**
     * Closes an account at once and for good, with open bets and with money on it: the bets settle, and the balance can be withdrawn. `left` is
     * the balance. Closing again returns the same.
     */
    close: ({ bettor, by, reason }: Of & { readonly reason: string }) =>
      changing(bettor, async (tx, cash) => {
        const closed = (await store.closedSince(tx, bettor)) ?? (await store.insertClosed(tx, bettor, { reason, by }))
        return { closed_at: closed.toISOString(), left: formatMoney(money(cash)) }
      }),
  }
}
