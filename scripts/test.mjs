// Runs all tests: vitest, then the journeys in a browser. The last line is "N passed, N failed" for both.
// Arguments after `npm test --` select tests: arguments that start with e2e go to Playwright, the others to vitest.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { makeMemoryFolder } from './memory-folder.mjs'
import { nodePath, root, run, since, testEnvironment } from './tools.mjs'

const tool = (...path) => join(root, 'node_modules', ...path)

async function main(filters) {
  const journeys = filters.filter((filter) => filter.startsWith('e2e'))
  const others = filters.filter((filter) => !filter.startsWith('e2e'))
  const reports = await mkdtemp(join(tmpdir(), 'nare-reports-'))
  const memory = await makeMemoryFolder()
  const env = testEnvironment(memory && { TMPDIR: memory })
  const counts = []
  if (others.length > 0 || journeys.length === 0) counts.push(await unitTests(others, { reports, env }))
  if (journeys.length > 0 || (others.length === 0 && (await hasJourneys()))) {
    counts.push(await browserTests(journeys, { reports, env }))
  }
  for (const folder of [reports, memory]) if (folder) await rm(folder, { recursive: true, force: true })
  return counts.reduce((sum, count) => ({
    passed: sum.passed + count.passed,
    failed: sum.failed + count.failed,
    skipped: sum.skipped + count.skipped,
    failures: [...sum.failures, ...count.failures],
  }))
}

async function hasJourneys() {
  const folder = join(root, 'e2e')
  return existsSync(folder) && (await readdir(folder)).some((name) => name.endsWith('.e2e.ts'))
}

async function unitTests(filters, { reports, env }) {
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await run(nodePath(), [tool('vitest', 'vitest.mjs'), 'run', ...reporters, ...filters], { env })
  const read = await readReport(report)
  const unread = (read?.testResults ?? []).filter((file) => file.status === 'failed' && !hasFailure(file)).length
  return counted(code, {
    passed: read?.numPassedTests ?? 0,
    failed: (read?.numFailedTests ?? 0) + unread,
    skipped: read?.numPendingTests ?? 0,
    failures: (read?.testResults ?? []).flatMap(failuresOf),
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

async function browserTests(filters, { reports, env }) {
  const report = join(reports, 'playwright.json')
  const args = [tool('@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json', ...filters]
  const { code } = await run(nodePath(), args, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } })
  const stats = (await readReport(report))?.stats
  return counted(code, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
    // Playwright prints its failures at the end of its output.
    failures: [],
  })
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
const { passed, failed, skipped, failures } = await main(process.argv.slice(2))
// The failures are repeated at the end, because the browser tests print hundreds of lines after them.
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
console.log(`\nIn ${since(start)}${skipped > 0 ? `, ${skipped} skipped` : ''}`)
if (passed + failed === 0) console.log('No test ran.')
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
