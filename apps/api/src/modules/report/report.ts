import { dayIn } from '#country/country'
import { readAgain, type Ledger } from '#modules/ledger/ledger'
import { transact, type Db, type Tx } from '#platform/db'
import type { Followed } from '#platform/follow-feed'
import { lockExclusive } from '#platform/locks'
import type { AccountSources } from './places.ts'
import { openRollUp, reportReader } from './roll-up.ts'
import { removeSums } from './roll-up-store.ts'

export { unpaidTaxes, type UnpaidDay } from './unpaid.ts'
export { verifyReport } from './verify.ts'

type Deps = {
  readonly db: Db
  readonly country: { readonly timeZone: string }
  readonly ledger: Pick<Ledger, 'follow' | 'amountsOf'>
  readonly accountSources: AccountSources
}

export type RollUps = ReturnType<typeof openRollUps>

const batchRows = 1_000
const quarterMs = 900_000
const daysKeptMax = 10_000

/** Opens the figures of the house as a reader of the ledger keeps them. Any process may call `follow`; one at a time reads. */
export function openRollUps({ db, country, ledger, accountSources }: Deps) {
  const days = new Map<number, string>()

  /** The day of the country. No time zone changes its offset within a quarter of an hour. */
  function dayOf(at: Date): string {
    const quarter = Math.floor(at.getTime() / quarterMs)
    const day = days.get(quarter) ?? dayIn(country.timeZone, at)
    if (days.size > daysKeptMax) days.clear()
    days.set(quarter, day)
    return day
  }

  const rollUp = openRollUp({ accountSources, ledger, dayOf })

  /** Keeps a move and a removal of all sums apart. Batches of the reader have the row of its cursor. */
  const alone = (tx: Tx): Promise<void> => lockExclusive(tx, 'figures', [1])

  async function follow(): Promise<Followed> {
    const followed = await ledger.follow({ name: reportReader, limit: batchRows }, rollUp.add)
    if (followed !== 'busy')
      await transact(db, async (tx) => {
        await alone(tx)
        await rollUp.movePlaced(tx)
      })
    return followed
  }

  return {
    /** Reads the ledger on into the sums, and moves stakes whose bets were placed meanwhile. */
    follow,

    /** Removes all sums and reads the ledger again from its first transfer. Until it ends the figures say up to which transfer they count. */
    async rebuild(): Promise<void> {
      await transact(db, async (tx) => {
        await alone(tx)
        await readAgain(tx, reportReader)
        await removeSums(tx)
      })
      while ((await follow()) !== 'end') await new Promise((resolve) => setTimeout(resolve, 50))
    },
  }
}
