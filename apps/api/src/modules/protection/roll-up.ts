import type { Ledger } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'
import { mayPassInParts } from '#platform/db-faults'
import { limitedBettors } from './store.ts'

const bettorsInChunk = 500

type Deps = { readonly db: Db; readonly ledger: Pick<Ledger, 'rollUp' | 'settledNo'>; readonly zone: string }

/**
 * Sums the play of bettors with limits into days, for a bounded number of bettors in each transaction. A chunk that fails is halved until
 * the bettor that it fails for is found; the sums of that bettor stay as they were, and the next run tries again. Returns the failures.
 * Throws if the database is unavailable.
 */
export async function rollUp({ db, ledger, zone }: Deps): Promise<readonly unknown[]> {
  const upTo = await ledger.settledNo()
  const failures: unknown[] = []

  async function rollUpEach(bettors: readonly bigint[]): Promise<void> {
    try {
      await ledger.rollUp(bettors, zone, upTo)
    } catch (error) {
      if (!mayPassInParts(error)) throw error
      if (bettors.length === 1) return void failures.push(error)
      const half = Math.ceil(bettors.length / 2)
      await rollUpEach(bettors.slice(0, half))
      await rollUpEach(bettors.slice(half))
    }
  }

  for (let after = 0n; ;) {
    const bettors = await limitedBettors(db, { after, most: bettorsInChunk })
    const last = bettors.at(-1)
    if (last === undefined) return failures
    await rollUpEach(bettors)
    after = last
  }
}
