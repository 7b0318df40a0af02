import type { Page } from '@playwright/test'
import { startApp, type App } from './support/app.ts'
import { newMatch } from './support/slip.ts'
import { expect, test } from './support/test.ts'

type LayoutShift = { hadRecentInput: boolean; sources: { node: Node | null }[] }

/** Delays the app's scripts, like a slow connection, until the returned function is called. */
async function delayScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const serverRows = (page: Page) => page.locator('#first main li')

/** Opens the home page with the server's rows. Until the server has rendered them, it sends pages without rows. */
async function openWithRows(page: Page, address = '/'): Promise<void> {
  await expect(async () => {
    await page.goto(address, { waitUntil: 'commit' })
    await expect(serverRows(page).first()).toBeAttached({ timeout: 2000 })
  }).toPass()
}

let separateApp: App | undefined
test.afterEach(async ({ page }) => {
  if (!separateApp) return
  // An app waits for its connections before it stops.
  await page.close()
  await separateApp.stop()
  separateApp = undefined
})

test('a first visit shows matches and prices before the app has loaded; a price tapped meanwhile is picked, and nothing moves', async ({
  page,
  playwright,
}) => {
  // A separate app: a match started by another journey would change the number of live matches and move the rows.
  separateApp = await startApp({ LEAGUE: 'off', CRASH: 'off', ARCADE: 'off' })
  const request = await playwright.request.newContext({ baseURL: separateApp.url })
  await newMatch(request)
  const release = await delayScripts(page)
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources } of list.getEntries() as unknown as LayoutShift[])
        for (const { node } of hadRecentInput ? [] : sources)
          document.documentElement.dataset['moved'] = ((node?.parentElement ?? node) as Element)?.outerHTML.slice(
            0,
            200,
          )
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await openWithRows(page, separateApp.url)
  const row = serverRows(page).first()
  const price = row.locator('button.odd').first()
  await expect(price).toHaveText(/\d\.\d\d/)
  const match = await row.getByRole('link').first().getAttribute('href')
  const before = await price.boundingBox()
  await price.click()
  await expect(price).toHaveAttribute('aria-pressed', 'true')

  release()
  const appRow = page.locator(`#root main li:has(a[href="${match}"])`).first()
  await expect(appRow.locator('button.odd').first()).toHaveAttribute('aria-pressed', 'true')
  expect(await appRow.locator('button.odd').first().boundingBox()).toEqual(before)
  await expect(page.locator('#first')).toHaveCount(0)
  await expect(page.getByText('1 pick', { exact: true }).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset['moved'])).toBeUndefined()
  await request.dispose()
})

test('focus moved before the app has loaded stays on its element', { tag: '@long' }, async ({ page, request }) => {
  await newMatch(request)
  const release = await delayScripts(page)
  await openWithRows(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.locator('#first :focus')).toHaveAccessibleName('Search')
  release()
  await expect(page.locator('#root :focus')).toHaveAccessibleName('Search')
})

test(
  'the rows shown before the app has loaded are in Swahili if the language is Swahili',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      locale: 'sw-KE',
      baseURL: String(baseURL),
      viewport: { width: 360, height: 740 },
    })
    const page = await context.newPage()
    await delayScripts(page)
    await openWithRows(page)
    await expect(page.locator('#first[lang=sw]').getByRole('link', { name: 'Jiunge' })).toBeVisible()
    await context.close()
  },
)

test(
  "a returning visitor does not see the server's rows, which are for new guests",
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('user', '{}'))
    await delayScripts(page)
    await openWithRows(page)
    await expect(serverRows(page).first()).toBeHidden()
  },
)

test(
  'the side columns of the front page need no separate request',
  { tag: ['@desktop', '@long'] },
  async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/v1/matches?') && asked.push(request.url()))
    await page.goto('/')
    await expect(page.getByRole('navigation', { name: 'Sports and leagues' }).getByText('Top leagues')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked).toHaveLength(1)
  },
)

test.describe('in Swahili', () => {
  test.use({ locale: 'sw-KE' })

  test('the page is in Swahili before the app has loaded', { tag: '@long' }, async ({ page }) => {
    await page.route(/\/assets\/.*\.js/, (route) => route.abort())
    await page.goto('/login')
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
    await expect(page.getByText('Kubeti kunaweza kuleta uraibu.')).toBeVisible()
  })
})
