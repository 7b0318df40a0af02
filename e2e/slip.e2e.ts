import { betting } from '@nare/contract/betting'
import { identity } from '@nare/contract/identity'
import { ask, driveMatch, fund } from './support/api.ts'
import { newMatch, openSlip, openWholeSlip, pickHome, resultOf, tapAtFirstSight } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

test('a low balance offers the deposit that covers the stake and the tax; after it arrives, the bettor places the same slip', async ({
  page,
  request,
  bettor,
}) => {
  await enterAs(page, bettor)
  const match = await newMatch(request)
  const slip = await pickHome(page, match, '100')
  await slip.getByRole('button', { name: 'Deposit KSh 106' }).click()
  await expect(page).toHaveURL(/\/deposit\?amount=106\.00&back=slip$/)
  await page.goBack()
  await expect(resultOf(page).home).toHaveAttribute('aria-pressed', 'true')
  await fund(request, bettor.msisdn, '100.70')
  const again = await openSlip(page)
  await expect(again.getByLabel('Stake', { exact: true })).toHaveValue('100')
  await expect(again.getByRole('button', { name: 'Place 100 →' })).toBeEnabled()
  expect((await ask(request, betting.bets, {}, bettor.token)).meta.total).toBe(0)
  await again.getByRole('button', { name: 'Place 100 →' }).click()
  await expect(again.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
})

test(
  'a double tap on the place button leaves the receipt; a receipt that was closed is not shown above the next pick',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const placed = await pickHome(page, await newMatch(request), '50')
    await tapAtFirstSight(page, 'Back to matches')
    await placed.getByRole('button', { name: 'Place 50 →' }).click()
    await expect(placed.getByRole('button', { name: 'Back to matches' })).toBeEnabled()
    await expect(placed.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Bet placed' })).toHaveCount(0)
    const next = await pickHome(page, await newMatch(request), '60')
    await expect(next.getByRole('button', { name: 'Place 60 →' })).toBeEnabled()
    await expect(next.getByRole('heading', { name: 'Bet placed' })).toHaveCount(0)
  },
)

test(
  'a typed stake and the bet type survive a reload, and the typed stake replaces the last placed one',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const placed = await pickHome(page, await newMatch(request), '50')
    await placed.getByRole('button', { name: 'Place 50 →' }).click()
    await expect(placed.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    const slip = await pickHome(page, await newMatch(request), '137')
    await expect(slip.getByRole('button', { name: 'Place 137 →' })).toBeVisible()
    const two = await pickHome(page, await newMatch(request), '137')
    await two.getByRole('button', { name: 'Singles' }).click()
    await page.reload()
    const again = await openSlip(page)
    await expect(again.getByRole('button', { name: 'Singles' })).toHaveAttribute('aria-pressed', 'true')
    await expect(again.getByLabel(/^Stake/).first()).toHaveValue('137')
  },
)

test(
  'with thirty picks the stake, its sums and the button stay visible at the first and the last pick',
  { tag: ['@layout', '@long'] },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const matches = await Promise.all(Array.from({ length: 30 }, () => newMatch(request)))
    const picks = matches.map(({ id }) => ({ match_id: id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }))
    const { code } = await ask(request, betting.share, { slip: picks })
    await page.goto(`/b/${code}`)
    await page.getByRole('button', { name: 'Use 30 picks' }).click()
    await page.goto('/')
    const slip = await openSlip(page)
    const stake = slip.getByLabel('Stake', { exact: true })
    await stake.fill('100')
    for (const { home, away } of [matches[0], matches[29]].flatMap((match) => match ?? [])) {
      await slip.getByRole('button', { name: `Remove ${home} v ${away}` }).scrollIntoViewIfNeeded()
      for (const part of [stake, slip.getByText('Possible payout'), slip.getByText(/^Odds/), slip.getByText(/^Tax 5%/)])
        await expect(part).toBeInViewport({ ratio: 1 })
      await expect(slip.getByRole('button', { name: /^Place 100 →/ })).toBeInViewport({ ratio: 1 })
    }
  },
)

test(
  'a leg of the slip and of the receipt shows the live score and minute of its match',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const match = await newMatch(request, { start_time: new Date(Date.now() - 600_000).toISOString() })
    await driveMatch(request, match.id, { state: 'live', minute: 10, score: '0:0' })
    const slip = await pickHome(page, match, '100')
    await expect(slip.getByRole('listitem')).toContainText("10' 0–0")
    await driveMatch(request, match.id, { state: 'live', minute: 12, score: '0:1' })
    await expect(slip.getByRole('listitem')).toContainText("12' 0–1")
    await slip.getByRole('button', { name: 'Place 100 →' }).click()
    await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible({ timeout: 20_000 })
    await driveMatch(request, match.id, { state: 'live', minute: 13, score: '1:1' })
    await expect(slip.getByRole('article').getByRole('listitem')).toContainText("13' 1–1")
  },
)

test('offline the button shows this and nothing is placed; online again the bet is placed', async ({
  page,
  context,
  request,
  funded,
}) => {
  await enterAs(page, funded)
  const slip = await pickHome(page, await newMatch(request), '100')
  await expect(slip.getByRole('button', { name: 'Place 100 →' })).toBeEnabled()
  await context.setOffline(true)
  await expect(slip.getByRole('button', { name: "Not placed: you're offline" })).toBeDisabled()
  await expect(slip.getByRole('button', { name: /^Place \d/ })).toHaveCount(0)
  await context.setOffline(false)
  await slip.getByRole('button', { name: 'Place 100 →' }).click()
  await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
  expect((await ask(request, betting.bets, {}, funded.token)).meta.total).toBe(1)
})

test(
  'a bet whose response was lost is looked up by its id: one bet and its receipt',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const slip = await pickHome(page, await newMatch(request), '100')
    await page.route('**/v1/bet', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const lookedUp = Promise.withResolvers<undefined>()
    await page.route('**/v1/bets/*', async (route) => {
      await lookedUp.promise
      await route.continue()
    })
    await slip.getByRole('button', { name: 'Place 100 →' }).click()
    await expect(slip.getByRole('button', { name: 'Checking…' })).toBeDisabled()
    await expect(slip.getByText('Nothing was sent')).toHaveCount(0)
    lookedUp.resolve(undefined)
    await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    expect((await ask(request, betting.bets, {}, funded.token)).meta.total).toBe(1)
  },
)

test(
  'a live bet counts down its acceptance delay and is placed',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const match = await newMatch(request, { start_time: new Date(Date.now() - 600_000).toISOString() })
    await driveMatch(request, match.id, { state: 'live', minute: 10, score: '0:0' })
    const slip = await pickHome(page, match, '100')
    // The answer, which comes after four seconds, waits until the countdown was seen.
    const seen = Promise.withResolvers<undefined>()
    await page.route('**/v1/bet', async (route) => {
      const response = await route.fetch()
      await seen.promise
      await route.fulfill({ response })
    })
    await slip.getByRole('button', { name: 'Place 100 →' }).click()
    await expect(slip.getByRole('button', { name: /^Checking live odds: \d s$/ })).toBeDisabled()
    seen.resolve(undefined)
    await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
  },
)

test('if the market of a live bet closes during the delay, the slip shows that nothing was placed and where the stake is', async ({
  page,
  request,
  funded,
}) => {
  await enterAs(page, funded)
  const match = await newMatch(request, { start_time: new Date(Date.now() - 600_000).toISOString() })
  await driveMatch(request, match.id, { state: 'live', minute: 10, score: '0:0' })
  const slip = await pickHome(page, match, '100')
  const seen = Promise.withResolvers<undefined>()
  const balance = async () => (await ask(request, identity.balance, {}, funded.token)).user.balance
  // The market closes once the stake is reserved, whatever the page takes to show that; the answer waits until that was seen.
  await page.route('**/v1/bet', async (route) => {
    const answer = route.fetch()
    await expect.poll(balance, { intervals: [20] }).toBe('900.00')
    await driveMatch(request, match.id, { suspend: true })
    const response = await answer
    await seen.promise
    await route.fulfill({ response })
  })
  await slip.getByRole('button', { name: 'Place 100 →' }).click()
  await expect(slip.getByRole('button', { name: /^Checking live odds/ })).toBeDisabled()
  seen.resolve(undefined)
  const alert = slip.getByRole('alert')
  await expect(alert).toContainText('Nothing was placed. Your stake is in your balance.', { timeout: 20_000 })
  await expect(page.getByRole('link', { name: /Balance/ })).toContainText('1,000')
})

test(
  'a second pick of a match replaces the first, which can be undone, and so can clearing the slip',
  { tag: '@long' },
  async ({ page, request }) => {
    const match = await newMatch(request)
    await page.goto(`/match/${match.id}`)
    await resultOf(page).home.click()
    await resultOf(page).away.click()
    await expect(resultOf(page).home).toHaveAttribute('aria-pressed', 'false')
    await expect(resultOf(page).away).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(resultOf(page).home).toHaveAttribute('aria-pressed', 'true')
    await (await openWholeSlip(page)).getByRole('button', { name: 'Clear' }).click()
    await expect(resultOf(page).home).toHaveAttribute('aria-pressed', 'false')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(resultOf(page).home).toHaveAttribute('aria-pressed', 'true')
  },
)

test(
  'a cleared slip can be restored after a further pick, which stays',
  { tag: '@long' },
  async ({ page, request }) => {
    const [first, second] = [await newMatch(request), await newMatch(request)]
    await pickHome(page, first, '100')
    await page.goto(`/match/${second.id}`)
    const { home, away } = resultOf(page)
    await home.click()
    await (await openWholeSlip(page)).getByRole('button', { name: 'Clear' }).click()
    await expect(home).toHaveAttribute('aria-pressed', 'false')
    await away.click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(away).toHaveAttribute('aria-pressed', 'true')
    const slip = await openSlip(page)
    await expect(slip.getByRole('button', { name: /^Remove / })).toHaveCount(2)
    await expect(slip.getByText(first.home, { exact: true })).toBeVisible()
  },
)

test(
  'a receipt that was left for My bets has been seen: no bar stays there, and Back opens no sheet',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const match = await newMatch(request)
    const slip = await pickHome(page, match, '50')
    await slip.getByRole('button', { name: 'Place 50 →' }).click()
    await slip.getByRole('link', { name: 'My bets' }).click()
    await expect(page.getByRole('heading', { name: 'My bets' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Bet placed' })).toHaveCount(0)
    await page.goBack()
    await expect(resultOf(page).home).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test(
  'in a low window the focused stake is above the button; a picked price that is suspended keeps its colour',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await page.setViewportSize({ width: 740, height: 360 })
    await enterAs(page, funded)
    await pickHome(page, await newMatch(request), '50')
    await pickHome(page, await newMatch(request), '50')
    const match = await newMatch(request)
    const slip = await pickHome(page, match, '100')
    const stake = slip.getByLabel('Stake', { exact: true })
    await stake.evaluate((input) => (input.blur(), input.focus()))
    await expect
      .poll(() =>
        stake.evaluate((input) => {
          const { left, right, top, bottom } = input.getBoundingClientRect()
          return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === input
        }),
      )
      .toBe(true)
    await page.keyboard.press('Escape')
    const picked = resultOf(page).home
    const colour = () => picked.evaluate((price) => getComputedStyle(price).color)
    const before = await colour()
    await driveMatch(request, match.id, { suspend: true })
    await expect(picked).toHaveAttribute('aria-disabled', 'true')
    expect(await colour()).toBe(before)
  },
)
