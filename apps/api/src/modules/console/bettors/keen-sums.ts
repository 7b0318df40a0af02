import { keenBettors } from '#modules/ledger/ledger'
import { sumTickets } from '#modules/tickets/tickets'
import type { ConsoleDeps } from '../deps.ts'

const accountsAtOnce = 20_000

/**
 * Opens the job that sums what bettors who play much have staked and got back, so that their page in the console reads a bounded number of rows.
 * Each run looks at the next accounts, and begins with the first ones again after the last.
 */
export function openKeenSums({ db, ledger, country }: Pick<ConsoleDeps, 'db' | 'ledger' | 'country'>) {
  let after = 0n
  return async (): Promise<void> => {
    const { bettors, last } = await keenBettors(db, { after, most: accountsAtOnce })
    for (const bettor of bettors) {
      await sumTickets(db, bettor)
      await ledger.rollUp([bettor], country.timeZone)
    }
    after = last ?? 0n
  }
}
