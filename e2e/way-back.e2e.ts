import { newMatch, resultOf } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

/** The pages of a phone without the bottom navigation, with a title in the bar or in a bar of their own. */
const withoutNavigation = {
  ...{ '/my-bets': 'My bets', '/casino': 'Casino', '/jackpot': 'Jackpot', '/promotions': 'Promotions' },
  ...{ '/leader-board': 'Leaderboard', '/profile': 'Profile', '/betslip-slip': 'Slip', '/deposit': 'Deposit' },
  ...{
    '/withdraw': 'Withdraw',
    '/points': 'Points',
    '/terms-and-conditions': 'Terms and conditions',
    '/print': 'Print',
  },
  ...{ '/sports': 'Sports', '/smart-play': 'Game', '/nare-games': 'Games' },
}

test(
  'where a phone has no bottom navigation, the bar names the page, and back and home are one tap each',
  { tag: ['@layout', '@long'] },
  async ({ page, funded }) => {
    test.setTimeout(120_000)
    await enterAs(page, funded)
    await page.setViewportSize({ width: 360, height: 740 })
    for (const [address, title] of Object.entries(withoutNavigation)) {
      await page.goto('/how-to-play')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.evaluate((to) => history.pushState({}, '', to), address)
      const bar = page.locator('header').filter({ has: page.getByRole('button', { name: /^(Back|Leave the game)$/ }) })
      const ownBar = page.locator('header').filter({ has: page.getByRole('link', { name: 'Back' }) })
      await expect(bar.or(ownBar), address).toContainText(title)
      await expect(bar.or(ownBar), address).toContainText(/2,000|1,000|500/)
      await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
      if (address === '/nare-games') continue
      await bar.getByRole('button').first().click()
      await expect(page).toHaveURL(/how-to-play$/)
      if (address === '/smart-play') continue
      await page.evaluate((to) => history.pushState({}, '', to), address)
      await bar.getByRole('link', { name: 'Nare, home' }).click()
      await expect(page).toHaveURL(/:\d+\/$/)
    }
  },
)

test(
  'the title of a page is in the bar once, and stays a heading for screen readers',
  { tag: ['@layout', '@long'] },
  async ({ page, bettor }) => {
    await enterAs(page, bettor)
    await page.setViewportSize({ width: 360, height: 740 })
    for (const [address, title] of [
      ['/my-bets', 'My bets'],
      ['/promotions', 'Promotions'],
      ['/terms-and-conditions', 'Terms and conditions'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('banner').getByText(title)).toBeInViewport({ ratio: 1 })
      const heading = page.getByRole('heading', { level: 1, name: title })
      expect((await heading.boundingBox())?.width).toBeLessThanOrEqual(1)
    }
  },
)

test('a notice does not cover the price that it is about', { tag: ['@layout', '@long'] }, async ({ page, request }) => {
  const match = await newMatch(request)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/match/${match.id}`)
  await expect(resultOf(page).home).toBeVisible()
  const prices = page.getByRole('main').locator('button.odd[aria-pressed]')
  for (const [block, at] of [
    ['end', 8],
    ['start', 2],
  ] as const) {
    const price = prices.nth(at)
    await price.evaluate((element, place) => element.scrollIntoView({ block: place }), block)
    await price.click()
    await expect(price).toHaveAttribute('aria-pressed', 'true')
    await price.click()
    const notice = page.getByRole('status').filter({ hasText: 'Removed' }).locator('div').first()
    // Both places in one step: the notice is there for four seconds.
    const overlap = await notice.evaluate(
      (element, [at]) => {
        const [over, of] = [
          element.getBoundingClientRect(),
          at instanceof Element ? at.getBoundingClientRect() : undefined,
        ]
        return of && over.bottom > of.top && over.top < of.bottom
      },
      await price.elementHandles(),
    )
    expect(overlap, block).toBe(false)
  }
})

test('boxes to tick have the colour of the app', { tag: '@long' }, async ({ page }) => {
  await page.goto('/how-to-play')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('input'), { type: 'checkbox' })))
  await expect(page.getByRole('checkbox').last()).toHaveCSS('accent-color', /^rgb/)
})

test('on a phone on its side the bars leave a row of prices in sight', { tag: '@long' }, async ({ page, request }) => {
  const match = await newMatch(request)
  await page.setViewportSize({ width: 740, height: 360 })
  await page.goto(`/match/${match.id}`)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Search/ }).filter({ visible: true })).toHaveCount(1)
  const bar = await page.getByRole('banner').boundingBox()
  const navigation = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  expect((navigation?.y ?? 0) - (bar?.height ?? 0)).toBeGreaterThanOrEqual(270)
})
