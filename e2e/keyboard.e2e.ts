import { betting } from '@nare/contract/betting'
import type { Page } from '@playwright/test'
import { ask } from './support/api.ts'
import { walk } from './support/focus.ts'
import { isWide, newMatch, openSlip, pickHome, resultOf } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

test(
  'keyboard focus is visible on home, match, slip and login, and each price strip is one tab stop',
  { tag: '@phone-long' },
  async ({ page, request }) => {
    const [match] = [await newMatch(request), await newMatch(request)]
    await page.goto('/')
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    const home = await walk(page, 50)
    expect(home[0]?.name).toBe('Skip to content')
    const strips = home.flatMap(({ strip }) => strip ?? [])
    expect(strips.length).toBeGreaterThan(0)
    expect(new Set(strips).size).toBe(strips.length)

    await page.goto(`/match/${match.id}`)
    await expect(resultOf(page).home).toBeVisible()
    const inMatch = (await walk(page, 50)).flatMap(({ strip }) => strip ?? [])
    expect(new Set(inMatch).size).toBe(inMatch.length)
    await resultOf(page).home.focus()
    await page.keyboard.press('ArrowRight')
    await expect(resultOf(page).draw).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(resultOf(page).away).toBeFocused()
    await page.keyboard.press('Space')
    await expect(resultOf(page).away).toHaveAttribute('aria-pressed', 'true')

    await page.goto('/betslip-slip')
    await expect(page.getByLabel('Stake', { exact: false }).first()).toBeVisible()
    expect((await walk(page, 30)).map(({ name }) => name).join('\n')).toContain('Remove')
    await page.goto('/login')
    await expect(page.getByLabel('Phone number')).toBeFocused()
    expect((await walk(page, 30)).length).toBeGreaterThan(4)
    await page.getByRole('main').getByRole('link', { name: 'How to play' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'How to play', level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  },
)

test(
  'Esc closes the slip and the search and returns the focus',
  { tag: ['@layout', '@long'] },
  async ({ page, request }) => {
    await page.goto(`/match/${(await newMatch(request)).id}`)
    const search = page.getByRole('button', { name: /^Search/ }).first()
    await search.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Search', includeHidden: true })).toHaveCount(0)
    await expect(search).toBeFocused()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Escape')

    await resultOf(page).home.click()
    const slip = await openSlip(page)
    await expect(slip.getByLabel(/^Stake/).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('b')
    await expect(isWide(page) ? slip.getByLabel(/^Stake/).first() : slip.locator(':focus')).toBeFocused()
  },
)

test('the ? key shows the keyboard shortcuts', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  await page.goto('/')
  // The rows of the first page are there before the app.
  await expect(page.locator('#first')).toHaveCount(0)
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  // The app listens a moment after its first paint.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(sheet.getByText('Go to the slip')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
})

test('the b key moves the focus into the column of each slip', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  for (const [path, name] of [
    ['/', 'Slip'],
    ['/nare-league', 'Nare league slip'],
    ['/jackpot', 'Jackpot slip'],
  ] as const) {
    await page.goto(path)
    const column = page.getByRole('complementary', { name: 'Slip' })
    await expect(column.getByRole('heading', { name })).toBeVisible()
    await expect(column.locator('a,button,input').first()).toBeVisible()
    await page.keyboard.press('b')
    await expect(column.locator(':focus')).toHaveCount(1)
  }
})

test(
  'the b key opens the slip of a phone immediately after Esc has closed it',
  { tag: '@long' },
  async ({ page, request }) => {
    await page.goto(`/match/${(await newMatch(request)).id}`)
    await resultOf(page).home.click()
    const slip = await openSlip(page)
    await expect(slip).toBeVisible()
    // Closes the dialog like Esc, and presses the key before the task that dispatches its close event.
    await slip.evaluate(async (dialog) => {
      if (!(dialog instanceof HTMLDialogElement)) return
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
      await Promise.resolve()
      dialog.close()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', bubbles: true }))
    })
    await expect(slip.getByLabel(/^Stake/).first()).toBeVisible()
  },
)

test(
  'Enter in the stake places one bet where there is a mouse, and the focus is then on its receipt; on a phone the key places nothing',
  { tag: '@phone-long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const slip = await pickHome(page, await newMatch(request), '50')
    const button = slip.getByRole('button', { name: 'Place 50 →' })
    await expect(button).toBeEnabled()
    const stake = slip.getByLabel('Stake', { exact: true })
    await stake.press('Enter')
    if (isWide(page)) await page.keyboard.press('Enter')
    else await button.press('Enter')
    await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeFocused()
    await expect(slip.getByRole('heading', { name: 'Bet placed' })).toHaveCSS('outline-style', 'none')
    await page.keyboard.press('Tab')
    await expect(slip.locator(':focus')).toHaveCount(1)
    expect((await ask(request, betting.bets, {}, funded.token)).meta.total).toBe(1)
  },
)

test(
  'bars never cover the focus, forwards or backwards, while the connection is lost and the slip is filled',
  { tag: ['@layout', '@long'] },
  async ({ page, request }) => {
    await loseConnection(page)
    const match = await newMatch(request)
    for (let count = 0; count < 12; count++) await newMatch(request)
    await pickHome(page, match, '50')
    for (const path of ['/', `/match/${match.id}`]) {
      await loseConnection(page)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      await expect(page.getByText('Live paused')).toBeVisible()
      const forwards = await walk(page, 60)
      expect(forwards.length).toBeGreaterThan(4)
      await walk(page, forwards.length, 'Shift+Tab')
    }
  },
)

/** Closes the live socket of the next page after its first message and refuses every later one. */
async function loseConnection(page: Page): Promise<void> {
  let sockets = 0
  await page.routeWebSocket(/\/v1\/live/, (socket) => {
    if (sockets++ > 0) void socket.close()
    else socket.onMessage(() => void socket.close())
  })
}
