import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Packages of pure functions: their test files cannot affect each other, so they share a worker and load what they import once. */
const pure = ['bets', 'contract', 'fair', 'fantasy', 'games', 'jackpot', 'league', 'money', 'odds'].map(
  (name) => `packages/${name}/**/*.test.ts`,
)

/** Files that play seasons, or wait for processes to die and others to take over. */
const long =
  /\b(season|league|takeover|crash|kill\w*|model|model-killed|hung-database|failover|races|engine|two-\w+|owners?|processes|stopping|backup|retention|secrecy|locked|verify|fuzz|reads|start)\.test\.ts$/

/** Starts long files first, so that none is left running alone at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(long.test(b.moduleId)) - Number(long.test(a.moduleId)))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      { extends: true, test: { name: 'pure', include: pure, isolate: false } },
      {
        extends: true,
        test: {
          name: 'all others',
          include: [
            'packages/**/*.test.{ts,tsx}',
            'apps/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'fuzz/**/*.test.ts',
            'tidy.test.ts',
          ],
          exclude: [...configDefaults.exclude, '**/*.long.test.ts', ...pure],
          globalSetup: ['apps/api/src/testing/global-setup.ts'],
        },
      },
    ],
    exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
    // Many tests wait for a database or another process: two files at a time keep two cores busy, where the default is one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
