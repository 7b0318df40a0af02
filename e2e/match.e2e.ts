import type { Page } from '@playwright/test'
import { driveMatch } from './support/api.ts'
import { newLiveMatch, newMatch, resultOf } from './support/slip.ts'
import { expect, test } from './support/test.ts'

/** The top and the bottom of the first price, and the top of the bars at the foot of the screen. */
async function firstPrice(page: Page): Promise<{ top: number; bottom: number; bars: number }> {
  await expect(resultOf(page).home).toBeVisible()
  const price = await resultOf(page).home.boundingBox()
  const bars = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  if (!price || !bars) throw new Error('No price or no bars are shown')
  return { top: price.y, bottom: price.y + price.height, bars: bars.y }
}

test(
  'the first prices of a live match are in sight at once, also on a phone on its side and with text twice as large',
  { tag: '@long' },
  async ({ page, request }) => {
    const match = await newLiveMatch(request)
    await driveMatch(request, match.id, { minute: 31, event: 'goal', side: 'home', player: 'Otieno', score: '1:0' })
    await page.goto(`/match/${match.id}`)
    await expect(page.getByText('Otieno')).toBeVisible()
    // With wide letters the names take two lines each; tabs and groups have a row each.
    expect((await firstPrice(page)).top).toBeLessThan(305)
    for (const [width, height] of [
      [740, 360],
      [640, 400],
    ] as const) {
      await page.setViewportSize({ width, height })
      const { bottom, bars } = await firstPrice(page)
      expect(bottom, `${width}x${height}`).toBeLessThanOrEqual(bars)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    const { bottom, bars } = await firstPrice(page)
    expect(bottom).toBeLessThanOrEqual(bars)
  },
)

test(
  'arrow keys lead through the prices of a match in all directions, and a row of a list is one tab stop',
  { tag: ['@layout', '@long'] },
  async ({ page, request }) => {
    const match = await newMatch(request)
    await page.goto(`/match/${match.id}`)
    const { home, draw } = resultOf(page)
    await home.focus()
    await page.keyboard.press('ArrowRight')
    await expect(draw).toBeFocused()
    await expect(draw).toHaveAttribute('tabindex', '0')
    await expect(home).toHaveAttribute('tabindex', '-1')
    await page.keyboard.press('ArrowDown')
    await expect(draw).not.toBeFocused()
    await expect(page.locator('button.odd:focus')).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('group', { name: '1X2', exact: true }).locator('button:focus')).toBeVisible()

    // A market below the first twelve is closed, and shows its prices once it is opened.
    const closed = page.locator('details').filter({ hasText: 'Half-time/full-time' })
    await expect(closed.locator('button.odd')).toHaveCount(0)
    await closed.locator('summary').press('Enter')
    await expect(closed.getByRole('button', { name: /^Draw\/Draw \d/ })).toBeVisible()

    // Other journeys have more matches than a list shows at first.
    await page.goto('/?when=upcoming')
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    const stops = () =>
      page
        .locator('main li:has(> div .odds)')
        .evaluateAll((rows) => rows.map((row) => row.querySelectorAll('button.odd[tabindex="0"]').length))
    expect(new Set(await stops())).toEqual(new Set([1]))
  },
)

test(
  'beside a match are the other live matches; a goal lights up its row, which leads to it',
  { tag: ['@desktop', '@long'] },
  async ({ page, request }) => {
    const [shown, other] = [await newLiveMatch(request), await newLiveMatch(request)]
    await page.goto(`/match/${shown.id}`)
    const column = page.getByRole('navigation', { name: 'Live matches' })
    await expect(column.getByRole('link', { name: shown.home })).toHaveAttribute('aria-current', 'page')
    const row = column.getByRole('link', { name: other.home })
    await row.scrollIntoViewIfNeeded()
    await driveMatch(request, other.id, { minute: 32, event: 'goal', side: 'home', score: '1:0' })
    await expect(row.getByText('GOAL')).toBeVisible()
    await row.click()
    await expect(page).toHaveURL(`/match/${other.id}`)
    await expect(row).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(other.home)
    // They are also beside the page of a match that does not exist.
    await page.goto('/match/1')
    await expect(column.getByRole('link', { name: other.home })).toBeVisible()
  },
)

test(
  'screen readers get the minute that is shown, also while the screen counts on',
  { tag: '@long' },
  async ({ page, request }) => {
    const match = await newLiveMatch(request)
    // The feed was last heard two minutes ago.
    const heardAt = new Date(Date.now() - 121_000).toISOString()
    await page.route(/\/v1\/live/, (route) => route.abort())
    await page.routeWebSocket(/\/v1\/live/, (socket) => {
      socket.connectToServer().onMessage((message) => {
        socket.send(message.toString().replaceAll(/"clock_at":"[^"]*"/g, `"clock_at":"${heardAt}"`))
      })
    })
    await page.goto(`/match/${match.id}`)
    const main = page.getByRole('main')
    await expect(main.getByText("32'", { exact: true })).toBeVisible()
    await expect(main.getByText('Live, minute 32')).toBeAttached()
  },
)

test(
  'the tab of a match is in its address, beside what else is there: a reload and Back return to it',
  { tag: '@long' },
  async ({ page, request }) => {
    const match = await newMatch(request)
    await page.goto('/')
    await page.goto(`/match/${match.id}?from=radio`)
    const tab = page.getByRole('button', { name: 'Stats', exact: true })
    await tab.click()
    await expect(page).toHaveURL(new RegExp(`/match/${match.id}\\?from=radio&tab=stats$`))
    await page.getByRole('button', { name: /^Markets \d+/ }).click()
    await expect(page).toHaveURL(new RegExp(`/match/${match.id}\\?from=radio$`))
    await tab.click()
    await page.reload()
    await expect(tab).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('main').getByRole('link', { name: 'Kenya · FKF Premier League' }).click()
    await expect(page).toHaveURL(/\/competition\/\d+$/)
    await page.goBack()
    await expect(tab).toHaveAttribute('aria-pressed', 'true')
    // A tab replaces the address: the next step back leaves the match.
    await page.goBack()
    await expect(page).toHaveURL(/:\d+\/$/)
  },
)
