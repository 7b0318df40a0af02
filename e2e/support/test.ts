import { expect, test as base, type Locator, type Page, type Request } from '@playwright/test'
import type { Bettor } from './api.ts'
import { takeBettor } from './pool.ts'

export type Fixtures = {
  /** A verified bettor without money, for this test only. */
  bettor: Bettor
  /** A verified bettor with a balance of 1,000.00, for this test only. */
  funded: Bettor
}

/** Playwright's `test` against the app of the global set-up; `page` and `request` have its base URL. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => {
    const url = process.env['NARE_URL']
    if (url === undefined) throw new Error('The set-up did not start the app')
    await use(url)
  },
  bettor: async ({ request }, use) => use(await takeBettor(request, 'bettor')),
  funded: async ({ request }, use) => use(await takeBettor(request, 'funded')),
})

export { expect }

/** Stores the bettor's session in the browser before its first page, instead of using the login form. */
export async function enterAs(page: Page, bettor: Bettor): Promise<void> {
  const user = { ...bettor.user }
  await page.addInitScript((value) => {
    if (sessionStorage.getItem('entered')) return
    sessionStorage.setItem('entered', 'yes')
    localStorage.setItem('user', JSON.stringify({ value, created: Date.now(), ttl: 86_400_000 }))
  }, user)
}

/**
 * Advances the page's clock in steps of ten seconds until something is visible; the clock must be installed. No step is made during a
 * request that began meanwhile: on a busy machine the page would abandon it as too late.
 */
export async function passUntil(page: Page, shown: Locator, stepMs = 10_000): Promise<void> {
  const open = openRequests(page)
  await expect(async () => {
    if (open.size === 0) await page.clock.runFor(stepMs)
    await expect(shown.first()).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [0], timeout: 60_000 })
}

/** The requests of a page that begin from now on and have not ended. A clock that advances during one would let the page abandon it. */
export function openRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>()
  const remove = (request: Request): void => void open.delete(request)
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', remove).on('requestfailed', remove)
  return open
}

/** Fails when the page is wider than the window, which makes phones zoom out. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  const over = (await page.evaluate(() => document.documentElement.scrollWidth)) - width
  expect(over, 'pixels by which the page is wider than the window').toBeLessThanOrEqual(0)
}
