import { formatMoney, money } from '@nare/money/money'
import { readConfig } from './config.ts'
import { countryOf } from './country/countries.ts'
import { taxReport } from './modules/ledger/tax-report.ts'
import { withDatabase } from './platform/reach.ts'
import { runOrExit } from './platform/start-error.ts'

/** `npm run tax:report -- 2026-11-20` prints the taxes due for that day as CSV. */
const [day = ''] = process.argv.slice(2)
if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) {
  console.error('Please name a day: npm run tax:report -- 2026-11-20')
  process.exit(2)
}
const config = await runOrExit(async () => readConfig())
const zone = countryOf(config.country).timeZone
const lines = await runOrExit(() => withDatabase(config, ({ db }) => taxReport(db, { day, zone })))
console.log('day,account,kind,transfers,amount,currency')
for (const { account, kind, transfers, amount, currency } of lines) {
  console.log([day, account, kind, transfers, formatMoney(amount), currency].join(','))
}
for (const account of new Set(lines.map((line) => line.account))) {
  const accountLines = lines.filter((line) => line.account === account)
  const total = accountLines.reduce((sum, line) => sum + line.amount, 0n)
  const transfers = accountLines.reduce((sum, line) => sum + line.transfers, 0)
  console.log([day, account, 'total', transfers, formatMoney(money(total)), accountLines[0]?.currency].join(','))
}
