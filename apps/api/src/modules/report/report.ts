import { readAgain, type Ledger } from '#modules/ledger/ledger'
import { transact, type Db, type Tx } from '#platform/db'
import type { Followed } from '#platform/follow-feed'
import { lockExclusive } from '#platform/locks'
import type { AccountSources } from './places.ts'
import { openRollUp, reportReader } from './roll-up.ts'
import { removeSums } from './roll-up-store.ts'
import { addToSources, removeSources, sourceReader } from './sources.ts'

export { playOfSources } from './sources.ts'
export { unpaidTaxes, type UnpaidDay } from './unpaid.ts'
export { verifyReport } from './verify.ts'

type Deps = {
  readonly db: Db
  readonly country: { readonly timeZone: string }
  readonly ledger: Pick<Ledger, 'followRanges'>
  readonly accountSources: AccountSources
}

export type RollUps = ReturnType<typeof openRollUps>

/** The transfers of a batch: few while bets come, so that other readers have their turn; many in a rebuild, where each batch has a price of its own. */
const batchTransfers = { following: 5_000, rebuilding: 50_000 }

/** Opens the figures of the house as a reader of the ledger keeps them. Any process may call `follow`; one at a time reads. */
export function openRollUps({ db, country, ledger, accountSources }: Deps) {
  const rollUp = openRollUp({ accountSources, zone: country.timeZone })

  /** Keeps batches, moves and a removal of all sums apart. Whoever has the row of the reader's cursor too has taken that first. */
  const alone = (tx: Tx): Promise<void> => lockExclusive(tx, 'figures', [1])

  async function read(limit: number): Promise<Followed> {
    const followed = await ledger.followRanges({ name: reportReader, limit }, async (tx, range) => {
      await alone(tx)
      await rollUp.add(tx, range)
    })
    if (followed !== 'busy')
      await transact(db, async (tx) => {
        await alone(tx)
        await rollUp.movePlaced(tx)
      })
    return followed
  }

  const readSources = (limit: number): Promise<Followed> =>
    ledger.followRanges({ name: sourceReader, limit }, async (tx, range) => {
      await alone(tx)
      await addToSources(tx, range, { accountSources, zone: country.timeZone })
    })

  return {
    /** Reads the ledger on into the sums, and moves stakes whose bets were placed meanwhile. */
    follow: () => read(batchTransfers.following),

    /** Reads the ledger on into the sums of marketing sources. */
    followSources: () => readSources(batchTransfers.following),

    /** Removes all sums and reads the ledger again from its first transfer. Until it ends the figures say up to which transfer they count. */
    async rebuild(): Promise<void> {
      await transact(db, async (tx) => {
        for (const reader of [reportReader, sourceReader]) await readAgain(tx, reader)
        await alone(tx)
        await removeSums(tx)
        await removeSources(tx)
      })
      for (const readOn of [read, readSources])
        for (;;) {
          const followed = await readOn(batchTransfers.rebuilding)
          if (followed === 'end') break
          if (followed === 'busy') await new Promise((resolve) => setTimeout(resolve, 50))
        }
    },
  }
}
