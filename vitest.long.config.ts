import { defineConfig } from 'vitest/config'

/** Files that only `npm run test:long` runs are named *.long.test.ts; the others run in every `npm test` too, shorter. */
export default defineConfig({
  test: {
    include: ['apps/**/*.long.test.ts', 'apps/api/src/modules/payments/**/model-killed.test.ts'],
    globalSetup: ['apps/api/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // How many courses the model of a bettor's money follows with the real process killed.
    env: { KILLED_RUNS: process.env.KILLED_RUNS ?? '1000' },
    disableConsoleIntercept: true,
  },
})
