import { newMatch } from './support/slip.ts'
import { expect, test } from './support/test.ts'

test('a match and its competition open by URL', { tag: '@long' }, async ({ page, request }) => {
  const match = await newMatch(request)
  await page.goto(`/match/${match.id}`)
  await page.getByRole('main').getByRole('link', { name: 'Kenya · FKF Premier League' }).click()
  await expect(page).toHaveURL(/\/competition\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FKF Premier League Kenya')
})

test(
  'an unknown URL shows that the page does not exist and links to the matches',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/no/such-page')
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
    await page.getByRole('link', { name: "See today's matches" }).click()
    await expect(page).toHaveURL(/\/$/)

    for (const { at, says, back, to } of [
      { at: '/match/1', says: "This match doesn't exist", back: "See today's matches", to: /\/$/ },
      { at: '/competition?sport_id=80', says: 'There is no such sport', back: 'Sports A-Z', to: /\/competition$/ },
      { at: '/gameplay', says: "This game isn't in the lobby any more.", back: 'Go to the casino', to: /\/casino$/ },
    ]) {
      await page.goto(at)
      const empty = page.locator('#root section, main').filter({ hasText: says }).last()
      await expect(empty).toBeVisible()
      await expect(empty.locator('svg[width="96"]')).toBeVisible()
      await expect(page.getByRole('button', { name: /^(Retry|Try again)$/ })).toHaveCount(0)
      await empty.getByRole('link', { name: back }).click()
      await expect(page).toHaveURL(to)
    }
  },
)

test('back from a match restores the list, its scroll position and its filters', async ({ page, request }) => {
  for (let count = 0; count < 16; count++) await newMatch(request)
  await page.goto('/')
  await page.getByRole('button', { name: 'Upcoming' }).click()
  await page.getByLabel('Order').selectOption('By time')
  await expect(page).toHaveURL(/when=upcoming&sort=time/)
  const row = page.getByRole('main').getByRole('listitem').nth(14)
  await row.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 150))
  const leftAtY = await page.evaluate(() => scrollY)
  expect(leftAtY).toBeGreaterThan(100)

  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/match\//)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/when=upcoming&sort=time/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(leftAtY)
})
