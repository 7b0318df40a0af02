import type { Config } from './config.ts'
import { countryOf } from './country/countries.ts'
import { verifyBonus } from './modules/bonus/bonus.ts'
import { verifyCasino } from './modules/casino/casino.ts'
import { verifyJackpots } from './modules/jackpot/jackpot.ts'
import { leagueLegSummary } from './modules/league/league.ts'
import { taxSettings } from './modules/ledger/ledger.ts'
import { verifyLedger } from './modules/ledger/verify.ts'
import { verifyAudit } from './modules/operator/operator.ts'
import { verifyPayments } from './modules/payments/payments.ts'
import { verifyPoints } from './modules/points/points.ts'
import { verifyReport } from './modules/report/report.ts'
import { verifyReturns } from './modules/returns/returns.ts'
import { storedValue } from './modules/settings/settings.ts'
import { bonusTickets, verifyTickets } from './modules/tickets/tickets.ts'
import type { Db } from './platform/db.ts'

/**
 * Verifies the books of a database from the last checkpoint, or with `full` from the first transfer, and prints the progress and one line for
 * each check. Returns whether the books are correct.
 */
export async function verifyBooks(db: Db, { full, config }: { full: boolean; config: Config }): Promise<boolean> {
  const country = countryOf(config.country)
  const zone = country.timeZone
  const onProgress = (text: string) => console.log(`...    ${text}`)
  const ledger = await verifyLedger(db, { full, onProgress })
  onProgress('figures')
  const figures = await verifyReport(db, zone)
  onProgress('bets')
  const rates = await storedValue(db, taxSettings.rates, { country, config })
  const bets = await verifyTickets(db, [leagueLegSummary], { rates, zone })
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
