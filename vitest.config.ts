import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'packages/**/*.test.{ts,tsx}',
      'apps/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
      'fuzz/**/*.test.ts',
      'tidy.test.ts',
    ],
    exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
    globalSetup: ['apps/api/src/testing/global-setup.ts'],
    // Many tests wait for a database or another process: two files at a time keep two cores busy, where the default is one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
