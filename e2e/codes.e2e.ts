import { betting } from '@nare/contract/betting'
import { ask, driveMatch, finishMatch } from './support/api.ts'
import { newMatch, openSlip, pickHome, resultOf } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

test(
  'three picks are placed as a multi with its boost, and as a system of the chosen sizes',
  { tag: '@layout' },
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
    await expect(slip.getByRole('button', { name: 'Place bet KSh 100' })).toBeInViewport({ ratio: 1 })
    await slip.getByRole('button', { name: 'System' }).click()
    await expect(slip.getByRole('button', { name: 'Choose combinations' })).toBeDisabled()
    await slip.getByRole('button', { name: '2 of 3' }).click()
    await slip.getByRole('button', { name: 'Place bet KSh 100' }).click()
    await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    await expect(slip.getByRole('article').getByRole('listitem')).toHaveCount(3)

    for (const { id } of matches) await finishMatch(request, id, { halfTime: '1:0', fullTime: '1:0', goals: ['home'] })
    const { data } = await ask(request, betting.bets, { state: 'settled' }, funded.token)
    expect(data[0]).toMatchObject({ type: 'system', state: 'won', returned: '441.00' })
  },
)

test('singles are placed as one bet per pick', async ({ page, request, funded }) => {
  await enterAs(page, funded)
  for (const match of [await newMatch(request), await newMatch(request)]) {
    await page.goto(`/match/${match.id}`)
    await resultOf(page).home.click()
  }
  const slip = await openSlip(page)
  await slip.getByRole('button', { name: 'Single' }).click()
  await slip.getByLabel('Stake for each pick').fill('30')
  await slip.getByRole('button', { name: 'Place bet KSh 60' }).click()
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

  await driveMatch(request, moved.id, { odds: { '1': { home_team: '1.70' } } })
  await driveMatch(request, suspended.id, { suspend: true })
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', viewport: page.viewportSize() })
  const friend = await elsewhere.newPage()
  await friend.goto('/betslip-slip')
  await friend.getByLabel('Booking code').first().fill(code.toLowerCase())
  await friend.getByRole('button', { name: 'Load', exact: true }).first().click()

  const leg = (home: string) => friend.getByRole('main').getByRole('listitem').filter({ hasText: home })
  await expect(leg(moved.home)).toContainText('2.10')
  await expect(leg(moved.home)).toContainText('1.70')
  await expect(leg(suspended.home)).toContainText('Suspended')
  await expect(leg(steady.home)).toContainText('2.10')
  await friend.getByRole('button', { name: 'Load 2 into the slip' }).click()
  await expect(friend).toHaveURL(/\/betslip-slip$/)
  await expect(friend.getByRole('main').getByRole('link', { name: / v / })).toHaveCount(2)
  await elsewhere.close()
})

test('an unknown code shows that it does not exist', async ({ page }) => {
  await page.goto('/b/ZZZZ99')
  await expect(page.getByRole('heading', { name: 'ZZZZ99' })).toBeVisible()
  await expect(page.getByText('There is nothing here')).toBeVisible()
})
