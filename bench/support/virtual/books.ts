import { verifyTickets } from '@nare/api/modules/tickets/tickets'
import { leagueLegSummary } from '@nare/api/modules/league/league'
import { verifyLedger } from '@nare/api/modules/ledger/ledger'
import type { Db } from '@nare/api/platform/db'

/** The checks of the ledger and of the bets that fail. */
export async function brokenChecks(db: Db) {
  const checks = [...(await verifyLedger(db)), ...(await verifyTickets(db, [leagueLegSummary]))]
  return checks.filter(({ broken }) => broken > 0)
}
