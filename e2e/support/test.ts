import { expect, test as base, type Locator, type Page } from '@playwright/test'
import { fund, signUp, type Bettor } from './api.ts'

export type Fixtures = {
  /** A verified bettor without money, made for this test alone. */
  bettor: Bettor
  /** The same bettor with 1,000.00 in the account. */
  funded: Bettor
}

/** Playwright's `test` against the app that the set-up started; `page` and `request` know its address. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => {
    const url = process.env['NARE_URL']
    if (url === undefined) throw new Error('The set-up did not start the app')
    await use(url)
  },
  bettor: async ({ request }, use) => use(await signUp(request)),
  funded: async ({ request, bettor }, use) => {
    await fund(request, bettor.msisdn, '1000.00')
    await use(bettor)
  },
})

export { expect }

/** Puts the bettor's session into the browser before its first page, without the login form. */
export async function enterAs(page: Page, bettor: Bettor): Promise<void> {
  const user = { ...bettor.user }
  await page.addInitScript((value) => {
    if (sessionStorage.getItem('entered')) return
    sessionStorage.setItem('entered', 'yes')
    localStorage.setItem('user', JSON.stringify({ value, created: Date.now(), ttl: 86_400_000 }))
  }, user)
}

/** Lets the time of the page go by, ten seconds at a step, until something is shown; the page's clock is installed. */
export async function passUntil(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(shown.first()).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 40_000 })
}

/** Fails when the page is wider than the window, the commonest fault on a phone, which then zooms out to show it all. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  const over = (await page.evaluate(() => document.documentElement.scrollWidth)) - width
  expect(over, 'pixels by which the page is wider than the window').toBeLessThanOrEqual(0)
}
