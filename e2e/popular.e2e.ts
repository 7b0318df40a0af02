import type { APIRequestContext } from '@playwright/test'
import { popular } from '@nare/contract/popular'
import { protection } from '@nare/contract/protection'
import { ask, createMatch, fund, placeBet, signUp, type Bettor, type Pick } from './support/api.ts'
import { startApp, type App } from './support/app.ts'
import { isWide } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

const bettorsNeeded = 21
let app: App

test.beforeAll(async () => {
  test.setTimeout(180_000)
  app = await startApp()
})
test.afterAll(() => app.stop())

/** More than 20 bettors place the same three picks on one slip. Returns a further bettor. */
async function makePopular(request: APIRequestContext): Promise<Bettor> {
  const slip: Pick[] = []
  for (const home of ['Gor Mahia', 'Tusker', 'Sofapaka']) {
    const match_id = await createMatch(request, { home, away: `${home} Rivals` })
    slip.push({ match_id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' })
  }
  for (let n = 0; n < bettorsNeeded; n++) {
    const bettor = await signUp(request)
    await fund(request, bettor.msisdn, '100')
    await placeBet(request, bettor, '20', slip)
  }
  await expect.poll(async () => (await ask(request, popular.popular, {})).data.multis).toHaveLength(1)
  return signUp(request)
}

test(
  'what more than 20 bettors have picked is said as a percent, goes into the slip by one press, and is hidden during a break',
  { tag: ['@layout', '@long'] },
  async ({ page, playwright }) => {
    test.setTimeout(240_000)
    const request = await playwright.request.newContext({ baseURL: app.url })
    const bettor = await makePopular(request)
    if (isWide(page)) await page.setViewportSize({ width: 1920, height: 1080 })
    await enterAs(page, bettor)
    await page.goto(app.url)
    const section = page.getByRole('region', { name: 'Popular' })
    await section.scrollIntoViewIfNeeded()
    await expect(section.getByRole('listitem')).toHaveCount(4)
    await expect(section.getByText('100% of bettors in 24 hours')).toHaveCount(4)
    await expectNoSidewaysScroll(page)
    await section.getByRole('button', { name: /^Tusker, 2\.10/ }).click()
    await expect(section.getByRole('button', { name: /^Tusker, 2\.10/ })).toHaveAttribute('aria-pressed', 'true')

    const multi = isWide(page) ? page.getByRole('region', { name: 'Multi of the day' }) : section
    if (isWide(page)) {
      for (const team of ['Gor Mahia', 'Tusker', 'Sofapaka'])
        await expect(multi.getByText(team, { exact: true })).toBeVisible()
      await expect(multi.getByText('9.26')).toBeVisible()
    }
    await multi.getByRole('button', { name: 'Add 3 picks' }).focus()
    await page.keyboard.press('Enter')
    for (const team of ['Gor Mahia', 'Sofapaka'])
      await expect(section.getByRole('button', { name: new RegExp(`^${team}, 2\\.10`) })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
    // All of it is in the slip: its page says so.
    await multi.getByRole('button', { name: 'Add 3 picks' }).click()
    await expect(page.getByRole('button', { name: 'Your slip has these matches' })).toBeVisible()

    await page.goto(app.url)
    await page.evaluate(() =>
      localStorage.setItem('bettor:locale', JSON.stringify({ value: 'sw', created: Date.now(), ttl: 9e12 })),
    )
    await page.reload()
    const swahili = page.getByRole('region', { name: 'Maarufu' })
    await swahili.scrollIntoViewIfNeeded()
    await expect(swahili.getByText('100% ya wachezaji katika saa 24')).toHaveCount(4)

    await ask(request, protection.selfExclude, { period: '24h' }, bettor.token)
    await page.reload()
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Maarufu' })).toHaveCount(0)
    await expect(page.getByText(/wachezaji katika saa 24/)).toHaveCount(0)
    await request.dispose()
  },
)
