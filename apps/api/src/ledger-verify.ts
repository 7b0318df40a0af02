import { readConfig } from './config.ts'
import { verifyBets } from './modules/betting/verify.ts'
import { bonusTickets } from './modules/betting/betting.ts'
import { verifyBonus } from './modules/bonus/bonus.ts'
import { verifyLedger } from './modules/ledger/verify.ts'
import { verifyCasino } from './modules/casino/casino.ts'
import { verifyJackpots } from './modules/jackpot/jackpot.ts'
import { leagueLegSummary } from './modules/league/league.ts'
import { verifyPoints } from './modules/points/points.ts'
import { verifyPayments } from './modules/payments/payments.ts'
import { reachDatabase } from './platform/reach.ts'
import { runCommand, runOrExit } from './platform/start-error.ts'

/**
 * `npm run ledger:verify`: verifies the books of the configured database from the last checkpoint, beside a running server or without
 * one; with `-- --full` from the first transfer. Exits 1 where they are wrong, 2 for another option and
 * where the database stops before all was read.
 */
const options = process.argv.slice(2)
if (options.some((option) => option !== '--full')) {
  console.error('npm run ledger:verify [-- --full]')
  process.exit(2)
}
const { db, close } = await runOrExit(async () => reachDatabase(readConfig()))
await runCommand(async () => {
  const onProgress = (text: string) => console.log(`...    ${text}`)
  const ledger = await verifyLedger(db, { full: options.includes('--full'), onProgress })
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
  onProgress('payments')
  const checks = [...ledger, ...bets, ...bonus, ...casino, ...jackpots, ...points, ...(await verifyPayments(db))]
  for (const { name, scanned, broken } of checks) {
    console.log(
      `${broken === 0 ? 'ok   ' : 'WRONG'}  ${name}: ${scanned} rows${broken > 0 ? `, ${broken} broken` : ''}`,
    )
  }
  await close()
  return checks.some((check) => check.broken > 0) ? 1 : 0
})
