import { readFile } from 'node:fs/promises'
import { checkAuditFile } from './modules/operator/audit-file.ts'

/**
 * `npm run audit:verify -- <file>` checks a file of the audit log, as the console exports it, by itself: no database and no server. Exits with 1
 * if something is wrong, and with 2 if there is nothing to check.
 */
const [path, ...more] = process.argv.slice(2)
if (path === undefined || more.length > 0 || path.startsWith('-')) {
  console.error('npm run audit:verify -- <file>')
  process.exit(2)
}
const text = await readFile(path, 'utf8').catch(() => undefined)
if (text === undefined) {
  console.error(`There is no file ${path}`)
  process.exit(2)
}
const { lines, outcomes, last, faults } = checkAuditFile(text)
if (faults.length === 0) console.log(`ok     ${lines} lines, ${outcomes} outcomes. The last line is ${last}`)
for (const fault of faults) console.log(`WRONG  ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
