import { environmentNow } from './config.ts'
import { checkProduction, newKeys } from './production-gaps.ts'

/**
 * `npm run config:check`: whether this environment can run in production. Names all that is missing or wrong at once, and exits with 1 if the
 * server would not start. With `-- --keys` it prints a line with a new key for each key that is missing, and nothing else.
 */
const options = process.argv.slice(2)
if (options.some((option) => option !== '--keys')) {
  console.error('npm run config:check [-- --keys]')
  process.exit(2)
}
if (options.length > 0) for (const line of newKeys(environmentNow())) console.log(line)
else {
  const { faults, gaps } = checkProduction(environmentNow())
  for (const fault of faults) console.log(`must be mended  ${fault}`)
  for (const gap of gaps) console.log(`should be set   ${gap}`)
  if (faults.length > 0) process.exitCode = 1
  else console.log(gaps.length > 0 ? 'Ready for production, but for these' : 'Ready for production')
}
