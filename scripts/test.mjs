// Runs tests: vitest, then the journeys in a browser. The last line is "N passed, N failed" for both.
//   npm test                    what every change must pass
//   npm test -- <filter>...     only these: filters that start with e2e go to Playwright, the others to vitest
//   npm test -- --durations     prints afterwards how long each file and journey took
//   npm run test:changed [-- --since <commit>]   what the changes since a commit (HEAD) can reach
//   npm run test:long, npm run test:release      the longer suites; docs/testing.md says what they prove
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { changedFiles, journeysFor } from './changed.mjs'
import { printDurations } from './durations.mjs'
import { makeMemoryFolder } from './memory-folder.mjs'
import { nodePath, root, run, since, testEnvironment } from './tools.mjs'

const tool = (...path) => join(root, 'node_modules', ...path)

const { values: options, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    suite: { type: 'string', default: 'core' },
    durations: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    since: { type: 'string', default: 'HEAD' },
  },
})

/** The environment of the journeys of a suite: the core, all of them on both sizes and in every look, or none. */
const journeysOf = { core: {}, long: { JOURNEYS: 'all' }, release: undefined }

async function main() {
  const reports = await mkdtemp(join(tmpdir(), 'nare-reports-'))
  const memory = await makeMemoryFolder()
  const env = testEnvironment({
    ...(memory && { TMPDIR: memory }),
    SUITE: options.suite,
    // Where the tests of the API leave the data folder of an empty server, for the journeys.
    PREPARED_DATA: join(memory ?? reports, 'prepared'),
  })
  const counts = []
  for (const step of await steps()) counts.push(await step({ reports, env }))
  for (const folder of [reports, memory]) if (folder) await rm(folder, { recursive: true, force: true })
  return counts.reduce(
    (sum, count) => ({
      passed: sum.passed + count.passed,
      failed: sum.failed + count.failed,
      skipped: sum.skipped + count.skipped,
      failures: [...sum.failures, ...count.failures],
      durations: [...sum.durations, ...count.durations],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [], durations: [] },
  )
}

/** The runs of vitest and Playwright that the arguments select. */
async function steps() {
  const journeys = filters.filter((filter) => filter.startsWith('e2e'))
  const others = filters.filter((filter) => !filter.startsWith('e2e'))
  if (options.changed) {
    const changed = await changedFiles(options.since)
    const reached = journeysFor(changed)
    console.log(`${changed.length} files changed since ${options.since}`)
    return [
      unitTests(['--changed', options.since, '--passWithNoTests']),
      ...(reached.length > 0 ? [browserTests(reached)] : []),
    ]
  }
  const isAll = filters.length === 0
  return [
    ...(others.length > 0 || journeys.length === 0 ? [unitTests(others)] : []),
    ...(journeysOf[options.suite] && (journeys.length > 0 || (isAll && (await hasJourneys())))
      ? [browserTests(journeys)]
      : []),
  ]
}

async function hasJourneys() {
  const folder = join(root, 'e2e')
  return existsSync(folder) && (await readdir(folder)).some((name) => name.endsWith('.e2e.ts'))
}

const unitTests =
  (filters) =>
  async ({ reports, env }) => {
    const report = join(reports, 'vitest.json')
    const reporters = ['--reporter=./scripts/vitest-reporter.mjs', '--reporter=json', `--outputFile.json=${report}`]
    const { code } = await run(nodePath(), [tool('vitest', 'vitest.mjs'), 'run', ...reporters, ...filters], { env })
    const read = await readReport(report)
    const files = read?.testResults ?? []
    const unread = files.filter((file) => file.status === 'failed' && !hasFailure(file)).length
    return counted(code, {
      passed: read?.numPassedTests ?? 0,
      failed: (read?.numFailedTests ?? 0) + unread,
      skipped: read?.numPendingTests ?? 0,
      failures: files.flatMap(failuresOf),
      durations: files.map(({ name, startTime, endTime }) => [relative(root, name), endTime - startTime]),
    })
  }

/** The failed tests of a file, each with the first line of its error. A file that could not be loaded counts as one failed test. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  if (status !== 'failed') return []
  const tests = assertionResults.filter((test) => test.status === 'failed')
  if (tests.length === 0) return [`${file}: ${firstLine(message)}`]
  return tests.map(({ fullName, failureMessages }) => `${file} › ${fullName}: ${firstLine(failureMessages[0])}`)
}

const firstLine = (text) => stripVTControlCharacters(text ?? '').split('\n', 1)[0]

const hasFailure = (file) => file.assertionResults.some((test) => test.status === 'failed')

const browserTests =
  (filters) =>
  async ({ reports, env }) => {
    const report = join(reports, 'playwright.json')
    const args = [
      tool('@playwright', 'test', 'cli.js'),
      'test',
      '--reporter=./scripts/journeys-reporter.mjs,json',
      ...filters,
    ]
    const journeyEnv = { ...env, ...journeysOf[options.suite], PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const { code } = await run(nodePath(), args, { env: journeyEnv })
    const read = await readReport(report)
    const journeys = (read?.suites ?? []).flatMap(journeysIn)
    return counted(code, {
      passed: (read?.stats?.expected ?? 0) + (read?.stats?.flaky ?? 0),
      failed: read?.stats?.unexpected ?? 0,
      skipped: read?.stats?.skipped ?? 0,
      failures: journeys.filter(({ ok }) => !ok).map(({ name }) => name),
      durations: journeys.map(({ name, ms }) => [name, ms]),
    })
  }

/** The journeys of a suite of Playwright's report and of the suites inside it. */
function journeysIn({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, ok, line, tests }) =>
    tests.map(({ projectName, results }) => ({
      ok,
      name: `e2e/${file}:${line} ${title} [${projectName}]`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  )
  return [...own, ...suites.flatMap(journeysIn)]
}

/** A runner that exits with an error but without a failed test (broken set-up, unhandled error) counts as one failure. */
function counted(code, count) {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

async function readReport(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

const start = process.hrtime.bigint()
const { passed, failed, skipped, failures, durations } = await main()
if (options.durations) printDurations(durations)
// The failures are repeated at the end, because hundreds of lines may follow them.
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
console.log(`\nIn ${since(start)}${skipped > 0 ? `, ${skipped} skipped` : ''}`)
if (passed + failed === 0) console.log('No test ran.')
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || (passed === 0 && !options.changed) ? 1 : 0
