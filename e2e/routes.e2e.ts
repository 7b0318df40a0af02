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

    await page.goto('/match/1')
    await expect(page.getByText("This match doesn't exist")).toBeVisible()
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
