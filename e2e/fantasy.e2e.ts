import { fantasy } from '@nare/contract/fantasy'
import { ask } from './support/api.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

test(
  'a bettor fills a team by keyboard, changes and saves it, sees it after a reload and creates a mini-league',
  { tag: '@long' },
  async ({ page, request, bettor }) => {
    await expect.poll(async () => (await ask(request, fantasy.weeks, {})).data.length).toBeGreaterThan(1)
    await page.goto('/fpl?tab=leagues&join=K7P2QX')
    await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      `/login?to=${encodeURIComponent('/fpl?tab=leagues&join=K7P2QX')}`,
    )
    await enterAs(page, bettor)
    const open = (await ask(request, fantasy.weeks, {})).data.filter(({ state }) => state === 'open')
    const week = open.at(-1)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Fantasy' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Fantasy' })).toBeAttached()
    await page.goto(`/fpl?week=${week?.week_id}`)
    const status = page.getByRole('main').getByRole('status')
    await expect(status).toHaveText('Choose 11 more for the eleven and 4 for the bench')
    await expect(page.getByText('Formation')).toHaveCount(0)
    await page.getByRole('button', { name: 'Fill the rest' }).focus()
    await page.keyboard.press('Enter')
    await expect(status).toHaveText('Ready to save')
    await expect(page.getByText('Formation')).toHaveCount(1)
    const remove = page.getByRole('button', { name: /^Remove / })
    await remove.first().focus()
    await page.keyboard.press('Enter')
    await expect(remove.first()).toBeFocused()
    await expect(status).toHaveText('Choose 1 more for the eleven')
    await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
    const captain = page.getByRole('button', { name: /^Captain: / }).first()
    await captain.press('Enter')
    await expect(captain).toHaveAttribute('aria-pressed', 'true')
    await page
      .getByRole('button', { name: /^Later on the bench: / })
      .first()
      .press('Enter')
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Save team', exact: true }).press('Enter')
    await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeFocused()

    await page.reload()
    await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeVisible()
    await expect(remove).toHaveCount(15)
    await page.getByRole('button', { name: 'Show on pitch' }).click()
    await expect(page.getByRole('group', { name: 'Your eleven on the pitch' }).getByRole('button')).toHaveCount(11)

    await page.getByRole('button', { name: 'Mini-leagues' }).click()
    await page.getByLabel('Name of a new mini-league').fill('Friends')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('button', { name: 'See table' }).click()
    await expect(page.getByRole('row', { name: /You/ })).toBeVisible()
  },
)

test('mini-leagues that could not be loaded can be requested again', { tag: '@long' }, async ({ page, bettor }) => {
  await enterAs(page, bettor)
  let isBroken = true
  await page.route('**/v1/fantasy/leagues', (route) => (isBroken ? route.abort() : route.continue()))
  await page.goto('/fpl?tab=leagues')
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  isBroken = false
  await retry.click()
  await expect(page.getByLabel('Name of a new mini-league')).toBeVisible()
})

test(
  'a week that the operator has closed is shown as closed, and as running from its deadline',
  { tag: '@long' },
  async ({ page, request }) => {
    await expect.poll(async () => (await ask(request, fantasy.weeks, {})).data.length).toBeGreaterThan(0)
    const [week] = (await ask(request, fantasy.weeks, {})).data
    let closed: true | undefined = true
    await page.route('**/v1/fantasy/weeks', async (route) => {
      const answer = await route.fetch()
      const { data } = (await answer.json()) as { data: { week_id: string }[] }
      const changed = data.map((row) => (row.week_id === week?.week_id ? { ...row, state: 'running', closed } : row))
      await route.fulfill({ response: answer, json: { data: changed } })
    })
    await page.goto(`/fpl?week=${week?.week_id}`)
    const main = page.getByRole('main')
    await expect(main.getByText('Closed', { exact: true })).toBeVisible()
    await expect(main.getByText('Running: points count as matches go')).toHaveCount(0)
    await expect(main.locator('optgroup[label="Closed"] > option:checked')).toHaveCount(1)
    await expectNoSidewaysScroll(page)
    closed = undefined
    await page.reload()
    await expect(main.getByText('Running: points count as matches go')).toBeVisible()
  },
)

test(
  'with text twice as large the foot of a team does not cover the players',
  { tag: '@long' },
  async ({ page, bettor }) => {
    await enterAs(page, bettor)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/fpl')
    const foot = page
      .getByRole('main')
      .locator('div')
      .filter({ has: page.getByRole('button', { name: 'Save team' }) })
      .last()
    await expect(foot).toBeInViewport()
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await expect(foot).not.toBeInViewport()
    await foot.scrollIntoViewIfNeeded()
    await expect(foot.getByRole('button')).toBeVisible()
  },
)
