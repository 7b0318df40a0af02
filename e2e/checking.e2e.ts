import { betting } from '@nare/contract/betting'
import { ledger } from '@nare/contract/ledger'
import type { Page, Route } from '@playwright/test'
import { ask, driveMatch } from './support/api.ts'
import { approvePrompt, stateOf } from './support/money.ts'
import { isWide, newMatch, openSlip, pickHome, resultOf } from './support/slip.ts'
import { enterAs, expect, passUntil, test } from './support/test.ts'

const betsOf = async (request: Parameters<typeof ask>[0], token: string): Promise<number> =>
  (await ask(request, betting.bets, {}, token)).meta.total

/** The server processes the command, but its response never arrives: the request stays open. */
const respondNever = async (route: Route): Promise<void> => void (await route.fetch())
/** The server processes the command, and the connection breaks before its response. */
const breakConnection = async (route: Route): Promise<void> => {
  await route.fetch()
  await route.abort()
}

/** Delays every look-up of a command until the returned function is called. */
async function delayLookUps(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return () => resolve(undefined)
}

test(
  'a hanging bet is looked up by its id after ten seconds, shows Checking, and ends as one bet with its receipt',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await page.clock.install()
    await enterAs(page, funded)
    const slip = await pickHome(page, await newMatch(request), '100')
    await page.route('**/v1/bet', respondNever)
    const releaseLookUps = await delayLookUps(page, '**/v1/bets/*')
    await slip.getByRole('button', { name: 'Place 100 →' }).click()
    await expect(slip.getByRole('button', { name: 'Placing…' })).toBeDisabled()
    await passUntil(page, slip.getByRole('button', { name: 'Checking…' }))
    await expect(slip.getByText(/We're checking whether your bet was placed/)).toBeVisible()
    releaseLookUps()
    await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    expect(await betsOf(request, funded.token)).toBe(1)
  },
)

test(
  'a hanging deposit is looked up by its id after ten seconds, shows Checking, then its prompt',
  { tag: '@long' },
  async ({ page, request, bettor }) => {
    await page.clock.install()
    await enterAs(page, bettor)
    await page.goto('/deposit')
    await page.route('**/stk/deposit', respondNever)
    const releaseLookUps = await delayLookUps(page, '**/v1/payments/*')
    await page.getByLabel('Amount in shillings').fill('80')
    await page.getByRole('button', { name: 'Send M-Pesa prompt for KSh 80' }).click()
    await passUntil(page, page.getByRole('button', { name: 'Checking…' }))
    await expect(page.getByText("We're checking whether your last prompt was sent.")).toBeVisible()
    releaseLookUps()
    await expect(stateOf(page)).toContainText('enter your M-Pesa PIN')
    await approvePrompt(page, request, bettor)
    expect((await ask(request, ledger.transactions, {}, bettor.token)).meta.total).toBe(1)
  },
)

test('a bet whose response was lost with the page becomes a receipt on the next page without a tap', async ({
  page,
  request,
  funded,
}) => {
  await page.clock.install()
  await enterAs(page, funded)
  const slip = await pickHome(page, await newMatch(request), '100')
  await page.route('**/v1/bet', breakConnection)
  await page.route('**/v1/bets/*', (route) => route.abort())
  await slip.getByRole('button', { name: 'Place 100 →' }).click()
  await expect(slip.getByRole('button', { name: 'Checking…' })).toBeDisabled()
  // The first page must not find the bet in its last moments: it would show the receipt itself.
  await page.goto('/')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await passUntil(page, page.getByText('Bet placed'))
  await expect((await openSlip(page)).getByRole('heading', { name: 'Bet placed' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('bettor:bet-ids'))).toBeNull()
  expect(await betsOf(request, funded.token)).toBe(1)
})

test(
  'a bet that never reached the server is looked up with pauses after a reload, and can be placed again',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const match = await newMatch(request)
    await page.route('**/v1/bet', () => {})
    const slip = await pickHome(page, match, '100')
    await slip.getByRole('button', { name: 'Place 100 →' }).click()
    await expect(slip.getByRole('button', { name: 'Placing…' })).toBeDisabled()
    let lookUps = 0
    page.on('response', (response) => void (/\/v1\/bets\/./.test(response.url()) && lookUps++))
    await page.reload()
    await page.unroute('**/v1/bet')
    const again = await openSlip(page)
    const retry = again.getByRole('button', { name: 'No answer yet: try again' })
    await expect.poll(() => lookUps).toBeGreaterThan(0)
    // Without pauses there would be about one look-up for each of these requests.
    for (let n = 0; n < 15; n++) await page.evaluate(() => fetch('/v1/matches?limit=1', { cache: 'no-store' }))
    expect(lookUps).toBeLessThan(8)
    await retry.click()
    await expect(again.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    expect(await betsOf(request, funded.token)).toBe(1)
  },
)

test(
  'after a reload an unresolved bet is still shown as being checked, and placing it again with another stake places no second one',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const match = await newMatch(request)
    await page.route('**/v1/bet', breakConnection)
    await page.route('**/v1/bets/*', (route) => route.abort())
    const slip = await pickHome(page, match, '100')
    await slip.getByRole('button', { name: 'Place 100 →' }).click()
    await expect(slip.getByRole('button', { name: 'Checking…' })).toBeDisabled()
    await page.unroute('**/v1/bet')
    await driveMatch(request, match.id, { odds: { '1': { home_team: '1.90' } } })

    await page.reload()
    if (!isWide(page)) await expect(page.getByRole('button', { name: /^1 pick/ })).toContainText('Checking…')
    const again = await openSlip(page)
    await expect(again.getByText(/Trying again never places it twice|You don't need to place it again/)).toBeVisible()
    await again
      .getByLabel(/^Stake/)
      .first()
      .fill('150')
    const sent: string[] = []
    await page.route('**/v1/bet', async (route) => {
      sent.push(String(route.request().postDataJSON().stake))
      await page.unroute('**/v1/bets/*')
      await route.continue()
    })
    await again.getByRole('button', { name: 'No answer yet: try again' }).click()
    await expect(again.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    await expect(again.getByText('2.10').first()).toBeVisible()
    expect(sent).toEqual(['150'])
    expect(await betsOf(request, funded.token)).toBe(1)
  },
)

test(
  'an overloaded server places nothing: the slip shows it, is kept, and can be placed again',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const slip = await pickHome(page, await newMatch(request), '100')
    await page.route('**/v1/bet', (route) =>
      route.fulfill({ status: 503, json: { status: 503, code: 'overloaded', error: 'Busy', message: 'Busy' } }),
    )
    await slip.getByRole('button', { name: 'Place 100 →' }).click()
    await expect(slip.getByRole('alert')).toHaveText(/very busy\. Try again in a moment\. Nothing was placed\./)
    await page.unroute('**/v1/bet')
    await slip.getByRole('button', { name: 'Place 100 →' }).click()
    await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    expect(await betsOf(request, funded.token)).toBe(1)
  },
)

test(
  'after 503 unknown the bet is looked up by its id and found',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const slip = await pickHome(page, await newMatch(request), '100')
    await page.route('**/v1/bet', async (route) => {
      await route.fetch()
      await route.fulfill({ status: 503, json: { status: 503, code: 'unknown', error: 'Unknown', message: 'Unknown' } })
    })
    const releaseLookUps = await delayLookUps(page, '**/v1/bets/*')
    await slip.getByRole('button', { name: 'Place 100 →' }).click()
    await expect(slip.getByRole('button', { name: 'Checking…' })).toBeDisabled()
    releaseLookUps()
    await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    expect(await betsOf(request, funded.token)).toBe(1)
  },
)

test('undo after placing a bet does not restore its picks', { tag: '@long' }, async ({ page, request, funded }) => {
  await page.clock.install()
  await enterAs(page, funded)
  const match = await newMatch(request)
  await page.goto(`/match/${match.id}`)
  await resultOf(page).away.click()
  await expect(isWide(page) ? await openSlip(page) : page.getByRole('button', { name: /^1 pick/ })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await resultOf(page).home.click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  const slip = await openSlip(page)
  const stake = slip.getByLabel(/^Stake/).first()
  // React shows a lazy part after a timer, which does not run while the clock is stopped.
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(stake).toBeVisible({ timeout: 200 })
  }).toPass()
  await stake.fill('100')
  await page.clock.runFor(500)
  await slip.getByRole('button', { name: 'Place 100 →' }).click()
  await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
  // The notice stays its four seconds, and brings nothing back.
  await undo.click()
  await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
  // The slip is stored when the browser is idle.
  await page.clock.runFor(1000)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('betslip') ?? '{}').value)).toEqual([])
})
