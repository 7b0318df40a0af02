import { ledger } from '@nare/contract/ledger'
import { protection } from '@nare/contract/protection'
import { ask } from './support/api.ts'
import { answerPrompt } from './support/money.ts'
import { newMatch, pickHome } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

test(
  'a deposit started from the slip is filled in, and its arrival returns the bettor to the unchanged slip',
  { tag: '@long' },
  async ({ page, request, bettor }) => {
    await enterAs(page, bettor)
    await pickHome(page, await newMatch(request), '100')
    await page.keyboard.press('Escape')
    await page.evaluate(() => history.pushState(null, '', '/deposit?amount=106'))
    await expect(page.getByLabel('Amount in shillings')).toHaveValue('106')
    await expect(page.getByText('We place it only when you press Place 100')).toBeVisible()
    await page.getByRole('button', { name: 'Send M-Pesa prompt for KSh 106' }).click()
    await answerPrompt(request, bettor.msisdn, 'approve')
    await expect(page).toHaveURL(/\/betslip-slip$/)
    await expect(page.getByRole('button', { name: 'Place 100 →' }).first()).toBeEnabled()
    expect((await ask(request, ledger.transactions, {}, bettor.token)).meta.total).toBe(1)
  },
)

test('a pasted amount with commas or cents never becomes a larger one', { tag: '@long' }, async ({ page, bettor }) => {
  await enterAs(page, bettor)
  await page.goto('/deposit')
  const amount = page.getByLabel('Amount in shillings')
  await amount.fill('2,000')
  await expect(page.getByRole('button', { name: 'Send M-Pesa prompt for KSh 2,000' })).toBeEnabled()
  await amount.fill('20.50')
  await expect(page.getByRole('button', { name: 'Enter an amount in whole shillings' })).toBeDisabled()
  await expect(amount).toHaveValue('20.50')
})

test('a refused payment scrolls to its reason and focuses it', { tag: '@long' }, async ({ page, request, funded }) => {
  await page.setViewportSize({ width: 360, height: 400 })
  await ask(request, protection.setLimits, { deposit: { day: '100' } }, funded.token)
  await enterAs(page, funded)
  await page.goto('/deposit')
  await page.getByLabel('Amount in shillings').fill('150')
  const submit = page.getByRole('button', { name: 'Send M-Pesa prompt for KSh 150' })
  await submit.evaluate((button) => button.scrollIntoView({ block: 'start' }))
  await submit.click()
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
})

test('the row of profile tabs fades at each side with hidden tabs', { tag: '@long' }, async ({ page, bettor }) => {
  await enterAs(page, bettor)
  await page.goto('/profile')
  const tabs = page.getByRole('navigation', { name: 'Parts of the profile' })
  /** The ends at which the row fades. */
  const fades = () =>
    tabs.evaluate((line) => (getComputedStyle(line).maskImage === 'none' ? [] : Object.keys(line.dataset).toSorted()))
  await expect.poll(fades).toEqual(['after'])
  await tabs.getByRole('link', { name: 'Preferences' }).click()
  await expect.poll(fades).toEqual(['before'])
  await tabs.getByRole('link', { name: 'Statement' }).click()
  await expect.poll(fades).toEqual(['after', 'before'])
  await expect(tabs.getByRole('link', { name: 'Statement' })).toBeInViewport({ ratio: 1 })
})

test('account pages have one title, and the search below their bar', { tag: '@long' }, async ({ page, bettor }) => {
  await enterAs(page, bettor)
  for (const path of ['/deposit', '/profile']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await page.getByRole('button', { name: /Search teams/ }).click()
    await expect(page.getByRole('searchbox')).toBeFocused()
  }
  await page.goto('/deposit')
  const title = await page.getByRole('heading', { level: 1, name: 'Deposit' }).boundingBox()
  expect(title?.width).toBeLessThanOrEqual(1)
})
