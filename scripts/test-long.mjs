// Runs the tests that are too slow for every change: `npm run test:long`, in full before a release. vitest.long.config.ts
// lists them with their durations. Then the a11y journeys check colours on both screen sizes. Arguments after
// `npm run test:long --` select files of the long tests and skip the journeys.
import { join } from 'node:path'
import { nodePath, root, run, since, testEnvironment } from './tools.mjs'

const start = process.hrtime.bigint()
const config = join(root, 'vitest.long.config.ts')
const filters = process.argv.slice(2)
const tool = (...path) => join(root, 'node_modules', ...path)
const codes = []
const step = async (args, extra) => codes.push((await run(nodePath(), args, { env: testEnvironment(extra) })).code)
await step([tool('vitest', 'vitest.mjs'), 'run', '--config', config, ...filters])
if (filters.length === 0)
  await step([tool('@playwright', 'test', 'cli.js'), 'test', 'e2e/a11y'], { AXE_COLOURS: 'everywhere' })
console.log(`\nIn ${since(start)}`)
process.exitCode = codes.find((code) => code !== 0) ?? 0
