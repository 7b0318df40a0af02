import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Packages of pure functions: their test files cannot affect each other, so they share a worker and load what they import once. */
const pure = ['bets', 'contract', 'fair', 'fantasy', 'games', 'jackpot', 'league', 'money', 'odds'].map(
  (name) => `packages/${name}/**/*.test.ts`,
)

/**
 * Files of the API that play seasons, wait for processes to die and others to take over, or replace what all modules share: each file has a
 * process of its own. The other files of the API share processes: to load the API takes longer than most of them run.
 */
const alone = [
  '*{season,league,takeover,crash,model,failover,races,engine,owner,owners,processes,stopping}',
  '*{backup,retention,secrecy,locked,verify,reads,start,hung-database,own-postgres,round-trips}',
  '{*kill*,two-*}',
].map((name) => `apps/api/**/${name}.test.ts`)

/** Starts long files first, so that none is left running alone at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ project }: TestSpecification) => Number(project.name === 'alone')
    return sorted.toSorted((a, b) => isLong(b) - isLong(a))
  }
}

/** Node's own localStorage is off: it warns whenever code for browsers looks for one. */
const ownStorage = '--experimental-webstorage'
const execArgv = process.allowedNodeEnvironmentFlags.has(ownStorage) ? ['--no-experimental-webstorage'] : []

const globalSetup = ['apps/api/src/testing/global-setup.ts']
const exclude = [...configDefaults.exclude, '**/*.long.test.ts']

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      { extends: true, test: { name: 'pure', include: pure, isolate: false } },
      { extends: true, test: { name: 'alone', include: [...alone, 'fuzz/**/*.test.ts'], exclude, globalSetup } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['apps/api/**/*.test.ts'],
          exclude: [...exclude, ...alone],
          isolate: false,
          globalSetup,
        },
      },
      {
        extends: true,
        test: {
          name: 'all others',
          execArgv,
          isolate: false,
          include: [
            'packages/**/*.test.{ts,tsx}',
            'apps/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'tidy.test.ts',
          ],
          exclude: [...exclude, ...pure, 'apps/api/**'],
        },
      },
    ],
    exclude,
    // Many tests wait for a database or another process: two files at a time keep two cores busy, where the default is one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Long, because a busy machine may be ten times slower; a test that passes does not wait for them.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
