import { stat } from 'node:fs/promises'
import { readConfig } from './config.ts'
import { verifyFile, verifyFolder } from './modules/regulator/verify.ts'
import { runOrExit } from './platform/start-error.ts'

/**
 * `npm run export:verify` checks the regulator's files of REGULATOR_DIR, `-- <folder>` those of another folder, `-- <file>` one file. It reads files
 * only: no database and no server. Exits with 1 if something is wrong, and with 2 if there is nothing to check.
 */
const [given, ...more] = process.argv.slice(2)
if (more.length > 0 || given?.startsWith('-')) {
  console.error('npm run export:verify [-- <folder or file>]')
  process.exit(2)
}
const path = given ?? (await runOrExit(async () => readConfig())).regulator.folder
const found = await stat(path).catch(() => undefined)
const checked = found?.isFile() ? [await verifyFile(path)] : found ? await verifyFolder(path) : []
if (checked.length === 0) {
  console.error(`There are no files of days in ${path}`)
  process.exit(2)
}
for (const { name, lines, sha256, faults } of checked) {
  if (faults.length === 0) console.log(`ok     ${name}  ${lines} lines  ${sha256}`)
  for (const fault of faults) console.log(`WRONG  ${name}: ${fault}`)
}
process.exitCode = checked.some(({ faults }) => faults.length > 0) ? 1 : 0
