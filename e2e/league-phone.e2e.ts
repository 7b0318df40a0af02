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
