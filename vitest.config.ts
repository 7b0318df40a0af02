import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

/** Packages of pure functions: their test files cannot affect each other, so they share a worker and load what they import once. */
const pure = ['bets', 'contract', 'fair', 'fantasy', 'games', 'jackpot', 'league', 'money', 'odds'].map(
  (name) => `packages/${name}/**/*.test.ts`,
)

export default defineConfig({
  test: {
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
    // Many tests wait for a database or another process: a file more than there are cores keeps them busy.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
