import { startApp, type App } from './app.ts'
import { test } from './test.ts'

/** `test` against an app of its own, for journeys in whose lists the matches of other journeys would come and go. It has no pool of bettors. */
export const ownAppTest = test.extend<{ ownApp: App; ownSettings: Readonly<Record<string, string>> }>({
  /** Environment variables of the app beside the usual ones. */
  ownSettings: [{}, { option: true }],
  ownApp: [
    async ({ ownSettings }, use) => {
      const app = await startApp({ LEAGUE: 'off', CRASH: 'off', ARCADE: 'off', ...ownSettings })
      await use(app)
      await app.stop()
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ ownApp }, use) => use(ownApp.url),
})
