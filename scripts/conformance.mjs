// Runs the conformance tests and generates docs/conformance.md from their names and results.
// With --check it writes nothing and fails if a test fails or the page differs from the results.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment, nodePath, root, run, since } from './tools.mjs'

const page = join(root, 'docs', 'conformance.md')
const stateNames = { passed: 'holds', failed: '**fails**', pending: 'open', skipped: 'open', todo: 'open' }

async function results() {
  const folder = await mkdtemp(join(tmpdir(), 'nare-conformance-'))
  const report = join(folder, 'report.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', '--config', 'vitest.conformance.config.ts', '--reporter=json', `--outputFile=${report}`]
  const { output } = await run(nodePath(), args, { quiet: true, env: environment({ NO_COLOR: '1' }) })
  const read = await readFile(report, 'utf8').then(JSON.parse, () => undefined)
  await rm(folder, { recursive: true, force: true })
  if (!read) throw new Error(`the tests did not run:\n${output}`)
  const broken = read.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  if (broken.length > 0) throw new Error(broken.map((file) => `${file.name}\n${file.message}`).join('\n'))
  return read.testResults
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .flatMap((file) => file.assertionResults)
    .map(({ title, status }) => ({ title, state: stateNames[status] ?? status }))
}

/** `spec 7 Auth '…'` is row `Auth '…'` of section 7. */
function sectionOf({ title }) {
  const match = /^spec (\d+) (.*)$/s.exec(title) ?? /^spec (\d+)(: .*)$/s.exec(title)
  if (!match) throw new Error(`the name of a conformance test must begin with its section: ${title}`)
  return { section: Number(match[1]), row: match[2].replace(/^: /, '') }
}

function pageOf(tests) {
  const rows = tests.map((test) => ({ ...sectionOf(test), state: test.state }))
  const sections = [...new Set(rows.map(({ section }) => section))].toSorted((a, b) => a - b)
  const count = (state) => rows.filter((row) => row.state === state).length
  const lines = [
    '# Conformance',
    '',
    '`npm run conformance` writes this page from the names and results of the tests in `apps/bettor/conformance`. They check',
    "sections 2 to 9 of the specification in a bettor's browser. Each row is one test, named after the sentence that it checks.",
    'Open: the screen or the call is not built yet; the test runs when it is.',
    '',
    `${count('holds')} hold, ${count('open')} open, ${count('**fails**')} fail.`,
  ]
  for (const section of sections) {
    lines.push('', `## Section ${section}`, '', '| | |', '|---|---|')
    for (const { row, state } of rows.filter((test) => test.section === section)) {
      lines.push(`| ${row.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*')} | ${state} |`)
    }
  }
  return `${lines.join('\n')}\n`
}

const start = process.hrtime.bigint()
const tests = await results()
const text = pageOf(tests)
const failed = tests.filter(({ state }) => state === stateNames.failed)
for (const { title } of failed) console.log(`fails: ${title}`)
if (process.argv.includes('--check')) {
  const existing = await readFile(page, 'utf8').catch(() => '')
  if (existing !== text)
    console.log('docs/conformance.md differs from the results of the tests: run npm run conformance')
  process.exitCode = failed.length > 0 || existing !== text ? 1 : 0
} else {
  await writeFile(page, text)
  const open = tests.filter(({ state }) => state === 'open').length
  console.log(`${tests.length - failed.length - open} hold, ${open} open, ${failed.length} fail, ${since(start)}`)
  process.exitCode = failed.length > 0 ? 1 : 0
}
