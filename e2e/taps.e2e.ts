import { betting } from '@nare/contract/betting'
import type { Locator } from '@playwright/test'
import { ask } from './support/api.ts'
import { isWide, newMatch, resultOf } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

/** Counts presses on controls and fields; typing, the keyboard's Next and the PIN are none. */
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
  'a returning bettor places a bet at the kept stake in three taps on a phone, in two on a desktop',
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
    await scope.getByRole('button', { name: 'Place bet KSh 70' }).click()
    await scope.getByRole('button', { name: 'Done' }).click()

    await page.goto(`/match/${second.id}`)
    const { tap, count } = counter()
    await tap(resultOf(page).home)
    if (!isWide(page)) await tap(bar)
    await tap(scope.getByRole('button', { name: 'Place bet KSh 70' }))
    await expect(scope.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    expect(count()).toBe(isWide(page) ? 2 : 3)
    expect((await ask(request, betting.bets, {}, funded.token)).meta.total).toBe(2)
  },
)
