import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/support/browser.ts'

const browser = await findBrowser()

/** True in `npm run test:long`, which runs the journeys with the tag @long too. */
const everything = process.env['JOURNEYS'] === 'all'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/server.ts',
  // Long, because a busy machine may be ten times slower; a journey that passes does not wait for them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  retries: 0,
  // Many journeys wait for the server: four at a time keep two cores busy.
  workers: 4,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // A service worker would bypass the routes that tests intercept; e2e/offline.e2e.ts allows it.
    serviceWorkers: 'block',
    launchOptions: browser,
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    // Animations are shown in the long run only: without a graphics card each frame costs as much as a script.
    contextOptions: { reducedMotion: everything ? 'no-preference' : 'reduce' },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // A trace of every journey costs a sixth of the time: `npm run e2e -- --trace retain-on-failure` keeps those of journeys that fail.
    trace: 'off',
  },
  // A journey runs on the phone, where bettors are; one with the tag @layout on both sizes, with @desktop on the desktop only. The tags
  // @desktop-long and @phone-long add the other size in the long run, and @long leaves a journey to it.
  projects: [
    {
      name: 'desktop',
      grep: everything ? /@layout|@desktop|@phone-long/ : /@layout|@desktop(?!-)|@phone-long/,
      grepInvert: everything ? /^$/ : /@long/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grepInvert: everything ? /@desktop(?!-)/ : /@desktop(?!-)|@phone-long|@long/,
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
  ],
})
