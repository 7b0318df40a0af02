// Runs the tests that take too long for every change: `npm run test:long`, in full before a release. Which they are and how
// long they run: vitest.long.config.ts. Words after `npm run test:long --` choose files.
import { join } from 'node:path'
import { nodePath, root, run, since, testEnvironment } from './tools.mjs'

const start = process.hrtime.bigint()
const config = join(root, 'vitest.long.config.ts')
const args = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', config, ...process.argv.slice(2)]
const { code } = await run(nodePath(), args, { env: testEnvironment() })
console.log(`\nIn ${since(start)}`)
process.exitCode = code
