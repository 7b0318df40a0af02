import { betting } from '@nare/contract/betting'
import { protection } from '@nare/contract/protection'
import { ask, driveMatch } from './support/api.ts'
import { newMatch, openSlip, pickHome, resultOf } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

test('the button asks for a stake, names its bounds, and asks a guest to log in', async ({ page, request }) => {
  const match = await newMatch(request)
  await page.goto(`/match/${match.id}`)
  await resultOf(page).home.click()
  const slip = await openSlip(page)
  const stake = slip.getByLabel(/^Stake/).first()
  await expect(stake).toHaveValue('')
  await expect(slip.getByRole('button', { name: 'Enter stake (min KSh 20)' })).toBeDisabled()
  await stake.fill('19.99')
  await expect(slip.getByRole('button', { name: 'Enter stake (min KSh 20)' })).toBeDisabled()
  await stake.fill('99999999')
  await expect(slip.getByRole('button', { name: /^The highest stake is KSh/ })).toBeDisabled()
  await slip.getByRole('button', { name: 'Stake 50' }).click()
  await expect(stake).toHaveValue('50')
  await slip.getByRole('button', { name: 'Log in to place' }).click()
  await expect(page).toHaveURL(/\/login\?to=/)
})

test('a balance too low offers the deposit of what is missing, and the slip is kept', async ({
  page,
  request,
  bettor,
}) => {
  await enterAs(page, bettor)
  const match = await newMatch(request)
  const slip = await pickHome(page, match, '140')
  await slip.getByRole('button', { name: 'Deposit KSh 140 & place' }).click()
  await expect(page).toHaveURL(/\/deposit\?amount=140/)
  await page.goBack()
  await expect(resultOf(page).home).toHaveAttribute('aria-pressed', 'true')
})

test('without a network the button says so and nothing is placed; with it again the bet is', async ({
  page,
  context,
  request,
  funded,
}) => {
  await enterAs(page, funded)
  const slip = await pickHome(page, await newMatch(request), '100')
  await expect(slip.getByRole('button', { name: 'Place bet KSh 100' })).toBeEnabled()
  await context.setOffline(true)
  await expect(slip.getByRole('button', { name: 'No connection - not placed' })).toBeVisible()
  await expect(slip.getByRole('button', { name: /^Place bet/ })).toHaveCount(0)
  const sent: string[] = []
  page.on('request', (asked) => sent.push(new URL(asked.url()).pathname))
  await slip.getByRole('button', { name: 'No connection - not placed' }).click()
  await expect(slip.getByRole('alert').filter({ hasText: 'No connection. Nothing was sent' })).toBeVisible()
  await expect(slip.getByRole('button', { name: 'No connection - not placed' })).toBeEnabled()
  expect(sent).not.toContain('/v1/bet')
  await context.setOffline(false)
  await slip.getByRole('button', { name: 'Place bet KSh 100' }).click()
  await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
  expect((await ask(request, betting.bets, {}, funded.token)).meta.total).toBe(1)
})

test('an answer that is lost on the way is asked for by its id: one bet, and its receipt', async ({
  page,
  request,
  funded,
}) => {
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
  await slip.getByRole('button', { name: 'Place bet KSh 100' }).click()
  await expect(slip.getByRole('button', { name: 'Checking…' })).toBeDisabled()
  await expect(slip.getByText('Nothing was sent')).toHaveCount(0)
  lookedUp.resolve(undefined)
  await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
  expect((await ask(request, betting.bets, {}, funded.token)).meta.total).toBe(1)
})

test('while a bet is on its way the button waits and cannot be pressed again', async ({ page, request, funded }) => {
  await enterAs(page, funded)
  const slip = await pickHome(page, await newMatch(request), '100')
  const held = Promise.withResolvers<undefined>()
  await page.route('**/v1/bet', async (route) => {
    await held.promise
    await route.continue()
  })
  await slip.getByRole('button', { name: 'Place bet KSh 100' }).click()
  await expect(slip.getByRole('button', { name: 'Placing…' })).toBeDisabled()
  held.resolve(undefined)
  await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
})

test('a bet on a match under way counts the check down, and is placed', async ({ page, request, funded }) => {
  await enterAs(page, funded)
  const match = await newMatch(request, { start_time: new Date(Date.now() - 600_000).toISOString() })
  await driveMatch(request, match.id, { state: 'live', minute: 10, score: '0:0' })
  const slip = await pickHome(page, match, '100')
  await slip.getByRole('button', { name: 'Place bet KSh 100' }).click()
  await expect(slip.getByRole('button', { name: /^Live check \d s$/ })).toBeDisabled()
  await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible({ timeout: 20_000 })
})

test('a limit that the bettor set stops the bet and leads to the limits', async ({ page, request, funded }) => {
  await ask(request, protection.setLimits, { stake: { bet: '60.00' } }, funded.token)
  await enterAs(page, funded)
  const slip = await pickHome(page, await newMatch(request), '100')
  await slip.getByRole('button', { name: 'Place bet KSh 100' }).click()
  await slip.getByRole('button', { name: 'Limit reached - see your limits' }).click()
  await expect(page).toHaveURL(/\/profile/)
})

test('a second pick of one match takes the place of the first, and can be undone', async ({ page, request }) => {
  const match = await newMatch(request)
  await page.goto(`/match/${match.id}`)
  await resultOf(page).home.click()
  await resultOf(page).away.click()
  await expect(resultOf(page).home).toHaveAttribute('aria-pressed', 'false')
  await expect(resultOf(page).away).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(resultOf(page).home).toHaveAttribute('aria-pressed', 'true')
})
