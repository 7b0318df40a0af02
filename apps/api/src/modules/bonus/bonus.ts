import type { Ledger } from '#modules/ledger/ledger'
import { transact, type Db, type Tx } from '#platform/db'
import type { Live } from '#platform/live'
import { cancelGrant, expireGrants, grant, type Cancelled, type Granted, type NewGrant } from './grants.ts'

export { bonusProducts, type Cancelled, type Granted, type NewGrant } from './grants.ts'

type Deps = { readonly db: Db; readonly money: Db; readonly ledger: Ledger; readonly live: Live }

export type Bonus = ReturnType<typeof openBonus>

/** Bonus money: grants, what is spent of them, and their wagering. */
export function openBonus(deps: Deps) {
  const { db, ledger, live } = deps
  return {
    /** Gives bonus money once, in the caller's transaction; publish the balance after the commit. */
    grant: (tx: Tx, given: NewGrant): Promise<Granted> => grant(deps, tx, given),

    /** Cancels a grant at its bettor's request. */
    async cancel(wanted: { bettor: bigint; grantId: bigint; id: string }): Promise<Cancelled> {
      const cancelled = await transact(deps.money, (tx) => cancelGrant(deps, tx, wanted))
      if (cancelled === 'cancelled') await ledger.publishBalances(live, [wanted.bettor])
      return cancelled
    },

    /** Ends grants whose time is over. */
    async expire(): Promise<void> {
      await ledger.publishBalances(live, await expireGrants({ ledger, db }))
    },
  }
}
