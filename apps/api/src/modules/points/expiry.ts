import type { Ledger } from '#modules/ledger/ledger'
import { transact, type Db } from '#platform/db'
import { invariant } from '#platform/invariant'
import { transferOf } from './purse.ts'
import { bettorsDue, emptyDueLots } from './store.ts'

type Deps = { readonly db: Db; readonly ledger: Ledger }

const bettorsInBatch = 500
const lotsMax = 500
const bettorsMax = 25_000

/**
 * Expires the unspent points that have reached their expiry date, one bettor at a time. It locks the points account of the bettor, so a
 * point is never both spent and expired, and expires once. A failure for one bettor does not delay the others. Handles a bounded number of
 * bettors per call. Returns the bettors whose points changed, and the failures.
 */
export async function expirePoints({
  db,
  ledger,
}: Deps): Promise<{ readonly changed: ReadonlySet<bigint>; readonly failures: readonly unknown[] }> {
  const changed = new Set<bigint>()
  const failures: unknown[] = []
  for (let after = 0n, n = 0; n < bettorsMax; n += bettorsInBatch) {
    const due = await bettorsDue(db, { after, max: bettorsInBatch })
    for (const bettor of due) {
      await expireAllLots({ db, ledger }, bettor, () => changed.add(bettor)).catch((error: unknown) =>
        failures.push(error),
      )
    }
    const last = due.at(-1)
    if (last === undefined || due.length < bettorsInBatch) break
    after = last
  }
  return { changed, failures }
}

/** Expires all due lots of a bettor, a bounded number in each transaction. Calls `onChange` after each transaction that expired points. */
async function expireAllLots(deps: Deps, bettor: bigint, onChange: () => void): Promise<void> {
  for (;;) {
    const expired = await expireLots(deps, bettor)
    if (expired > 0) onChange()
    if (expired < lotsMax) return
  }
}

/** Expires the next due lots of a bettor. Returns their number. */
const expireLots = ({ db, ledger }: Deps, bettor: bigint): Promise<number> =>
  transact(db, async (tx) => {
    const account = (await ledger.lockPoints(tx, [bettor])).get(bettor)?.account
    invariant(account !== undefined, `bettor ${bettor} has no points account`)
    const lots = await emptyDueLots(tx, bettor, lotsMax)
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
    return lots.length
  })
