import { verifyBonus } from './modules/bonus/bonus.ts'
import { verifyCasino } from './modules/casino/casino.ts'
import { verifyJackpots } from './modules/jackpot/jackpot.ts'
import { leagueLegSummary } from './modules/league/league.ts'
import { verifyLedger } from './modules/ledger/verify.ts'
import { verifyAudit } from './modules/operator/operator.ts'
import { verifyPayments } from './modules/payments/payments.ts'
import { verifyPoints } from './modules/points/points.ts'
import { verifyReport } from './modules/report/report.ts'
import { verifyReturns } from './modules/returns/returns.ts'
import { bonusTickets, verifyBets } from './modules/tickets/tickets.ts'
import type { Db } from './platform/db.ts'

/**
 * Verifies the books of a database from the last checkpoint, or with `full` from the first transfer, and prints the progress and one line for
 * each check. `zone` is the time zone of the country. Returns whether the books are correct.
 */
export async function verifyBooks(db: Db, { full, zone }: { full: boolean; zone: string }): Promise<boolean> {
  const onProgress = (text: string) => console.log(`...    ${text}`)
  const ledger = await verifyLedger(db, { full, onProgress })
  onProgress('figures')
  const figures = await verifyReport(db, zone)
  onProgress('bets')
  const bets = await verifyBets(db, [leagueLegSummary])
  onProgress('bonus')
  const bonus = await verifyBonus(db, bonusTickets)
  onProgress('casino')
  const casino = await verifyCasino(db)
  onProgress('jackpots')
  const jackpots = await verifyJackpots(db)
  onProgress('points')
  const points = await verifyPoints(db)
  onProgress('returns of games')
  const returns = await verifyReturns(db)
  onProgress('payments')
  const payments = await verifyPayments(db)
  onProgress('audit log')
  const audit = await verifyAudit(db)
  const checks = [
    ...ledger,
    ...figures,
    ...bets,
    ...bonus,
    ...casino,
    ...jackpots,
    ...points,
    ...returns,
    ...payments,
    ...audit,
  ]
  for (const { name, scanned, broken } of checks) {
    console.log(
      `${broken === 0 ? 'ok   ' : 'WRONG'}  ${name}: ${scanned} rows${broken > 0 ? `, ${broken} broken` : ''}`,
    )
  }
  return checks.every((check) => check.broken === 0)
}
