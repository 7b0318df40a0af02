import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'packages/**/*.test.{ts,tsx}',
      'apps/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'fuzz/**/*.test.ts',
      'tidy.test.ts',
    ],
    exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
    globalSetup: ['apps/api/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
