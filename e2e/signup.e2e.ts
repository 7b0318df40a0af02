import { identity } from '@nare/contract/identity'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { ask, finishMatch, fund, lastCode, newMsisdn, send } from './support/api.ts'
import { newMatch, openSlip, pickHome, resultOf } from './support/slip.ts'

const password = 'Twiga-mrefu-7'
const stranger = { password: 'Fisi-mjanja-3', name: 'Stranger', date_of_birth: '1980-01-01', terms: true } as const

async function signUpOnPage(page: Page, msisdn: string): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Phone number').fill(msisdn)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Verify your phone' })).toBeVisible()
}

async function expectLogin(request: APIRequestContext, given: { msisdn: string; password: string }, status: number) {
  expect((await send(request, identity.login, given)).status()).toBe(status)
}

test(
  'a stranger who signs up the same number before and after changes nothing, even across a reload',
  { tag: '@long' },
  async ({ page, request }) => {
    const msisdn = newMsisdn()
    await ask(request, identity.signup, { msisdn, ...stranger })
    await signUpOnPage(page, msisdn)
    const code = await lastCode(request, msisdn)
    await ask(request, identity.signup, { msisdn, ...stranger })
    await page.reload()
    await page.getByLabel('Code', { exact: true }).fill(code)
    await expect(page.getByRole('link', { name: /Balance/ })).toBeVisible()
    await expectLogin(request, { msisdn, password }, 200)
    await expectLogin(request, { msisdn, password: stranger.password }, 422)
  },
)

test(
  'a code entered without its sign-up id, after several sign-ups, leads to a password reset',
  { tag: '@long' },
  async ({ page, request }) => {
    const msisdn = newMsisdn()
    await ask(request, identity.signup, { msisdn, ...stranger })
    await ask(request, identity.signup, { msisdn, ...stranger, password })
    await page.goto(`/verify?msisdn=${msisdn}`)
    await page.getByLabel('Code', { exact: true }).fill(await lastCode(request, msisdn))
    await expect(page.getByRole('alert')).toContainText('Your number is confirmed')
    await expect(page.getByRole('button', { name: 'Verify' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Set a new password' }).click()
    await expect(page.getByLabel('Phone number')).toHaveValue(msisdn)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(await lastCode(request, msisdn))
    await page.getByLabel('New password', { exact: true }).fill('Simba-mkali-9')
    await page.getByLabel('Repeat new password').fill('Simba-mkali-9')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page.getByText('Your new password is set. Log in with it')).toBeVisible()
    await expectLogin(request, { msisdn, password: 'Simba-mkali-9' }, 200)
    for (const old of [password, stranger.password]) await expectLogin(request, { msisdn, password: old }, 422)
  },
)

test(
  'a new bettor signs up, bets on a match found by search, wins, and is paid without a reload',
  { tag: '@desktop-long' },
  async ({ page, request }) => {
    const msisdn = newMsisdn()
    const match = await newMatch(request)

    await page.goto('/signup')
    await page.getByLabel('Phone number').fill(`0${msisdn.slice(3)}`)
    await page.getByLabel('Password', { exact: true }).fill('Twiga-mrefu-7')
    await page.getByLabel('Date of birth').fill('1990-05-17')
    const terms = page.getByRole('checkbox', { name: /I accept the terms/ })
    await expect(terms).not.toBeChecked()
    await terms.check()
    await page.getByRole('button', { name: 'Create account' }).click()

    await expect(page.getByRole('heading', { name: 'Verify your phone' })).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(await lastCode(request, msisdn))
    const balance = page.getByRole('link', { name: /Balance/ })
    await expect(balance.getByText('KSh 0.00', { exact: true })).toBeVisible()
    await fund(request, msisdn, '500.00')
    await expect(balance.getByText('KSh 500', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('searchbox').fill(match.home)
    await page.getByRole('button', { name: new RegExp(`${match.home} v ${match.away}`) }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(match.home)
    await resultOf(page).home.click()
    await expect(resultOf(page).home).toHaveAttribute('aria-pressed', 'true')

    const slip = await openSlip(page)
    await slip
      .getByLabel(/^Stake/)
      .first()
      .fill('100')
    await slip.getByRole('button', { name: 'Place 100 → 210' }).click()

    await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    const receipt = slip.getByRole('article')
    await expect(receipt).toContainText(/#\w+/)
    await expect(receipt).toContainText(`${match.home} v ${match.away}`)
    await expect(receipt).toContainText(/(Today|Tomorrow) \d{2}:\d{2} · #\d{4} · FKF Premier League · Kenya/)
    await expect(receipt.getByText('2.10').first()).toBeVisible()
    const betId = (await receipt.getByText(/^#/).first().innerText()).slice(1)
    await slip.getByRole('button', { name: 'Back to matches' }).click()
    await expect(balance.getByText('KSh 400', { exact: true })).toBeVisible()

    await finishMatch(request, match.id, { halfTime: '1:0', fullTime: '2:1', goals: ['home', 'away', 'home'] })
    await expect(balance.getByText('KSh 610', { exact: true })).toBeVisible()

    await page.goto('/my-bets?state=settled')
    const bet = page
      .getByRole('listitem')
      .filter({ hasText: `#${betId} ` })
      .first()
    await expect(bet).toContainText('Won')
    await expect(bet).toContainText(/Stake 100.*returned 210/)
    await expect(bet.getByRole('listitem')).toContainText('FT 2–1')
  },
)

test(
  'a guest with picks signs up: the code is submitted automatically, and the slip is unchanged',
  { tag: '@long' },
  async ({ page, request }) => {
    const msisdn = newMsisdn()
    await pickHome(page, await newMatch(request), '100')
    await page.keyboard.press('Escape')
    await page.evaluate(() => history.pushState(null, '', '/signup'))
    await expect(page.getByRole('heading', { name: 'Create account' })).toBeAttached()
    await page.getByLabel('Phone number').fill(msisdn)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Date of birth').fill('1990-05-17')
    await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
    await page.getByRole('button', { name: 'Create account' }).click()
    const code = page.getByLabel('Code', { exact: true })
    await expect(code).toBeFocused()
    await code.pressSequentially(await lastCode(request, msisdn))
    await expect(page.getByText('Your pick is kept')).toBeVisible()
    await expect(page).toHaveURL(/:\d+\/$/)
    await expect((await openSlip(page)).getByLabel(/^Stake/).first()).toHaveValue('100')
  },
)

test(
  'the fields refuse a sign-up if a box is unticked, the number is invalid, or the bettor is under age',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/signup')
    await page.getByLabel('Phone number').fill('12')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByLabel('Phone number')).toBeFocused()
    await expect(page.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('Accept the terms and conditions to continue')).toBeVisible()

    await page.getByLabel('Phone number').fill(newMsisdn())
    await expect(page.getByLabel('Phone number')).not.toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('Accept the terms and conditions to continue')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill('Twiga-mrefu-7')
    await page.getByLabel('Date of birth').fill(`${new Date().getFullYear() - 17}-01-01`)
    await page.getByRole('checkbox', { name: /I accept/ }).check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByLabel('Date of birth')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Date of birth')).toHaveAccessibleDescription('You must be 18 or older')
    await expect(page.getByLabel('Date of birth')).toBeFocused()

    await page.getByLabel('Date of birth').fill('1990-05-17')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('12345678')
    await password.press('Enter')
    await expect(password).toHaveAccessibleDescription('Choose a password that is harder to guess')
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expect(password).toBeFocused()
  },
)

test(
  'a code can be sent again after the delay that the server sets, and the field of the earlier code is cleared',
  { tag: '@long' },
  async ({ page, bettor }) => {
    await page.clock.install()
    await page.goto(`/reset-password?msisdn=${bettor.msisdn}`)
    const sent = page.waitForResponse('**/v1/code?*')
    await page.getByRole('button', { name: 'Send code' }).click()
    const answer = { json: await (await sent).json() }
    await expect(page.getByRole('button', { name: /^Send again in (60|[1-5]?\d) s$/ })).toBeDisabled()
    const code = page.getByLabel('Code', { exact: true })
    await code.fill('12')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await page.route('**/v1/code?*', (route) => route.fulfill(answer))
    const again = page.getByRole('button', { name: 'Send the code again' })
    await page.clock.fastForward(61_000)
    await again.click()
    await expect(page.getByText('A new code is on its way')).toBeVisible()
    await expect(code).toBeFocused()
    await expect(code).toHaveValue('')
    await expect(code).not.toHaveAttribute('aria-invalid', 'true')

    const wait = { code: 'too_many_requests', message: 'Wait', error: 'Wait', retry_after_s: 240 }
    await page.route('**/v1/code?*', (route) => route.fulfill({ status: 429, json: wait }))
    await page.clock.fastForward(61_000)
    await again.click()
    await expect(page.getByText('Too many tries. Wait a moment and try again')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Send again in (240|[12][0-3]\d) s$/ })).toBeDisabled()
  },
)

test(
  'the box about promotions starts unticked, and what was agreed to is taken back in the profile',
  { tag: '@long' },
  async ({ page, request }) => {
    const msisdn = newMsisdn()
    await page.goto('/signup')
    const box = page.getByRole('checkbox', { name: /offers and promotions by SMS/ })
    await expect(box).not.toBeChecked()
    await box.check()
    await page.getByLabel('Phone number').fill(msisdn)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Date of birth').fill('1990-05-17')
    await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByLabel('Code', { exact: true })).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(await lastCode(request, msisdn))
    await expect(page.getByRole('link', { name: /Balance/ })).toBeVisible()
    await page.goto('/profile?tab=messages')
    await expect(box).toBeChecked()
    // The box shows what is stored, so it changes with the answer.
    await box.click()
    await expect(box).not.toBeChecked()
    await page.reload()
    await expect(box).toBeVisible()
    await expect(box).not.toBeChecked()
  },
)
