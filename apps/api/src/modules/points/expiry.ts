import type { Ledger } from '#modules/ledger/ledger'
import type { Background } from '#platform/background'
import { transact, type Db } from '#platform/db'
import { invariant } from '#platform/invariant'
import { transferOf } from './purse.ts'
import { bettorsDue, emptyDueLots } from './store.ts'

type Deps = { readonly db: Db; readonly ledger: Ledger }

const lotsMax = 500
const bettorsMax = 25_000

/**
 * Expires the unspent points that have reached their expiry date, one bettor at a time. It locks the points account of the bettor, so a
 * point is never both spent and expired, and expires once. Calls `onChange` after each transaction with the bettor whose points changed.
 */
export function expirePoints(
  { background, ...deps }: Deps & { readonly background: Background },
  onChange: (bettor: bigint) => void,
): ReturnType<Background['workThroughDue']> {
  return background.workThroughDue({
    what: 'bettor with expired points',
    id: (bettor) => bettor,
    next: ({ after = 0n, count }) => bettorsDue(deps.db, { after, max: count }),
    work: (bettor: bigint) => expireAllLots(deps, bettor, () => onChange(bettor)),
    most: bettorsMax,
  })
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
