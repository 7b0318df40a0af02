// Runs all static checks, two steps at a time. Shows the output of a step only if it fails.
import { join } from 'node:path'
import { environment, nodePath, root, run, since } from './tools.mjs'

const tool = (...path) => join(root, 'node_modules', ...path)
const types = (project) => ({
  name: `types: ${project}`,
  args: [tool('typescript', 'bin', 'tsc'), '-p', `tsconfig.${project}.json`],
})

const steps = [
  { name: 'tidy', args: [tool('vitest', 'vitest.mjs'), 'run', '--config', 'vitest.tidy.config.ts', '--reporter=dot'] },
  { name: 'lint', args: [tool('oxlint', 'bin', 'oxlint'), '--type-aware', '--quiet'] },
  types('node'),
  types('dom'),
  types('dom-tests'),
  types('e2e'),
  types('pure'),
  { name: 'bytes', args: [join(root, 'scripts', 'budget.mjs')] },
  { name: 'format', args: [tool('oxfmt', 'bin', 'oxfmt'), '--check', '.'] },
]

const stepsMax = 2

async function main() {
  const waiting = [...steps]
  const failed = []
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const start = process.hrtime.bigint()
      const { code, output } = await run(nodePath(), step.args, { quiet: true, env: environment({ NO_COLOR: '1' }) })
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name.padEnd(16)} ${since(start)}`)
      if (code !== 0) failed.push({ name: step.name, output })
    }
  }
  await Promise.all(Array.from({ length: stepsMax }, work))
  for (const { name, output } of failed) console.log(`\n${name}\n${output.trim()}`)
  return failed
}

const start = process.hrtime.bigint()
const failed = await main()
const names = failed.map((step) => step.name).join(', ')
console.log(failed.length === 0 ? `\nAll checks passed, ${since(start)}` : `\nFailed: ${names}, ${since(start)}`)
process.exitCode = failed.length === 0 ? 0 : 1
