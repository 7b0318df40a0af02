import { identity } from '@nare/contract/identity'
import type { APIRequestContext, Page } from '@playwright/test'
import { ask, fund, lastCode, placeBet, signUp, type Bettor } from './support/api.ts'
import { startApp } from './support/app.ts'
import { newMatch, pickHome, resultOf } from './support/slip.ts'
import { enterAs, expect, passUntil, test } from './support/test.ts'

const newPassword = 'Simba-mkali-9'

async function logIn(page: Page, { msisdn, password }: Pick<Bettor, 'msisdn' | 'password'>): Promise<void> {
  await page.getByLabel('Phone number').fill(msisdn)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form').getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Resets the password from another device, which ends every session of the bettor. */
async function resetElsewhere(request: APIRequestContext, { msisdn }: Bettor): Promise<void> {
  await ask(request, identity.code, { page: 'resetPass', msisdn })
  const code = await lastCode(request, msisdn)
  await ask(request, identity.resetPassword, { msisdn, code, password: newPassword, confirm_password: newPassword })
}

/** Expects that the password field has the focus, is marked as invalid, and is described by the message. */
async function expectAtPassword(page: Page, message: string): Promise<void> {
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toHaveAccessibleDescription(message)
  await expect(password).toBeFocused()
}

test('a wrong password and an unknown number show the same message at the password field; the right password logs in', async ({
  page,
  bettor,
}) => {
  await page.goto('/login')
  await logIn(page, { msisdn: bettor.msisdn, password: 'not-the-password' })
  await expectAtPassword(page, 'Wrong phone number or password')
  await logIn(page, { msisdn: '254700000001', password: 'not-the-password' })
  await expectAtPassword(page, 'Wrong phone number or password')
  await logIn(page, bettor)
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('link', { name: /Balance/ })).toBeVisible()
})

test(
  'a login that cannot reach the server shows that it failed and the reason',
  { tag: '@long' },
  async ({ page, bettor }) => {
    await page.goto('/login')
    await page.route('**/v1/login', (route) => route.abort())
    await logIn(page, bettor)
    await expect(page.getByRole('alert')).toHaveText('Login failed. No connection. Please try again')
    await page.unroute('**/v1/login')
    await logIn(page, bettor)
    await expect(page.getByRole('link', { name: /Balance/ })).toBeVisible()
  },
)

test(
  'Back after a login by way of the sign-up page leads to the page before it',
  { tag: '@long' },
  async ({ page, bettor }) => {
    await page.goto('/competition')
    await page.goto('/signup?to=%2Fcasino')
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await logIn(page, bettor)
    await expect(page).toHaveURL(/\/casino$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/casino$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/competition$/)
  },
)

test('the slip is kept through the login required to place it', async ({ page, request, funded }) => {
  const match = await newMatch(request)
  const slip = await pickHome(page, match, '100')
  await slip.getByRole('button', { name: 'Log in to place' }).click()
  await logIn(page, funded)
  await expect(page).toHaveURL(new RegExp(`/match/${match.id}$`))
  await expect(resultOf(page).home).toHaveAttribute('aria-pressed', 'true')
})

test(
  'logging out clears the account from the phone, and another bettor sees only their own balance',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    await page.goto('/profile')
    await expect(page.getByRole('link', { name: 'Balance' }).getByText(/^(KSh\s)?1,000$/)).toBeVisible()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()

    const other = await signUp(request)
    await page.getByRole('link', { name: 'Log in' }).first().click()
    await logIn(page, other)
    await expect(page.getByRole('link', { name: 'Balance' }).getByText('KSh 0.00', { exact: true })).toBeVisible()
    await fund(request, other.msisdn, '70.00')
    await expect(page.getByRole('link', { name: 'Balance' }).getByText('KSh 70', { exact: true })).toBeVisible()
  },
)

test('a forgotten password is reset with an SMS code, and the new one logs in', async ({ page, request, bettor }) => {
  await page.goto('/login')
  await logIn(page, { msisdn: bettor.msisdn, password: 'not-the-password' })
  await expectAtPassword(page, 'Wrong phone number or password')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL(/reset-password/)
  await expect(page.getByLabel('Phone number')).toHaveValue(bettor.msisdn)
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.fill(await lastCode(request, bettor.msisdn))
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Repeat new password').fill(newPassword)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await logIn(page, { msisdn: bettor.msisdn, password: newPassword })
  await expect(page.getByRole('link', { name: /Balance/ })).toBeVisible()
})

test('a session ended on another device shows a notice, then its page, and the login returns to the previous page', async ({
  page,
  request,
  bettor,
}) => {
  await page.clock.install()
  await enterAs(page, bettor)
  await page.goto('/my-bets')
  await expect(page.getByText('You have no open bets')).toBeVisible()
  // The notice is there for three seconds before the page: the clock stops until both were seen. It stops before the session ends, because
  // the app may notice by itself.
  await page.clock.pauseAt(Date.now() + 1000)
  await resetElsewhere(request, bettor)
  await page.getByRole('button', { name: 'Settled' }).click()
  const notice = page.getByRole('status').filter({ hasText: 'Session expired' })
  await passUntil(page, notice, 50)
  await expect(notice).toContainText('Please login again')
  await expect(page).toHaveURL(/\/my-bets/)
  await page.clock.resume()
  await expect(page).toHaveURL(/\/redirect\?to=/)
  await expect(page.getByRole('heading', { name: 'Session expired' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()

  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await logIn(page, { msisdn: bettor.msisdn, password: newPassword })
  await expect(page).toHaveURL(/\/my-bets/)
  await expect(page.getByText('Your settled bets will be here')).toBeVisible()
})

test('a 401 without a status in its body opens the login immediately', { tag: '@long' }, async ({ page, bettor }) => {
  await enterAs(page, bettor)
  await page.goto('/my-bets')
  await expect(page.getByText('You have no open bets')).toBeVisible()
  await page.route('**/v1/bets?*', (route) => route.fulfill({ status: 401, json: { message: 'Please log in' } }))
  await page.getByRole('button', { name: 'Settled' }).click()
  await expect(page).toHaveURL(/\/login\?to=%2Fmy-bets/)
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
})

test('a bettor who logs in after an ended session sees nothing of the previous bettor, not even while loading', async ({
  page,
  request,
  funded,
}) => {
  const match = await newMatch(request)
  const { bet } = await placeBet(request, funded, '50.00', [
    { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' },
  ])
  const other = await signUp(request)
  await enterAs(page, funded)
  await page.goto('/my-bets')
  await expect(page.locator('summary').getByText(`#${bet.bet_id}`, { exact: true })).toBeVisible()
  await page.route('**/v1/bets?*', (route) => route.fulfill({ status: 401, json: { message: 'Please log in' } }))
  await page.getByRole('button', { name: 'Settled' }).click()
  await expect(page).toHaveURL(/\/login\?to=%2Fmy-bets/)
  await page.unroute('**/v1/bets?*')
  await page.route('**/v1/bets?*', () => {})
  await logIn(page, other)
  await expect(page).toHaveURL(/\/my-bets/)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { name: 'My bets', level: 1 })).toBeVisible()
  await expect(page.getByText(`#${bet.bet_id}`)).toHaveCount(0)
})

test(
  'after many wrong passwords a new device needs a code in addition to the right password, and a recognised device does not',
  { tag: '@long' },
  async ({ browser, playwright, viewport }) => {
    const app = await startApp({ LOGIN_FAILURES_HOUR: '2' })
    const recognised = await playwright.request.newContext({ baseURL: app.url })
    const context = await browser.newContext({ baseURL: app.url, viewport })
    try {
      const bettor = await signUp(recognised)
      const { msisdn, password } = bettor
      const page = await context.newPage()
      await page.goto('/login')
      for (const wrong of ['not-the-password', 'nor-this-one']) {
        await logIn(page, { msisdn, password: wrong })
        await expectAtPassword(page, 'Wrong phone number or password')
      }
      await expect(page.getByLabel('Code', { exact: true })).toHaveCount(0)
      await logIn(page, bettor)
      await expect(page.getByRole('alert')).toContainText('Too many wrong passwords for this number')
      const code = page.getByLabel('Code', { exact: true })
      await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
      await ask(recognised, identity.login, { msisdn, password })
      await code.fill(await lastCode(recognised, msisdn))
      await expect(async () => {
        await page.locator('form').getByRole('button', { name: 'Log in', exact: true }).click()
        await expect(page.getByRole('link', { name: /Balance/ })).toBeVisible({ timeout: 1500 })
      }).toPass()
    } finally {
      await context.close()
      await recognised.dispose()
      await app.stop()
    }
  },
)
