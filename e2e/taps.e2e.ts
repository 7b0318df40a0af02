import { betting } from '@nare/contract/betting'
import type { Locator, Page } from '@playwright/test'
import { ask, lastCode, newMsisdn } from './support/api.ts'
import { answerPrompt } from './support/money.ts'
import { isWide, newMatch, resultOf } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

/** Counts taps on controls and fields. Typing, the keyboard's Next and the PIN do not count. */
function counter(): { count: () => number; tap: (target: Locator) => Promise<void> } {
  let taps = 0
  return {
    count: () => taps,
    tap: async (target) => {
      taps++
      await target.click()
    },
  }
}

test(
  'a returning bettor places a bet with the stored stake in three taps on a phone and two on a desktop',
  { tag: '@layout' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const [first, second] = [await newMatch(request), await newMatch(request)]
    const scope = isWide(page)
      ? page.getByRole('complementary', { name: 'Slip' })
      : page.getByRole('dialog', { name: 'Slip' })
    const bar = page.getByRole('button', { name: /^1 pick/ })
    await page.goto(`/match/${first.id}`)
    await resultOf(page).home.click()
    if (!isWide(page)) await bar.click()
    await expect(scope.getByLabel('Stake', { exact: true })).toHaveValue('')
    await scope.getByLabel('Stake', { exact: true }).fill('70')
    await scope.getByRole('button', { name: 'Place 70 →' }).click()
    await scope.getByRole('button', { name: 'Back to matches' }).click()

    await page.goto(`/match/${second.id}`)
    const { tap, count } = counter()
    await tap(resultOf(page).home)
    if (!isWide(page)) await tap(bar)
    await tap(scope.getByRole('button', { name: 'Place 70 →' }))
    await expect(scope.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    expect(count()).toBe(isWide(page) ? 2 : 3)
    expect((await ask(request, betting.bets, {}, funded.token)).meta.total).toBe(2)
  },
)

test('a new bettor places a first bet with at most 12 taps and one prompt, from the price through sign-up to the receipt', async ({
  page,
  request,
}) => {
  const msisdn = newMsisdn()
  const match = await newMatch(request)
  const { tap, count } = counter()
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await page.goto(`/match/${match.id}`)
  await tap(resultOf(page).home)
  await tap(button(/^1 pick/))
  await tap(button('Stake 100'))
  await tap(button('Log in to place your bet'))
  await tap(button('Create account'))

  await tap(page.getByLabel('Phone number'))
  await type(page, `0${msisdn.slice(3)}`)
  await next(page, page.getByLabel('Password', { exact: true }))
  await type(page, 'Twiga-mrefu-7')
  await next(page, page.getByLabel('Date of birth'))
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await tap(page.getByRole('checkbox', { name: /I accept the terms/ }))
  await tap(button('Create account'))
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await type(page, await lastCode(request, msisdn))

  await expect(page).toHaveURL(`/match/${match.id}`)
  await tap(button(/^1 pick/))
  await tap(button('Deposit KSh 106'))
  await tap(button('Send M-Pesa prompt for KSh 106'))
  await answerPrompt(request, msisdn, 'approve')
  await tap(button('Place 100 →'))
  await expect(page.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
  test.info().annotations.push({ type: 'taps', description: String(count()) })
  expect(count()).toBeLessThanOrEqual(12)
})

const type = (page: Page, text: string): Promise<void> => page.keyboard.type(text)

/** The keyboard's Next: moves the focus to the next field and skips the buttons between. */
async function next(page: Page, field: Locator): Promise<void> {
  const isFocused = (): Promise<boolean> => field.evaluate((element) => element === document.activeElement)
  for (let steps = 0; steps < 3 && !(await isFocused()); steps++) await page.keyboard.press('Tab')
  await expect(field).toBeFocused()
}
