import { recordedLeague } from './support/league-answers.ts'
import { answerFrom } from './support/league-routes.ts'
import { expect, test } from './support/test.ts'

test('on a phone the markets of the league run into no heading of a column', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.routeWebSocket(/\/v1\/live/, () => {})
  await answerFrom(page, recordedLeague({ startMs: Date.now() - 20_000 }), () => Date.now())
  await page.goto('/nare-league')
  const markets = page.getByRole('group', { name: 'Market' })
  await expect(markets.getByRole('button').first()).toBeVisible()
  await expect(page.getByRole('main').locator('button.odd').first()).toBeVisible()
  // Tabs that scroll sideways have the line for themselves.
  const isApart = await markets.evaluate((row) => {
    const heads = row.parentElement?.querySelector('[aria-hidden=true][data-count]')?.getBoundingClientRect()
    return (
      heads !== undefined && (row.scrollWidth <= row.clientWidth || heads.top >= row.getBoundingClientRect().bottom)
    )
  })
  expect(isApart).toBe(true)
})

test('the slip of the league names its odds and how many picks must win, each by itself', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.routeWebSocket(/\/v1\/live/, () => {})
  await answerFrom(page, recordedLeague({ startMs: Date.now() - 20_000 }), () => Date.now())
  await page.goto('/nare-league')
  const prices = page.getByRole('main').locator('li button.odd')
  const pick = async (row: number) => prices.nth(3 * row).click()
  await pick(0)
  await pick(1)
  await page.getByRole('button', { name: /^2 picks/ }).click()
  const slip = page.getByRole('dialog', { name: 'Nare league slip' })
  await expect(slip.getByText(/^Odds [\d.,]+$/)).toBeVisible()
  await expect(slip.getByText('Both picks must win.')).toBeVisible()
  await slip.getByRole('button', { name: 'Close' }).click()
  await pick(2)
  await page.getByRole('button', { name: /^3 picks/ }).click()
  await expect(slip.getByText('All 3 picks must win.')).toBeVisible()
})
