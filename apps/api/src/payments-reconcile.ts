import { readFile } from 'node:fs/promises'
import { formatMoney, money } from '@nare/money/money'
import { readConfig } from './config.ts'
import { countryOf } from './country/country.ts'
import { openLedger } from './modules/ledger/ledger.ts'
import { readStatement, reconcile } from './modules/payments/payments.ts'
import { reachDatabase } from './platform/reach.ts'
import { runOrExit } from './platform/start-error.ts'

/**
 * `npm run payments:reconcile -- <statement.csv> [mpesa|airtel]`: lays a provider's statement beside the ledger and lists what is
 * missing on either side; exits 1 where something is.
 */
const [file, provider = 'mpesa'] = process.argv.slice(2)
if (file === undefined || (provider !== 'mpesa' && provider !== 'airtel')) {
  console.error('npm run payments:reconcile -- <statement.csv> [mpesa|airtel]')
  process.exitCode = 2
} else {
  const config = await runOrExit(async () => readConfig())
  const lines = readStatement(await readFile(file, 'utf8'))
  const { db, close } = await runOrExit(() => reachDatabase(config))
  const ledger = await openLedger({ db, currency: countryOf(config.country).currency })
  const { matched, missingHere, missingThere, differing } = await reconcile({ db, ledger, provider, lines })
  console.log(`${lines.length} movements in the statement, ${matched} matched`)
  for (const { receipt, reference, amount } of missingHere)
    console.log(`NOT HERE   ${receipt}  ${formatMoney(money(amount))}  account ${reference || 'none'}`)
  for (const { payment, receipt, amount, at } of missingThere)
    console.log(`NOT THERE  payment ${payment}  ${amount}  ${receipt ?? 'no receipt'}  ${at}`)
  for (const { receipt, here, there } of differing) console.log(`DIFFERS    ${receipt}  here ${here}, there ${there}`)
  await close()
  process.exitCode = missingHere.length + missingThere.length + differing.length > 0 ? 1 : 0
}
