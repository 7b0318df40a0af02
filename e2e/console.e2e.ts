import type { Page } from '@playwright/test'
import { expectNothingSerious, logIn } from './support/console.ts'
import { expect, test } from './support/test.ts'

test(
  'a person of the house logs in, finds a bettor, opens a room and logs out with the keyboard alone',
  { tag: '@desktop' },
  async ({ page, request, bettor }) => {
    const refusedByPolicy: string[] = []
    const errors: string[] = []
    page.on('console', (message) => {
      if (/policy/i.test(message.text())) refusedByPolicy.push(message.text())
      if (message.type() === 'error') errors.push(message.text())
    })
    await page.goto('/console/house/proposals')
    await expect(page.getByLabel('Name')).toBeFocused()
    expect(errors, 'a visit without a session is no error').toEqual([])
    await logIn(page, request, 'asha')
    await expect(page).toHaveURL(/\/console\/house\/proposals$/)
    // Other journeys propose and confirm meanwhile.
    await expect(page.getByRole('heading', { level: 1, name: 'Proposals' })).toBeVisible()

    await page.keyboard.press('g')
    await page.keyboard.press('1')
    await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
    await expect(page.getByRole('table')).toContainText('All products')
    await expectNothingSerious(page)

    await page.keyboard.press('Control+k')
    await page.keyboard.type(`0${bettor.msisdn.slice(3)}`)
    await expect(page.getByRole('option', { selected: true })).toContainText('***')
    await page.keyboard.press('Escape')

    await page.keyboard.press('g')
    await page.keyboard.press('4')
    await expect(page.getByRole('grid', { name: 'Bettors' })).toContainText('***')
    await page.keyboard.press('j')
    await expect(page).toHaveURL(/[?&]row=\d+/)
    await expectNothingSerious(page)

    await logOut(page, 'asha')
    await expect(page).toHaveURL(/\/console\/login$/)
    await page.goto('/console/bettors')
    await expect(page).toHaveURL(/\/console\/login\?back=/)
    expect(refusedByPolicy).toEqual([])
  },
)

test(
  'a browser whose language is none opens the console, its pictures, and the app',
  { tag: '@desktop' },
  async ({ browser, baseURL, request }) => {
    // What Chromium says in the POSIX locale, which Intl refuses.
    const context = await browser.newContext({ locale: 'en-US@posix', ...(baseURL !== undefined && { baseURL }) })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.goto('/console/reports/gross')
    expect(await page.evaluate(() => navigator.language)).toBe('en-US@posix')
    await logIn(page, request, 'farida')
    await expect(page.getByRole('heading', { name: 'Gross result', level: 1 })).toBeVisible()
    await expect(page.locator('canvas').first()).toBeVisible()
    await page.goto('/console/')
    await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('main')).toBeVisible()
    expect(errors).toEqual([])
    await context.close()
  },
)

test(
  'who logs out leaves nothing to the next person: no way back, and no other tab',
  { tag: '@desktop' },
  async ({ page, context, request }) => {
    await page.goto('/console/bettors')
    await logIn(page, request, 'farida')
    await expect(page).toHaveURL(/\/console\/bettors$/)
    const other = await context.newPage()
    await other.goto('/console/reports/gross')
    await expect(other.getByRole('button', { name: 'Menu of farida' })).toBeVisible()

    // The server has ended the session, and its answer is still on the way.
    let answer = (): void => {}
    const arrives = new Promise<void>((resolve) => void (answer = resolve))
    let hasEnded = (): void => {}
    const ended = new Promise<void>((resolve) => void (hasEnded = resolve))
    await page.route('**/v1/operator/logout', async (route) => {
      const response = await route.fetch()
      hasEnded()
      await arrives
      await route.fulfill({ response }).catch(() => {})
    })
    await logOut(page, 'farida')
    await ended
    await page.getByRole('navigation').getByRole('link', { name: 'Bets' }).click()
    await expect(page).toHaveURL(/\/console\/login$/)
    answer()
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL(/\/console\/login$/)

    // Whatever the other tab showed, it is the next person's once that person is in.
    await page.goto('/console/')
    await logIn(page, request, 'hawa')
    await expect(other.getByRole('button', { name: 'Menu of hawa' })).toBeVisible()
    await logOut(page, 'hawa')
    await expect(other).toHaveURL(/\/console\/login$/)
  },
)

test(
  'a log-out that did not reach the server says so, and can be tried again',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await page.goto('/console/')
    await logIn(page, request, 'gitonga')
    await page.route('**/v1/operator/logout', (route) => route.abort())
    await logOut(page, 'gitonga')
    const dialog = page.getByRole('dialog', { name: 'You are still logged in' })
    await expect(dialog).toContainText('your session goes on')
    await page.unroute('**/v1/operator/logout')
    await dialog.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByLabel('Name')).toBeFocused()
    await expect(page).toHaveURL(/\/console\/login$/)
  },
)

async function logOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Menu of ${name}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Log out' }).press('Enter')
}
