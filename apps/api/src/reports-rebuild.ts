import { readConfig } from './config.ts'
import { countryOf } from './country/countries.ts'
import { accountSources } from './modules/identity/identity.ts'
import { openLedger } from './modules/ledger/ledger.ts'
import { openRollUps } from './modules/report/report.ts'
import { withDatabase } from './platform/reach.ts'
import { runOrExit } from './platform/start-error.ts'

/**
 * `npm run reports:rebuild` removes the figures of the house and sums them again from the first transfer of the ledger, whether or not the server is
 * running. Until it ends the figures are of earlier transfers only.
 */
const config = await runOrExit(async () => readConfig())
await runOrExit(() =>
  withDatabase(config, async ({ db }) => {
    const country = countryOf(config.country)
    const ledger = await openLedger({ db, currency: country.currency })
    await openRollUps({ db, country, ledger, accountSources }).rebuild()
  }),
)
console.log('The figures are summed again')
