import { mkdir } from 'node:fs/promises'
import { chromium, request, type Page } from '@playwright/test'
import { fund, signUp } from './support/api.ts'
import { startApp } from './support/app.ts'
import { findBrowser } from './support/browser.ts'
import { enterAs } from './support/test.ts'

const out = '/tmp/w/shots/l-table'
await mkdir(out, { recursive: true })
const only = process.argv[2]?.split(',')
const running = process.env['NARE_URL']
const app = running ? { url: running, stop: async () => {} } : await startApp({ FEED: 'simulated' })
console.log(app.url)
const browser = await chromium.launch(await findBrowser())
const sizes = { phone: [360, 740], land: [740, 360], desk: [1280, 800], wide: [1920, 1080] } as const
const bet = (page: Page) => page.getByRole('button', { name: /^Bet KSh/ })
const games: Record<string, { at: string; shots: (page: Page, take: (as: string) => Promise<void>) => Promise<void> }> = {
  casino: { at: '/casino', shots: async (page, take) => { await page.waitForTimeout(1500); await take('') } },
  roulette: { at: '/nare-games/roulette', shots: async (page, take) => {
    await page.waitForTimeout(800)
    for (const name of ['17 black', 'Split 17, 20', 'Street 1, 2, 3', 'Split 1, 2', 'Red', 'Dozen 1–12', 'Split 0, 3', '25 red']) await page.getByRole('button', { name, exact: true }).click()
    await bet(page).click()
    await page.waitForTimeout(1400)
    await take('-spin')
    await page.waitForTimeout(2600)
    await take('-done')
  } },
  plinko: { at: '/nare-games/plinko', shots: async (page, take) => {
    await page.waitForTimeout(800)
    for (const n of [1, 2, 3]) { await bet(page).click(); await page.waitForTimeout(450 + n) }
    await take('-air')
    await page.waitForTimeout(2500)
    await take('-done')
  } },
  'hi-lo': { at: '/nare-games/hi-lo', shots: async (page, take) => {
    await page.waitForTimeout(800)
    await bet(page).click()
    await page.waitForTimeout(700)
    for (const _ of [1, 2, 3, 4, 5]) { const skip = page.getByRole('button', { name: 'Skip this card' }); await skip.click().catch(() => {}); await page.waitForTimeout(300) }
    const guess = page.getByRole('button', { name: /^(Higher|Lower) or same/, disabled: false }).first()
    if (await guess.isVisible()) await guess.click()
    await page.waitForTimeout(150)
    await take('-turn')
    await page.waitForTimeout(800)
    await take('-done')
    const cash = page.getByRole('button', { name: /^Cash out/ })
    if (await cash.isVisible()) await cash.click()
  } },
  blackjack: { at: '/nare-games/blackjack', shots: async (page, take) => {
    await page.waitForTimeout(800)
    if (await bet(page).isVisible()) await bet(page).click()
    await page.waitForTimeout(350)
    await take('-deal')
    await page.waitForTimeout(1200)
    for (const _ of [1, 2, 3]) { const stand = page.getByRole('button', { name: 'Stand', exact: true }); if (await stand.isVisible()) await stand.click(); await page.waitForTimeout(900) }
    await page.waitForTimeout(1200)
    await take('-done')
  } },
}
try {
  const api = await request.newContext({ baseURL: app.url })
  for (const [size, [width, height]] of Object.entries(sizes))
    for (const theme of ['dark', 'light'] as const) {
      if (process.argv[3] && !process.argv[3].split(',').includes(`${size}-${theme}`)) continue
      const bettor = await signUp(api)
      await fund(api, bettor.msisdn, '10000.00')
      const context = await browser.newContext({ baseURL: app.url, viewport: { width, height }, colorScheme: theme, timezoneId: 'Africa/Nairobi', locale: 'en-KE', isMobile: size === 'phone' || size === 'land', hasTouch: size === 'phone' })
      const page = await context.newPage()
      page.on('console', (message) => message.type() === 'error' && console.log(size, theme, message.text()))
      page.on('pageerror', (error) => console.log(size, theme, String(error)))
      await enterAs(page, bettor)
      if (process.argv[4]) await page.addInitScript((scale) => addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = scale)), process.argv[4])
      for (const [name, { at, shots }] of Object.entries(games)) {
        if (only && !only.includes(name)) continue
        await page.goto(at)
        try { await shots(page, async (as) => void (await page.screenshot({ path: `${out}/${name}${as}-${size}-${theme}${process.argv[4] ? '-big' : ''}.png` }))) } catch (error) { console.log(size, theme, name, String(error).slice(0, 300)); await page.screenshot({ path: `${out}/${name}-FAIL-${size}-${theme}.png` }) }
      }
      await context.close()
    }
} finally {
  await browser.close()
  await app.stop()
}
