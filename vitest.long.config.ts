import { defineConfig } from 'vitest/config'

/** Files that only `npm run test:long` runs are named *.long.test.ts; the others run in every `npm test` too, shorter. */
export default defineConfig({
  test: {
    include: ['apps/**/*.long.test.ts', 'apps/api/src/modules/payments/**/{kill,model,model-killed}.test.ts'],
    globalSetup: ['apps/api/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // RUNS, KILLED_RUNS: courses of the model of a bettor's money, with crashes inside one process and with the real process
    // killed. EVERY_KILL: a kill at every point of a deposit and a withdrawal, where `npm test` kills at one or two.
    env: { RUNS: process.env.RUNS ?? '1000', KILLED_RUNS: process.env.KILLED_RUNS ?? '1000', EVERY_KILL: '1' },
    disableConsoleIntercept: true,
  },
})
