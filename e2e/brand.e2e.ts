import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base } from '@playwright/test'
import { startApp, type App } from './support/app.ts'
import { expect, expectNoSidewaysScroll } from './support/test.ts'

const shipped = fileURLToPath(new URL('../content', import.meta.url))
const house = {
  ...{ company: 'Twiga Michezo Ltd', address: 'Arusha', licence: 'SBL-7', licence_from: '1 Mar 2026' },
  ...{ regulator: 'Gaming Board of Tanzania', privacy_email: 'p@example.com', complaints_email: 'c@example.com' },
  ...{ site: 'twiga.example', name: 'Twiga Bet', colours: '#0a7d5a #0b6b4d', help_line: '0800 111 222' },
  ...{ email: 'help@twiga.example', phone: '0700 111 222' },
}
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 92 28"><rect width="92" height="28" rx="6" fill="#0a7d5a"/><text x="46" y="19" text-anchor="middle" font-family="sans-serif" font-size="13" fill="#fff">TWIGA BET</text></svg>'

/** Starts the app with a content folder in which the house says this of itself, and with its logo. */
async function startAs(said: object, use: (app: App) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'nare-brand-'))
  try {
    await cp(shipped, folder, { recursive: true })
    await writeFile(join(folder, 'tz', 'operator.json'), JSON.stringify(said))
    await writeFile(join(folder, 'tz', 'logo.svg'), logo)
    const quiet = { LEAGUE: 'off', CRASH: 'off', ARCADE: 'off' }
    const app = await startApp({ ...quiet, COUNTRY: 'tz', CONTENT_DIR: folder })
    await use(app).finally(() => app.stop())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const test = base.extend<{ app: App }>({
  app: [async ({}, use) => startAs(house, use), { timeout: 120_000 }],
  baseURL: async ({ app }, use) => use(app.url),
  locale: 'sw-TZ',
})

test(
  'a house with another name, colours, logo and contacts in its files is seen as that house on every page',
  { tag: '@long' },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/')
    await expect(page).toHaveTitle(/ · Twiga Bet$/)
    const foot = page.locator('footer').last()
    await expect(foot).toContainText('Twiga Michezo Ltd · Arusha · Leseni SBL-7 ya 1 Mar 2026 · ')
    await expect(foot).toContainText('Gaming Board of Tanzania')
    await expect(foot.getByRole('link', { name: /0800 111 222/ })).toHaveAttribute('href', 'tel:0800 111 222')
    const drawn = page.locator('svg[viewBox="0 0 92 28"]').first()
    await expect(drawn).toHaveCSS('background-image', /\/brand\/logo\.svg/)
    expect(await (await page.request.get('/brand/logo.svg')).text()).toBe(logo)
    await page.goto('/login')
    await expect(page).toHaveTitle(/ · Twiga Bet$/)
    const button = page.locator('main button[type=submit]')
    await expect(button).toHaveCSS('background-color', 'rgb(11, 107, 77)')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(button).toHaveCSS('background-color', 'rgb(10, 125, 90)')
    for (const lang of ['sw', 'en']) {
      await page.goto(`/terms-and-conditions`)
      await page.evaluate(
        (value) => localStorage.setItem('bettor:locale', JSON.stringify({ value, created: Date.now(), ttl: 9e12 })),
        lang,
      )
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      const main = page.getByRole('main')
      await expect(main).toContainText(
        lang === 'en' ? 'Twiga Bet is run by Twiga Michezo Ltd' : 'Twiga Bet inaendeshwa na Twiga Michezo Ltd',
      )
      await expect(main).toContainText('0700 111 222')
      await expect(main).not.toContainText('Nare')
    }
    await expectNoSidewaysScroll(page)
  },
)

test('a colour of the house on which nobody can read ends the start with a sentence', { tag: '@long' }, async () => {
  const started = startAs({ ...house, colours: '#ffee00 #0b6b4d' }, async () => undefined)
  await expect(started).rejects.toThrow(
    'operator.json: colours: The dark colour does not carry text of #ffffff: choose another',
  )
})
