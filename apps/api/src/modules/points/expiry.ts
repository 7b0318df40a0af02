import type { Ledger } from '#modules/ledger/ledger'
import { transact, type Db } from '#platform/db'
import { invariant } from '#platform/invariant'
import { transferOf } from './purse.ts'
import { bettorsDue, emptyDueLots } from './store.ts'

type Deps = { readonly db: Db; readonly ledger: Ledger }

const lotsAtOnce = 500

/**
 * Takes what is left of points whose days are over, a bettor at a time under the lock of the points account, so that points are either spent
 * or expired, and expire once. Returns the bettors whose points changed; a bounded number a call.
 */
export async function expirePoints({ db, ledger }: Deps): Promise<ReadonlySet<bigint>> {
  const changed = new Set<bigint>()
  for (const bettor of await bettorsDue(db, lotsAtOnce)) {
    const expired = await transact(db, async (tx) => {
      const account = (await ledger.lockPoints(tx, [bettor])).get(bettor)?.account
      invariant(account !== undefined, `bettor ${bettor} has no points account`)
      const lots = await emptyDueLots(tx, bettor, lotsAtOnce)
      const house = ledger.house('house:points')
      const posted = await ledger.post(
        tx,
        lots.map(({ id, left }) =>
          transferOf(
            { id: `points/expire/${id}`, kind: 'points_expired', about: undefined },
            { account, house, points: -left },
          ),
        ),
      )
      invariant(
        posted.every((one) => one === 'posted'),
        `points of bettor ${bettor} expired twice`,
      )
      return lots.length > 0
    })
    if (expired) changed.add(bettor)
  }
  return changed
}
