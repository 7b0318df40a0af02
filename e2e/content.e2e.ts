import { newMatch } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

const pages = [
  ['/terms-and-conditions', 'Terms and conditions', 'Vigezo na masharti'],
  ['/privacy-policy', 'Privacy policy', 'Sera ya faragha'],
  ['/cookie-policy', 'Cookie policy', 'Sera ya vidakuzi'],
  ['/dispute-resolution', 'Dispute resolution', 'Utatuzi wa migogoro'],
  ['/anti-money-laundering', 'Anti money laundering', 'Kuzuia utakatishaji wa pesa'],
] as const

test('a sports address of this site gets no access to its storage, and an address that is not https is not shown', async ({
  page,
}) => {
  const launch = { url: '/sandbox/sports' }
  await page.route('**/v1/igpixel/launch', (route) => route.fulfill({ json: launch }))
  await page.goto('/sports')
  const frame = page.getByTitle('Sports')
  await expect(frame).toHaveAttribute('sandbox', /allow-scripts/)
  await expect(frame).not.toHaveAttribute('sandbox', /allow-same-origin/)
  launch.url = 'http://sports.example/'
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

test("the legal pages show their date, in the bettor's language", { tag: '@long' }, async ({ page }) => {
  for (const [path, title] of pages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(/Last updated .* 2026/)).toBeVisible()
    await expect(page.getByRole('main').getByText('18+', { exact: true })).toBeAttached()
    await expect(page.getByRole('link', { name: 'Free help: 719' })).toHaveAttribute('href', 'tel:719')
    await expectNoSidewaysScroll(page)
  }
  await page.goto('/profile')
  await page.getByLabel('Language').selectOption('sw')
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  for (const [path, , title] of pages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
})

test('tables of a legal page are read on a phone without scrolling sideways', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/privacy-policy')
  const table = page.getByRole('table').first()
  await expect(table.getByRole('row').nth(1).getByRole('cell').nth(3)).toBeVisible()
  const over = await page
    .getByRole('main')
    .getByRole('table')
    .evaluateAll((all) => all.map((one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0)))
  expect(over.filter((px) => px > 0)).toEqual([])
})

test(
  "how to play has a practice slip that sends nothing, and an example with today's taxes",
  { tag: ['@layout', '@long'] },
  async ({ page }) => {
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    await page.goto('/how-to-play')
    const practice = page.getByRole('region', { name: 'Practice slip' })
    // People who speak to their device say what they see: each name begins with it.
    for (const shown of ['1 2.10', 'X 3.40', '2 3.20', '1 1.72', 'X 3.90', '2 4.60'])
      await expect(practice.getByRole('button', { name: shown })).toHaveText(shown)
    await practice.getByRole('button', { name: '2 4.60, Kifaru' }).click()
    await expect(practice.getByText('9.66')).toBeVisible()
    await practice.getByLabel('Stake').fill('50')
    await expect(practice.getByText('KSh 483', { exact: true })).toBeVisible()
    await practice.getByRole('button', { name: '1 2.10, Simba' }).click()
    await practice.getByRole('button', { name: '2 4.60, Kifaru' }).click()
    await expect(practice.getByText('Tap a price to fill the practice slip')).toBeVisible()
    await expect(page.getByRole('row', { name: /^Deposit KSh 1,000 KSh 50 KSh 950$/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /^Withdraw KSh 1,000 KSh 47.60 KSh 952$/ })).toBeVisible()
    expect(posts.filter((url) => !url.includes('/v1/bet/settings'))).toEqual([])
    await expectNoSidewaysScroll(page)
  },
)

test('responsible gambling shows the help line without scrolling, limits in two taps, and a self-test that sends nothing', async ({
  page,
  bettor,
}) => {
  await enterAs(page, bettor)
  await page.goto('/responsible-gambling')
  await expect(page.getByRole('link', { name: /Free help, day and night: call 719/ })).toBeInViewport({ ratio: 1 })
  const form = page.getByRole('region', { name: 'Self-test' })
  await form.getByRole('button', { name: 'Show result' }).click()
  await expect(form.getByText('Answer all nine questions to see your result')).toBeVisible()
  const questions = form.getByRole('combobox')
  for (let at = 0; at < 9; at++) await questions.nth(at).selectOption('1')
  await expect(form.getByText(/9 of 27/)).toBeVisible()
  await page.getByRole('link', { name: 'Take a break' }).click()
  await expect(page.getByRole('heading', { name: /limits|breaks/i }).first()).toBeVisible()
})

test('closed features are not advertised', { tag: ['@layout', '@long'] }, async ({ page, request }) => {
  const match = await newMatch(request)
  const places = {
    jackpot: '/jackpot',
    league: '/virtuals',
    casino: '/casino',
    games: '/nare-games',
    promotions: '/promotions',
  }
  const links = page.locator(
    Object.values(places)
      .map((href) => `a[href="${href}"]`)
      .join(),
  )
  await page.goto('/how-to-play')
  await expect(links).not.toHaveCount(0)
  await page.route('**/v1/bet/settings', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const feature of [...Object.keys(places), 'combinations']) body.message.features[feature] = false
    await route.fulfill({ response: answer, json: body })
  })
  await page.evaluate(() => localStorage.removeItem('bettor:settings'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(links).toHaveCount(0)
  await page.getByRole('link', { name: 'Nare, home' }).click()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expect(links).toHaveCount(0)
  await page.goto(`/match/${match.id}`)
  await expect(page.getByRole('group', { name: '1X2', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Build a bet/ })).toHaveCount(0)
})

test('the jackpot page shows that no jackpot is open', { tag: '@long' }, async ({ page }) => {
  // Other journeys open jackpots.
  await page.route(/\/v1\/jackpots\b/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), data: [] } })
  })
  await page.goto('/jackpot')
  await expect(page.getByRole('heading', { name: 'Jackpot' })).toBeVisible()
  await expect(page.getByText('No jackpot is open now')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: "See today's matches" }).click()
  await expect(page).toHaveURL('/')
})
