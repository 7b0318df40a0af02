import { defineConfig } from 'vitest/config'

/** Files that only `npm run test:long` runs are named *.long.test.ts; the others run in every `npm test` too, shorter. */
export default defineConfig({
  test: {
    include: [
      'apps/**/*.long.test.ts',
      'apps/api/src/modules/payments/**/{kill,model}.test.ts',
      'apps/api/src/modules/{betting,league}/season.test.ts',
      'apps/api/src/modules/league/owner/takeover.test.ts',
      'apps/api/src/platform/retention.test.ts',
    ],
    globalSetup: ['apps/api/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // RUNS, KILLED_RUNS: scenarios of the model of a bettor's money, with crashes inside one process and with the real process
    // killed. EVERY_KILL: a kill at every point of a deposit and a withdrawal, in every state of a league round and at every step of
    // retention, where `npm test` kills at some. WHOLE_SEASON, EVERY_MATCH: whole seasons, where `npm test` plays a part.
    env: {
      RUNS: process.env.RUNS ?? '1000',
      KILLED_RUNS: process.env.KILLED_RUNS ?? '1000',
      EVERY_KILL: '1',
      WHOLE_SEASON: '1',
      EVERY_MATCH: '1',
    },
    disableConsoleIntercept: true,
  },
})
