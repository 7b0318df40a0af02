import { readFile } from 'node:fs/promises'
import { zProvider } from '@nare/contract/shapes'
import { providerNames } from '@nare/contract/wallets'
import { formatMoney, money } from '@nare/money/money'
import { readConfig } from './config.ts'
import { countryOf } from './country/countries.ts'
import { openLedger } from './modules/ledger/ledger.ts'
import { readStatement, reconcile, type PaymentSummary } from './modules/payments/payments.ts'
import { withDatabase } from './platform/reach.ts'
import { runOrExit } from './platform/start-error.ts'

/**
 * `npm run payments:reconcile -- <statement.csv> [mpesa|airtel|mixx]` compares a provider's statement with the ledger. Lists the payments that are
 * missing on either side or differ, and payouts that wait for operators; exits with 1 if there are any.
 */
const [file, given = 'mpesa'] = process.argv.slice(2)
const { data: provider } = zProvider.safeParse(given)
if (file === undefined || provider === undefined) {
  console.error(`npm run payments:reconcile -- <statement.csv> [${providerNames.join('|')}]`)
  process.exitCode = 2
} else {
  const config = await runOrExit(async () => readConfig())
  const { lines, bad } = readStatement(await readFile(file, 'utf8'))
  const found = await runOrExit(() =>
    withDatabase(config, async ({ db }) => {
      const ledger = await openLedger({ db, currency: countryOf(config.country).currency })
      return reconcile({ db, ledger, provider, lines })
    }),
  )
  const { matched, missingInLedger, missingInStatement, differing, unresolved } = found
  console.log(`${lines.length} movements in the statement, ${matched} matched`)
  for (const { line, text, fault } of bad) console.log(`NOT READ          line ${line}: ${fault}: ${text}`)
  const describe = ({ payment, state, endedBy }: PaymentSummary) =>
    `payment ${payment} is ${state}${endedBy === null ? '' : `, ended by ${endedBy}`}`
  for (const { receipt, reference, amount, known } of missingInLedger)
    console.log(
      `NOT IN LEDGER     ${receipt}  ${formatMoney(money(amount))}  ${known ? describe(known) : `account ${reference || 'none'}`}`,
    )
  for (const { receipt, amount, at, ...payment } of missingInStatement)
    console.log(`NOT IN STATEMENT  ${describe(payment)}  ${amount}  ${receipt ?? 'no receipt'}  ${at}`)
  for (const { receipt, ledgerAmount, statementAmount, ...payment } of differing)
    console.log(
      `DIFFERS           ${receipt}  ledger ${ledgerAmount}, statement ${statementAmount}  ${describe(payment)}`,
    )
  for (const { payment, amount, because, sentAt } of unresolved)
    console.log(`UNRESOLVED        payment ${payment}  ${amount}  ${because}  sent ${sentAt}`)
  process.exitCode = [bad, missingInLedger, missingInStatement, differing, unresolved].some((list) => list.length > 0)
    ? 1
    : 0
}
