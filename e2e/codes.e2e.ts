import { betting } from '@nare/contract/betting'
import { ask, driveMatch, finishMatch } from './support/api.ts'
import { newMatch, openSlip, pickHome, resultOf } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

test(
  'three picks are placed as a multi with its boost, and as a system of the chosen sizes',
  { tag: '@desktop-long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const matches = [await newMatch(request), await newMatch(request), await newMatch(request)]
    for (const match of matches) {
      await page.goto(`/match/${match.id}`)
      await resultOf(page).home.click()
    }
    const slip = await openSlip(page)
    await slip
      .getByLabel(/^Stake/)
      .first()
      .fill('100')
    await expect(slip.getByText('9.26')).toBeVisible()
    await expect(slip.getByText('Boost 5%')).toBeVisible()
    await expect(slip.getByRole('button', { name: 'Place 100 →' })).toBeInViewport({ ratio: 1 })
    await slip.getByRole('button', { name: 'System' }).click()
    await expect(slip.getByRole('button', { name: 'Choose combinations' })).toBeDisabled()
    await expect(slip.getByRole('button', { name: 'Doubles (3 bets)' })).toBeInViewport({ ratio: 1 })
    await slip.getByRole('button', { name: 'Doubles (3 bets)' }).click()
    await expect(slip.getByText('KSh 100 in all, KSh 33.33 each of 3 bets')).toBeVisible()
    await slip.getByRole('button', { name: 'Place 100 →' }).click()
    await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    const receipt = slip.getByRole('article')
    await expect(receipt.getByRole('listitem')).toHaveCount(3)
    await expect(receipt).toContainText('Doubles (3 bets)')
    await expect(receipt.locator('code')).toHaveText(/^[A-HJKMNP-Z2-9]{6}$/)

    for (const { id } of matches) await finishMatch(request, id, { halfTime: '1:0', fullTime: '1:0', goals: ['home'] })
    const { data } = await ask(request, betting.bets, { state: 'settled' }, funded.token)
    expect(data[0]).toMatchObject({ type: 'system', state: 'won', returned: '441.00' })
  },
)

test('singles are placed as one bet per pick', { tag: '@long' }, async ({ page, request, funded }) => {
  await enterAs(page, funded)
  for (const match of [await newMatch(request), await newMatch(request)]) {
    await page.goto(`/match/${match.id}`)
    await resultOf(page).home.click()
  }
  const slip = await openSlip(page)
  await slip.getByRole('button', { name: 'Single' }).click()
  await slip.getByLabel('Stake for each pick').fill('30')
  await slip.getByRole('button', { name: 'Place 60 →' }).click()
  await expect(slip.getByRole('article')).toHaveCount(2)
})

test('a booking code opens on another phone with the current state of each pick, and loads only the open ones', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const [moved, suspended, steady] = [await newMatch(request), await newMatch(request), await newMatch(request)]
  for (const match of [moved, suspended]) {
    await page.goto(`/match/${match.id}`)
    await resultOf(page).home.click()
  }
  const slip = await pickHome(page, steady, '100')
  await slip.getByRole('button', { name: 'Share' }).click()
  const code = await slip.getByRole('status').locator('code').innerText()
  expect(code).toMatch(/^[A-HJKMNP-Z2-9]{6}$/)
  await expect(slip.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', new RegExp(code))

  await driveMatch(request, moved.id, { odds: { '1': { home_team: '1.70' } } })
  await driveMatch(request, suspended.id, { suspend: true })
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', viewport: page.viewportSize() })
  const friend = await elsewhere.newPage()
  await friend.goto('/betslip-slip')
  await friend.getByLabel('Booking code').first().fill(code.toLowerCase())
  await friend.getByRole('button', { name: 'Use code' }).first().click()

  const leg = (home: string) => friend.getByRole('main').getByRole('listitem').filter({ hasText: home })
  await expect(leg(moved.home)).toContainText('2.10')
  await expect(leg(moved.home)).toContainText('1.70')
  await expect(leg(suspended.home)).toContainText('Suspended')
  await expect(leg(steady.home)).toContainText('2.10')
  await friend.getByRole('button', { name: 'Use 2 picks' }).click()
  await expect(friend).toHaveURL(/\/betslip-slip$/)
  await expect(friend.getByRole('main').getByRole('link', { name: / v / })).toHaveCount(2)
  await elsewhere.close()
})

test(
  'a booking code copied from the receipt is confirmed above the slip, and after the slip is closed',
  { tag: '@long' },
  async ({ page, context, request, funded }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.clock.install()
    await enterAs(page, funded)
    const slip = await pickHome(page, await newMatch(request), '50')
    await slip.getByRole('button', { name: 'Place 50 →' }).click()
    const copy = slip.getByRole('button', { name: 'Copy' })
    await expect(copy).toBeVisible()
    // The notice is there for four seconds, in which the clock stops.
    await page.clock.pauseAt(Date.now() + 1000)
    await copy.click()
    const notice = page.getByText(/^Booking code \w{6} copied$/)
    // A notice below a modal dialog counts as visible, but the trial click fails.
    await notice.click({ trial: true })
    await page.keyboard.press('Escape')
    await expect(slip).toBeHidden()
    await notice.click({ trial: true })
  },
)

test('an unknown booking code shows a message', { tag: '@long' }, async ({ page }) => {
  await page.goto('/b/ZZZZ99')
  await expect(page.getByRole('heading', { name: 'ZZZZ99' })).toBeVisible()
  await expect(page.getByText('There is no code ZZZZ99')).toBeVisible()
})

test('a mistyped booking code stays in its field, with the error below it', { tag: '@long' }, async ({ page }) => {
  await page.goto('/betslip-slip')
  const field = page.getByRole('main').getByLabel('Booking code')
  await field.fill('zzzz98')
  await page.getByRole('main').getByRole('button', { name: 'Use code' }).click()
  await expect(page.getByRole('alert')).toContainText('There is no code ZZZZ98')
  await expect(page.getByRole('alert')).toBeInViewport()
  await expect(field).toHaveValue('ZZZZ98')
  await expect(field).toBeFocused()
  await expect(page).toHaveURL(/\/betslip-slip$/)
})

test(
  'a code keeps an existing pick of a match, shows both picks, and swaps only ticked picks',
  { tag: '@long' },
  async ({ page, request }) => {
    const [shared, extra] = [await newMatch(request), await newMatch(request)]
    const pick = (match_id: string, odd_key: string) => ({ match_id, sub_type_id: '1', odd_key, odd_value: '3.20' })
    const { code } = await ask(request, betting.share, { slip: [pick(shared.id, 'draw'), pick(extra.id, 'draw')] })
    await page.goto(`/match/${shared.id}`)
    await resultOf(page).home.click()
    await page.goto(`/b/${code}`)
    const leg = page.getByRole('main').getByRole('listitem').filter({ hasText: shared.home })
    await expect(leg.getByText('Draw', { exact: true })).toBeVisible()
    const swap = leg.getByRole('checkbox', { name: `Your slip has ${shared.home} at 2.10. Swap it for Draw` })
    await expect(swap).not.toBeChecked()
    await page.getByRole('button', { name: 'Add 1 pick to my slip' }).click()
    const slipRow = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: `${shared.home} v` })
    await expect(slipRow.getByText(shared.home, { exact: true })).toBeVisible()

    await page.goto(`/b/${code}`)
    await expect(page.getByRole('button', { name: 'Your slip has these matches' })).toBeDisabled()
    await swap.check()
    await page.getByRole('button', { name: 'Add 1 pick to my slip' }).click()
    await expect(slipRow.getByText('Draw', { exact: true })).toBeVisible()
  },
)

test(
  'the receipt of a boosted multi shows every part of its sum',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    for (const match of [await newMatch(request), await newMatch(request), await newMatch(request)]) {
      await page.goto(`/match/${match.id}`)
      await resultOf(page).home.click()
    }
    const slip = await openSlip(page)
    await slip.getByLabel('Stake', { exact: true }).fill('100')
    await slip.getByRole('button', { name: 'Place 100 →' }).click()
    const receipt = slip.getByRole('article')
    await expect(receipt).toContainText('100 → 967.40')
    await expect(receipt).toContainText('Odds 9.26 · KSh 926.10 + Boost 5% KSh 41.30')
  },
)
