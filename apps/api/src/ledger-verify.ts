import { readConfig } from './config.ts'
import { verifyBets } from './modules/betting/verify.ts'
import { verifyLedger } from './modules/ledger/verify.ts'
import { verifyPayments } from './modules/payments/payments.ts'
import { reachDatabase } from './platform/reach.ts'
import { runOrExit } from './platform/start-error.ts'

/** `npm run ledger:verify`: proves the books of the configured database, running or not; exits 1 where they are wrong. */
const { db, close } = await runOrExit(async () => reachDatabase(readConfig()))
const checks = [...(await verifyLedger(db)), ...(await verifyBets(db)), ...(await verifyPayments(db))]
for (const { name, scanned, broken } of checks) {
  console.log(`${broken === 0 ? 'ok   ' : 'WRONG'}  ${name}: ${scanned} rows${broken > 0 ? `, ${broken} broken` : ''}`)
}
await close()
process.exitCode = checks.some((check) => check.broken > 0) ? 1 : 0
