import { games } from '@nare/contract/games'
import { identity } from '@nare/contract/identity'
import { ledger } from '@nare/contract/ledger'
import { ask } from './support/api.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

test(
  'roulette takes a split and a street from the lines between the numbers, by touch and by keyboard',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enterAs(page, funded)
    await page.goto('/nare-games/roulette')
    const table = page.getByRole('group', { name: 'Table' })
    await table.getByRole('button', { name: 'Split 17, 20', exact: true }).click()
    await expect(table.getByRole('button', { name: 'Split 17, 20, KSh 20 on it' })).toBeVisible()
    // The table is one tab stop; an arrow leads from a number to the line beside it.
    await table.getByRole('button', { name: '1 red', exact: true }).focus()
    const row = page.viewportSize()?.width ?? 0
    await page.keyboard.press(row < 960 ? 'ArrowLeft' : 'ArrowDown')
    await expect(table.getByRole('button', { name: 'Street 1, 2, 3', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Bet KSh 40' }).click()
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(/You won KSh|came back|No win/)
    const { data: rounds } = await ask(request, games.rounds, { game: 'roulette' }, funded.token)
    expect(rounds).toMatchObject([
      {
        stake: '40.00',
        options: {
          bets: [
            { on: 'split 17-20', amount: '20.00' },
            { on: 'street 1-2-3', amount: '20.00' },
          ],
        },
      },
    ])
  },
)

test(
  'several plinko balls fall at once, each a bet of its own with its stake in sight',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await page.clock.install()
    await enterAs(page, funded)
    await page.goto('/nare-games/plinko')
    const drop = page.getByRole('button', { name: 'Bet KSh 20' })
    const balls = page.locator('[data-falling]')
    await expect(drop).toBeEnabled()
    // A ball falls for a second or two, in which the clock stops.
    await page.clock.pauseAt(Date.now() + 1000)
    await drop.click()
    await expect(balls).toHaveCount(1)
    // The second tap of a double tap drops no ball, a press after it does.
    await page.clock.runFor(500)
    await drop.click()
    await expect(balls).toHaveCount(2)
    await expect(balls.first().getByText('20')).toBeAttached()
    await page.clock.resume()
    await expect(balls).toHaveCount(0)
    const { data: rounds } = await ask(request, games.rounds, { game: 'plinko' }, funded.token)
    const { data: stakes } = await ask(request, ledger.transactions, { kind: 'stake' }, funded.token)
    expect(rounds.length).toBeGreaterThanOrEqual(2)
    expect(stakes).toHaveLength(rounds.length)
    const { user } = await ask(request, identity.balance, {}, funded.token)
    const left = Number(user.balance)
    await expect(page.getByRole('main').getByRole('link', { name: /Balance/ })).toContainText(
      left.toLocaleString('en', { minimumFractionDigits: Number.isInteger(left) ? 0 : 2 }),
    )
  },
)

test(
  'the lobby shows crash as it flies, and the game that was played last with its stake',
  { tag: '@long' },
  async ({ page, funded }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enterAs(page, funded)
    await page.goto('/casino')
    const ours = page.getByRole('region', { name: 'Ours, every round checkable' })
    await expect(ours.getByRole('link', { name: /^Crash 97% return/ })).toContainText(
      /next flight in|flying now|flew to/,
    )
    await expect(ours.getByRole('link', { name: /Last played/ })).toHaveCount(0)
    await page.goto('/nare-games/wheel')
    await page.getByRole('button', { name: 'Bet KSh 20' }).click()
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(/You won KSh|came back|No win/)
    await page.goto('/casino')
    const last = ours.getByRole('link', { name: 'Last played Wheel 20' })
    await expect(last).toBeVisible()
    await last.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Wheel' })).toBeVisible()
  },
)

test(
  'a game that has still to load has the place of its stage, not the rows of a list',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/casino')
    await expect(page.getByRole('heading').first()).toBeAttached()
    const held = Promise.withResolvers<void>()
    await page.route(/assets\/nare-games-.*\.js/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.evaluate(() => history.pushState({}, '', '/nare-games/dice'))
    const stage = page.locator('main [data-stage] i').nth(1)
    await expect(stage).toHaveCount(1)
    expect(await stage.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(300)
    held.resolve()
    await expect(page.getByRole('button', { name: 'Bet KSh 20' }).or(page.getByText('Log in').first())).toBeVisible()
  },
)
