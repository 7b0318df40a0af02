import { startApp, type App } from './app.ts'
import { test } from './test.ts'

/** `test` against an app of its own, for journeys in whose lists the matches of other journeys would come and go. It has no pool of bettors. */
export const ownAppTest = test.extend<{ ownApp: App }>({
  ownApp: [
    async ({}, use) => {
      const app = await startApp({ LEAGUE: 'off', CRASH: 'off', ARCADE: 'off' })
      await use(app)
      await app.stop()
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ ownApp }, use) => use(ownApp.url),
})
