import { randomUUID } from 'node:crypto'
import { protection } from '@nare/contract/protection'
import type { Page } from '@playwright/test'
import { ask, finishMatch } from './support/api.ts'
import { violationsOf } from './support/axe.ts'
import { newPool, poolTeams } from './support/jackpot.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

const row = (page: Page, { home, away }: (typeof poolTeams)[number]) =>
  page.getByRole('group', { name: `${home} v ${away}` })

test(
  'the empty slip offers no jackpot before the pools are loaded',
  { tag: ['@desktop', '@long'] },
  async ({ page, request }) => {
    const pool = await newPool(request, `Late ${randomUUID().slice(0, 8)}`)
    const requested = Promise.withResolvers<() => void>()
    await page.route('**/v1/jackpots', (route) => requested.resolve(() => void route.continue()))
    await page.goto(`/jackpot?id=${pool.id}`)
    const answer = await requested.promise
    const column = page.getByRole('complementary', { name: 'Slip' })
    await expect(column.getByText('Your jackpot slip is empty')).toBeVisible()
    await expect(column.getByRole('link')).toHaveCount(0)
    answer()
    await expect(column.getByRole('button', { name: 'Pick all for me' })).toBeVisible()
  },
)

test(
  'on a break the jackpot shows the end of the break before the first pick',
  { tag: '@long' },
  async ({ page, request, bettor }) => {
    const pool = await newPool(request, `Break ${randomUUID().slice(0, 8)}`)
    await ask(request, protection.selfExclude, { period: '24h' }, bettor.token)
    await enterAs(page, bettor)
    await page.goto(`/jackpot?id=${pool.id}`)
    await expect(page.getByRole('button', { name: /^On a break until \w{3} \d{1,2} \w{3,4} 20\d\d/ })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Pick all for me' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /more pick/ })).toHaveCount(0)
  },
)

test('picks drawn for the bettor make no row of the jackpot higher', { tag: '@long' }, async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const pool = await newPool(request, `Drawn ${randomUUID().slice(0, 8)}`, {
    competition_name: 'Champions League',
    category: 'International',
  })
  await page.goto(`/jackpot?id=${pool.id}`)
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('group') })
  await expect(rows).toHaveCount(4)
  const heights = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  const before = await heights()
  await page.getByRole('button', { name: 'Pick all for me' }).click()
  await expect(rows.getByText('auto')).toHaveCount(4)
  expect(await heights()).toEqual(before)
})

test(
  'a ticket with a double and automatic picks is placed, has a receipt, and is in My bets until it has won',
  { tag: '@desktop-long' },
  async ({ page, request, funded }) => {
    const isPhone = page.viewportSize()?.width === 360
    await enterAs(page, funded)
    const name = `Daily ${randomUUID().slice(0, 8)}`
    const pool = await newPool(request, name)
    await page.goto(`/jackpot?id=${pool.id}`)
    await expect(page.getByText('All 4 right wins')).toBeVisible()
    await expect(page.getByText('3 right 500')).toBeVisible()
    const [first, second] = poolTeams
    if (!first || !second) throw new Error('the pool has four matches')
    const home = row(page, first).getByRole('button', { name: first.home })
    await home.click()
    await expect(home).toHaveAttribute('aria-pressed', 'true')
    // A row is one tab stop. The arrow keys move within it.
    await home.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(row(page, second).getByRole('button', { name: 'Draw' })).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Space')
    await expect(
      page
        .getByText('2 of 4 picked')
        .or(page.getByText(/2 of 4\s+picked/))
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: '2 more picks' })).toBeDisabled()
    await page.getByRole('button', { name: 'Pick the rest for me' }).click()
    await expect(page.getByText('auto', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/1 double/).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Place bet KSh 100' }).click()

    const slip = isPhone
      ? page.getByRole('dialog', { name: 'Jackpot slip' })
      : page.getByRole('complementary', { name: 'Slip' })
    await expect(slip.getByRole('heading', { name: /^Bet placed/ })).toBeVisible()
    await expect(slip.locator(':focus')).toHaveCount(1)
    await expect(slip.getByText(`${name} · 2 lines`)).toBeVisible()
    await expect(slip.getByText(`${second.home} or draw`)).toBeVisible()
    await slip.getByRole('link', { name: 'My bets' }).click()

    const card = page.getByRole('listitem').filter({ hasText: name }).first()
    await card.getByText(name).click()
    await expect(card.getByText('no match has ended yet')).toBeVisible()
    await page.goto(`/jackpot?id=${pool.id}`)
    await page.getByRole('main').getByRole('link', { name: 'Your ticket' }).click()
    await expect(card.getByText(name)).toBeVisible()
    if (!isPhone) return
    // The first two picks are right. The automatic picks of the others are unknown.
    for (const match_id of pool.match_ids) await finishMatch(request, match_id, { halfTime: '0:0', fullTime: '1:0' })
    await page.reload()
    await card.getByText(name).click()
    await expect(card.getByText(/^best line [2-4] of 4 right$/)).toBeVisible()
    await card.getByRole('link', { name: 'Winners and results' }).click()
    await expect(page.getByText('All results are in.')).toBeVisible()
    await page.getByRole('button', { name: 'Check the draw on this device' }).click()
    await expect(
      page.getByText('Everything fits. The draw was decided before anyone could bet on this pool.'),
    ).toBeVisible()
  },
)
