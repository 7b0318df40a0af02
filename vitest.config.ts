import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { aboutSources } from './vitest.tidy.config.ts'

/**
 * `npm test` runs *.test.ts; `npm run test:long` (SUITE=long) runs *.long.test.ts; `npm run test:release` (SUITE=release) runs
 * *.release.test.ts and some others at full length. docs/testing.md says what each proves.
 */
const suite = process.env['SUITE'] ?? 'core'

/**
 * Files of other suites that a suite also runs, at full length: all samples and scenarios, and in a release every match of a season and a
 * kill at every point.
 */
const atFullLength: Record<string, { include: string[]; env: Record<string, string> }> = {
  core: { include: [], env: {} },
  long: {
    include: [
      'apps/api/src/modules/betting/placing/shared-bets.test.ts',
      'apps/api/src/modules/betting/trading-stops.test.ts',
      'apps/api/src/modules/league/owner/engine.test.ts',
      'apps/api/src/platform/owners.test.ts',
      'apps/api/src/modules/catalog/feeds/soccer-{events,simulation}.test.ts',
      'apps/api/src/modules/games/own/moves.test.ts',
      'packages/league/src/league.test.ts',
      'packages/{bets,fantasy,jackpot,money,odds}/src/*.test.ts',
    ],
    env: { FULL_LENGTH: '1' },
  },
  release: {
    include: [
      'apps/api/src/modules/payments/kill.test.ts',
      'apps/api/src/modules/payments/model.long.test.ts',
      'apps/api/src/modules/report/model.long.test.ts',
      'apps/api/src/modules/{betting/settling,league}/season.long.test.ts',
      'apps/api/src/modules/league/owner/takeover.long.test.ts',
      'apps/api/src/platform/retention.test.ts',
    ],
    env: {
      FULL_LENGTH: '1',
      RUNS: process.env['RUNS'] ?? '1000',
      KILLED_RUNS: process.env['KILLED_RUNS'] ?? '250',
      EVERY_KILL: '1',
      WHOLE_SEASON: '1',
      EVERY_MATCH: '1',
    },
  },
}
const fullLength = atFullLength[suite]
if (!fullLength) throw new Error(`SUITE: ${suite} is not core, long or release`)
const fullIn = (folder: string) => fullLength.include.filter((file) => file.startsWith(folder))

/** Starts long files first, so that none is left running alone at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isServer = ({ project }: TestSpecification) => Number(project.name === 'server')
    return sorted.toSorted((a, b) => isServer(b) - isServer(a))
  }
}

const files = (folder: string, extension = 'ts') => {
  if (suite === 'core') return `${folder}/**/*.test.${extension}`
  return `${folder}/**/*.${suite}.test.${extension}`
}

const exclude = [...configDefaults.exclude, ...(suite === 'core' ? ['**/*.{long,release}.test.*'] : [])]

/** These packages are loaded by Node itself, as in production; only the app's need Vite, for JSX. */
const byNode = { experimental: { viteModuleRunner: false } } as const

/** Node's own localStorage is off: it warns whenever code for browsers looks for one. */
const ownStorage = '--experimental-webstorage'
const execArgv = process.allowedNodeEnvironmentFlags.has(ownStorage) ? ['--no-experimental-webstorage'] : []

/** Tests with stand-ins for modules: each has a worker of its own, because the files of the other projects share their modules. */
const withStandIns = ['apps/bettor/src', 'apps/console/src', 'packages'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?!.*node_modules).*\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file))
    .filter((file) => readFileSync(file, 'utf8').includes('vi.mock(')),
)

const rules = ['bets', 'contract', 'fair', 'fantasy', 'games', 'jackpot', 'league', 'money', 'odds']
const globalSetup = ['apps/api/src/testing/global-setup.ts']
const setupFiles = ['scripts/test-properties.ts']

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'server',
          include: [files('apps/api'), files('fuzz'), ...fullIn('apps')],
          exclude,
          isolate: false,
          ...{ globalSetup, setupFiles },
          ...byNode,
        },
      },
      {
        test: {
          name: 'rules',
          setupFiles,
          include: [...rules.map((name) => files(`packages/${name}`)), ...fullIn('packages')],
          exclude,
          isolate: false,
          ...byNode,
        },
      },
      {
        test: {
          name: 'app',
          setupFiles,
          execArgv,
          isolate: false,
          include: [files('packages', '{ts,tsx}'), files('apps', '{ts,tsx}'), files('scripts'), files('bench')],
          exclude: [
            ...exclude,
            ...aboutSources,
            ...withStandIns,
            ...rules.map((name) => `packages/${name}/**`),
            'apps/api/**',
          ],
        },
      },
      { test: { name: 'stand-ins', setupFiles, execArgv, include: suite === 'core' ? withStandIns : [] } },
    ],
    env: fullLength.env,
    // Many tests wait for a database or another process: one file more than cores at a time keeps them busy.
    maxWorkers: availableParallelism() + 1,
    // Long, because a busy machine may be thirty times slower; a test that passes does not wait for them.
    expect: { poll: { timeout: 120_000 } },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    disableConsoleIntercept: suite !== 'core',
    passWithNoTests: suite !== 'core',
  },
})
