import { enterAs, expect, test } from './support/test.ts'

test(
  'the tab of the profile that is open stays in sight when the language changes',
  { tag: '@long' },
  async ({ page, bettor }) => {
    await enterAs(page, bettor)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/profile?tab=preferences')
    await page.getByLabel('Language').selectOption('sw')
    const tab = page.getByRole('link', { name: 'Mapendeleo' })
    await expect(tab).toBeInViewport({ ratio: 1 })
  },
)

test('the minimum age at the end of a page covers no text', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/how-to-play')
  const age = page.locator('main footer p b')
  await expect(age).toBeVisible()
  const { box, line } = await age.evaluate((element) => ({
    box: element.getBoundingClientRect().height,
    line: Number.parseFloat(getComputedStyle(element).lineHeight),
  }))
  expect(box).toBeLessThanOrEqual(line)
})
