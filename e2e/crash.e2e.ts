import { betting as bets } from '@nare/contract/betting'
import type { CrashState } from '@nare/contract/crash'
import { live } from '@nare/contract/live'
import { sandbox } from '@nare/contract/sandbox'
import { request as requests, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { ask, fund, signUp, type Bettor } from './support/api.ts'
import { startApp, type App } from './support/app.ts'
import { isWide } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

let app: App
let api: APIRequestContext
test.beforeAll(async () => {
  app = await startApp({ CRASH_CYCLE: '7,1', LEAGUE: 'off', ARCADE: 'off' })
  api = await requests.newContext({ baseURL: app.url })
})
test.afterAll(async () => {
  await api.dispose()
  await app.stop()
})

async function enter(page: Page): Promise<Bettor> {
  const bettor = await signUp(api)
  await fund(api, bettor.msisdn, '1000.00')
  await enterAs(page, bettor)
  await page.goto(`${app.url}/nare-games/crash`)
  return bettor
}

/**
 * Waits until the current round accepts bets for at least four more seconds. The length of a flight depends on its multiplier, so the clock
 * skips it.
 */
async function betting(): Promise<void> {
  await expect(async () => {
    const { data } = await ask(api, live.states, { topics: 'crash' })
    const { phase, ends_at = '' } = (data[0]?.state ?? {}) as Partial<CrashState>
    if (phase === 'flying') await ask(api, sandbox.clock, { advance_s: 30 })
    expect(phase).toBe('betting')
    const { now } = await ask(api, sandbox.clock, { advance_s: 0 })
    expect(Date.parse(ends_at) - Date.parse(now)).toBeGreaterThan(4000)
  }).toPass({ timeout: 60_000, intervals: [200] })
}

/** Where an element is on its page, however far that is scrolled: a click scrolls to a button that something covered for a moment. */
const placeOf = (element: Locator) =>
  element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return { x: x + scrollX, y: y + scrollY, width, height }
  })

const betA = (page: Page) => page.getByRole('region', { name: 'Bet A' })
const crashBets = async ({ token }: Bettor) => (await ask(api, bets.bets, { product: 'games' }, token)).data

test(
  'a bet is cashed out by hand, its button does not move, and the round passes its fairness check',
  { tag: '@desktop-long' },
  async ({ page }) => {
    test.setTimeout(300_000)
    const bettor = await enter(page)
    const panel = betA(page)
    const button = panel.getByRole('button').last()
    await panel.getByLabel(/^Stake of bet A/).fill('20')
    await expectNoSidewaysScroll(page)
    const before = await placeOf(button)
    expect(before.height).toBeGreaterThanOrEqual(56)
    // Some rounds crash immediately, so bets are repeated until one can be cashed out.
    await expect(async () => {
      await betting()
      const bet = panel.getByRole('button', { name: /^(Bet|Next round ·) KSh 20$/ })
      await expect(bet).toBeEnabled()
      // Where there is a mouse, Enter in the field bets too.
      if (isWide(page)) await panel.getByLabel(/^Stake of bet A/).press('Enter')
      else await bet.click({ timeout: 5000 })
      const cashOut = panel.getByRole('button', { name: /^Cash out KSh \d/ })
      await expect(cashOut).toBeVisible()
      expect(await placeOf(button)).toEqual(before)
      await cashOut.click({ timeout: 5000 })
      await expect(panel.getByText(/^Cashed out at \d/)).toBeVisible()
    }).toPass({ timeout: 240_000, intervals: [0] })
    expect(await placeOf(button)).toEqual(before)
    const [won] = (await crashBets(bettor)).filter(({ state }) => state === 'won')
    await expect(panel.getByText(`Cashed out at ${won?.game?.multiplier}×`)).toBeVisible()

    // Only a finished round can be checked, and a flight may be long.
    await betting()
    await page.getByRole('navigation', { name: 'Last points' }).getByRole('button').first().click()
    await expect(page.getByText('Everything fits. This point was fixed before anyone could bet on it.')).toBeVisible()
  },
)

test(
  'a bet whose connection is lost in flight is cashed out at its target, and is shown when the bettor returns',
  { tag: '@long' },
  async ({ page, context }) => {
    const bettor = await enter(page)
    const panel = betA(page)
    await panel.getByLabel(/^Stake of bet A/).fill('20')
    await panel.getByLabel('Cash out bet A automatically at').fill('1.01')
    await betting()
    await panel.getByRole('button', { name: /^(Bet|Next round ·) KSh 20$/ }).click()
    await expect(panel.getByRole('button', { name: /^(Take back|Cash out) KSh 20/ })).toBeVisible()
    await context.setOffline(true)
    await expect(
      page.getByRole('alert').getByText(/^No connection\. Your bet stays on and cashes out at its target/),
    ).toBeVisible()
    // The server cashes out without the page.
    await expect
      .poll(async () => (await crashBets(bettor))[0]?.state, { timeout: 60_000, intervals: [250] })
      .toMatch(/won|lost/)
    await expect(panel.getByText(/^(Cashed out|Crashed)/)).toHaveCount(0)
    await context.setOffline(false)
    const [bet] = await crashBets(bettor)
    const outcome = bet?.state === 'won' ? 'Cashed out at 1.01× · KSh 20.20' : 'Crashed · lost KSh 20'
    await expect(panel.getByText(outcome)).toBeVisible()
  },
)

test(
  'autoplay shows its cost and requires a loss limit, places the bets, and stops on demand',
  { tag: '@long' },
  async ({ page }) => {
    const bettor = await enter(page)
    await page.getByRole('button', { name: 'Autoplay' }).click()
    const sheet = page.getByRole('dialog', { name: 'Autoplay' })
    await sheet.getByLabel('Stake a round').fill('20')
    await sheet.getByLabel('Cash out at').fill('1.01')
    await sheet.getByLabel('Rounds').fill('20')
    await expect(sheet.getByText('Stakes KSh 400 in all.')).toBeVisible()
    await sheet.getByRole('button', { name: 'Start 20 rounds' }).click()
    await expect(sheet.getByText('Enter the loss at which it stops')).toBeVisible()
    await sheet.getByLabel('Stop after losing').fill('100')
    await sheet.getByRole('button', { name: 'Start 20 rounds' }).click()
    await expect(page.getByText(/^Autoplay \d+ of 20/)).toBeVisible()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByText('Autoplay stopped. A placed bet still counts')).toBeVisible()
    const placed = (await crashBets(bettor)).length
    expect(placed).toBeGreaterThan(0)
    // Two further rounds have no bet.
    for (const _ of [1, 2]) {
      await betting()
      await ask(api, sandbox.clock, { advance_s: 6 })
    }
    expect(await crashBets(bettor)).toHaveLength(placed)
  },
)

test(
  'before the bet crash shows where the largest win ends it, and a deposit for it returns to crash',
  { tag: '@long' },
  async ({ page }) => {
    await enter(page)
    const panel = betA(page)
    await panel.getByLabel('Cash out bet A automatically at').fill('900000')
    await panel.getByLabel(/^Stake of bet A/).fill('2000')
    await expect(panel.getByText(/^Cashes out at [\d.,]+×, the largest win$/)).toBeVisible()
    await panel.getByRole('button', { name: /^Deposit KSh / }).click()
    await expect(page).toHaveURL(/\/deposit\?amount=[\d.]+&back=nare-games\/crash$/)
  },
)

test(
  'the keys of crash double a stake and place the bet, which the list of players shows as the own one',
  { tag: '@long' },
  async ({ page }) => {
    const bettor = await enter(page)
    const stake = betA(page).getByLabel(/^Stake of bet A/)
    await stake.fill('20')
    await page.keyboard.press('d')
    await expect(stake).toHaveValue('20')
    await stake.blur()
    await page.keyboard.press('d')
    await expect(stake).toHaveValue('40')
    await page.keyboard.press('s')
    await expect(stake).toHaveValue('20')
    // The space bar only cashes out.
    await page.keyboard.press(' ')
    await betting()
    await page.keyboard.press('a')
    await expect(betA(page).getByRole('button', { name: /^(Take back|Cash out) KSh 20/ })).toBeVisible()
    expect(await crashBets(bettor)).toHaveLength(1)
    await expect(page.getByRole('row', { name: /^You 20 / })).toBeVisible({ timeout: 60_000 })
  },
)

test(
  'both bet buttons are in sight on a phone on its side, and that of bet A with text of double size',
  { tag: '@long' },
  async ({ page }) => {
    const { msisdn } = await enter(page)
    // A balance of eight figures has room too.
    await fund(api, msisdn, '111403.76')
    const buttonOf = (bet: string) => page.getByRole('region', { name: bet }).getByRole('button').last()
    const foot = page.getByRole('link', { name: 'Take a break' })
    const isAboveFoot = async (bet: string): Promise<boolean> => {
      const [button, below] = [await buttonOf(bet).boundingBox(), await foot.boundingBox()]
      return button !== null && below !== null && button.y >= 0 && button.y + button.height <= below.y
    }
    await expect(foot).toBeVisible()
    await page.setViewportSize({ width: 740, height: 360 })
    for (const bet of ['Bet A', 'Bet B']) await expect.poll(() => isAboveFoot(bet)).toBe(true)
    await page.setViewportSize({ width: 360, height: 740 })
    const returned = page.getByText('97% return')
    await expect(returned).toBeInViewport({ ratio: 1 })
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
    await expect(returned).toBeInViewport({ ratio: 1 })
    await expect.poll(() => isAboveFoot('Bet A')).toBe(true)
    await expect(page.getByRole('link', { name: /^KSh 112,403.76/ })).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page)
  },
)
