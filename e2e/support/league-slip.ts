import { expect, type Locator, type Page } from '@playwright/test'

/** The slip of the league: the sheet on phones, the column on wide screens. */
export const slipOf = (page: Page): Locator =>
  page.viewportSize()?.width === 360
    ? page.getByRole('dialog', { name: 'Nare league slip' })
    : page.getByRole('complementary', { name: 'Slip' })

/** Bets on the first price of the list until the receipt is shown, and returns the teams of its match. */
export async function placeOnFirst(page: Page, stake: string): Promise<string> {
  const match = page
    .locator('main li')
    .filter({ has: page.getByRole('group') })
    .first()
  const strip = match.getByRole('group')
  const label = (await strip.getAttribute('aria-label')) ?? ''
  await strip.getByRole('button').first().click()
  if (page.viewportSize()?.width === 360) await page.getByRole('button', { name: /^1 pick/ }).click()
  const slip = slipOf(page)
  await slip.getByLabel('Stake', { exact: true }).fill(stake)
  await slip.getByRole('button', { name: `Place ${stake} →` }).click()
  await expect(slip.getByRole('heading', { name: /^Bet placed/ })).toBeFocused()
  return label.split(', ')[1] ?? ''
}
