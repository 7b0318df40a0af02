import { identity } from '@nare/contract/identity'
import { protection } from '@nare/contract/protection'
import { betting } from '@nare/contract/betting'
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { ask, finishMatch, lastCode, placeBet, send } from './support/api.ts'
import { stateOf } from './support/money.ts'
import { newMatch, pickHome, resultOf } from './support/slip.ts'
import { enterAs, expect, passUntil, test } from './support/test.ts'

/** Waits until the background tasks of a page with a controlled clock keep the time of the reality check. */
async function watches(page: Page): Promise<void> {
  await page.clock.fastForward(5000)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('bettor:reality-check'))).not.toBeNull()
}

test('self-exclusion shows its end, blocks bets and deposits, and allows withdrawals and login', async ({
  page,
  request,
  funded,
}) => {
  await enterAs(page, funded)
  await page.goto('/profile?tab=limits')
  await page.getByRole('button', { name: '6 months' }).click()
  const sure = page.getByRole('dialog', { name: 'Stop betting for 6 months' })
  await expect(sure).toContainText("You can't end it early")
  await expect(sure).toContainText(/until \w+ \d+ \w+ 20\d\d \d\d:\d\d, and your promotions end/)
  await expect(sure.getByRole('link', { name: /\d/ })).toBeVisible()
  await sure.getByRole('button', { name: 'Cancel' }).click()
  await expect(sure).toBeHidden()
  await page.getByRole('button', { name: '6 months' }).click()
  await sure.getByRole('button', { name: 'Start now' }).click()
  await expect(sure.getByText('Tick this box to exclude yourself')).toBeVisible()
  expect((await ask(request, protection.protection, {}, funded.token)).exclusion).toBeNull()
  await sure.getByRole('checkbox', { name: /nobody can end this before/ }).check()
  await sure.getByRole('button', { name: 'Start now' }).click()
  const modal = page.getByRole('dialog', { name: 'Your break has started' })
  await expect(modal).toContainText('You are excluded from betting until')
  await expect(modal).toContainText('6 months')
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  const limits = page.getByRole('region', { name: 'Your play and your limits' })
  await expect(limits.getByText("You're excluded until")).toBeVisible()

  const match = await newMatch(request)
  const requested = Promise.withResolvers<() => void>()
  await page.route(/\/assets\/break-banner-[^/]*\.js/, (route) => requested.resolve(() => void route.continue()))
  await page.goto(`/match/${match.id}`, { waitUntil: 'commit' })
  const showBanner = await requested.promise
  const place = await resultOf(page).home.boundingBox()
  showBanner()
  await expect(page.getByRole('link', { name: "You're excluded until" })).toBeVisible()
  expect(await resultOf(page).home.boundingBox(), 'a page that moves down loses the tap').toEqual(place)
  const slip = await pickHome(page, match, '100')
  await expect(slip.getByRole('button', { name: /^On a break until \w{3} \d{1,2} \w{3,4} 20\d\d/ })).toBeDisabled()
  await expect(slip).toContainText("You're taking a break until")
  await expect(slip.getByRole('button', { name: /^Place|limit/i })).toHaveCount(0)
  expect((await ask(request, betting.bets, {}, funded.token)).meta.total).toBe(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Balance' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Deposit' })).toBeHidden()
  await page.goto('/deposit')
  const { exclusion, help_line } = await ask(request, protection.protection, {}, funded.token)
  const ends = new Date(exclusion?.until ?? '')
  const year = ends.toLocaleDateString('en', { year: 'numeric', timeZone: 'Africa/Nairobi' })
  await expect(stateOf(page)).toContainText(new RegExp(`You're excluded until \\w+ \\d+ \\w+ ${year} \\d\\d:\\d\\d`))
  await expect(stateOf(page).getByRole('link', { name: help_line })).toBeVisible()
  await expect(page.getByLabel('Amount in shillings')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /prompt|deposit/i })).toHaveCount(0)

  await page.goto('/profile?tab=security')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  await page.goto('/login')
  await page.getByLabel('Phone number').fill(funded.msisdn)
  await page.getByLabel('Password', { exact: true }).fill(funded.password)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('link', { name: /Balance/ })).toBeVisible()

  await page.goto('/withdraw')
  await page.getByLabel('Amount in shillings').fill('210')
  await page.getByRole('button', { name: 'Withdraw KSh 210' }).click()
  await expect(stateOf(page)).toContainText('The money is on your phone', { timeout: 20_000 })
})

test(
  'in Swahili the start, length and end of a break are shown in Swahili',
  { tag: '@long' },
  async ({ page, bettor }) => {
    await page.addInitScript(() =>
      localStorage.setItem('bettor:locale', JSON.stringify({ value: 'sw', created: Date.now(), ttl: 86_400_000 })),
    )
    await enterAs(page, bettor)
    await page.goto('/profile?tab=limits')
    await page.getByRole('button', { name: 'Miezi 6' }).click()
    await page.getByRole('dialog').getByRole('checkbox').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Anza sasa' }).click()
    const modal = page.getByRole('dialog', { name: 'Mapumziko yako yameanza' })
    await expect(modal).toContainText('Umezuiwa kubeti hadi')
    await expect(modal).toContainText('Miezi 6')
    await expect(modal).not.toContainText(/until|months/)
  },
)

test(
  'during a break the casino advertises nothing, and fantasy has no save button',
  { tag: '@long' },
  async ({ page, request, bettor }) => {
    await enterAs(page, bettor)
    await page.goto('/nare-games')
    await expect(page.getByText('% return').first()).toBeVisible()
    await page.goto('/fpl')
    await expect(page.getByRole('button', { name: 'Save team' })).toBeVisible()
    await ask(request, protection.selfExclude, { period: '24h' }, bettor.token)
    await page.goto('/nare-games')
    await expect(page.getByRole('link', { name: /^Dice/ })).toBeVisible()
    await expect(page.getByText('% return')).toHaveCount(0)
    await page.goto('/casino')
    await expect(page.getByRole('link', { name: /^Dice/ }).first()).toBeVisible()
    await expect(page.getByText('% return')).toHaveCount(0)
    await page.goto('/fpl')
    await expect(page.getByRole('heading', { name: 'Add players' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save team' })).toHaveCount(0)
  },
)

test('a second, shorter break does not shorten the first', { tag: '@long' }, async ({ page, request, bettor }) => {
  await ask(request, protection.selfExclude, { period: '30d' }, bettor.token)
  const before = await ask(request, protection.protection, {}, bettor.token)
  await enterAs(page, bettor)
  await page.goto('/profile?tab=limits')
  await expect(page.getByText("You're taking a break until")).toBeVisible()
  await page.getByRole('button', { name: '24 hours' }).click()
  await page.getByRole('button', { name: 'Start now' }).click()
  await expect(page.getByRole('dialog', { name: 'Your break has started' })).toBeVisible()
  const after = await ask(request, protection.protection, {}, bettor.token)
  expect(after.exclusion?.until).toBe(before.exclusion?.until)

  // During a break the sections of a wide screen have no promotions.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await expect(sections.getByRole('link', { name: 'Jackpot' })).toBeVisible()
  // Home keeps the choice of the day, and loses what it advertises.
  await expect(page.locator('[data-promo]')).toHaveCount(1)
  await expect(page.locator('[data-promo]').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'When' }).getByRole('button', { name: 'Tomorrow' })).toBeVisible()
  await expect(sections.getByRole('link', { name: 'Promotions' })).toHaveCount(0)
})

test('the reality check interrupts after the interval with time, stakes and net result; its first button is the break', async ({
  page,
  request,
  funded,
}) => {
  await page.clock.install()
  await ask(request, protection.setProtection, { reality_check_minutes: 5 }, funded.token)
  const match = await newMatch(request)
  const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
  await placeBet(request, funded, '70.00', [pick])
  await finishMatch(request, match.id, { halfTime: '0:1', fullTime: '0:1' })
  await enterAs(page, funded)
  const first = page.waitForResponse('**/v1/protection')
  await page.goto('/')
  await first
  await watches(page)
  const check = page.getByRole('dialog', { name: 'Time to review your play' })
  await page.clock.fastForward('04:00')
  await expect(check).toHaveCount(0)
  await passUntil(page, check)
  await expect(check).toContainText(/Staked\s*KSh 70/)
  await expect(check).toContainText(/Net result\s*-KSh 70/)
  await expect(check.getByRole('button', { name: /break|Continue/ }).first()).toHaveText('Take a break')
  await expect(check.getByRole('button', { name: 'Take a break' })).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(check).toHaveCount(0)
  await page.clock.fastForward('02:00')
  await expect(check).toHaveCount(0)
  await passUntil(page, check)
  await check.getByRole('button', { name: 'Take a break' }).click()
  await expect(page.getByRole('heading', { name: 'Take a break' })).toBeInViewport()
  await expect(check).toHaveCount(0)
})

test(
  'a shorter interval of the reality check counts as soon as it is chosen',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await page.clock.install()
    await ask(request, protection.setProtection, { reality_check_minutes: 60 }, funded.token)
    await enterAs(page, funded)
    await page.goto('/profile?tab=limits')
    await watches(page)
    const changed = page.waitForResponse(
      (response) => response.url().endsWith('/v1/protection') && response.request().method() === 'GET',
    )
    await page.getByLabel('Remind me of my time and money every').selectOption({ label: '5 min' })
    await changed
    const chosenMs = await page.evaluate(() => Date.now())
    await passUntil(page, page.getByRole('dialog', { name: 'Time to review your play' }))
    expect(await page.evaluate(() => Date.now())).toBeLessThan(chosenMs + 600_000)
  },
)

test(
  'the reality check appears although its first request failed',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await page.clock.install()
    await ask(request, protection.setProtection, { reality_check_minutes: 5 }, funded.token)
    await enterAs(page, funded)
    let failures = 2
    await page.route('**/v1/protection', (route) => (failures-- > 0 ? route.abort() : route.continue()))
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(async () => {
      await page.clock.fastForward('00:40')
      await expect(page.getByRole('dialog', { name: 'Time to review your play' })).toBeVisible({ timeout: 250 })
    }).toPass({ intervals: [0], timeout: 30_000 })
    expect(failures).toBeLessThan(0)
  },
)

test(
  'session time and net result are one tap away on every page with the header',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    const match = await newMatch(request)
    const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
    await placeBet(request, funded, '70.00', [pick])
    await finishMatch(request, match.id, { halfTime: '0:1', fullTime: '0:1' })
    await enterAs(page, funded)
    await page.goto('/competition')
    await page.getByRole('link', { name: /Balance and profile/ }).click()
    const session = page.getByRole('row').filter({ hasText: 'This session' })
    await expect(session).toContainText(/\d+ min/)
    await expect(session.getByRole('cell').nth(2)).toHaveText('-70')
  },
)

test('a password reset ends every session', { tag: '@long' }, async ({ page, request, bettor }) => {
  await enterAs(page, bettor)
  await page.goto('/profile?tab=security')
  await page.getByRole('link', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible()
  await page.getByLabel('Phone number').fill(bettor.msisdn)
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = page.getByRole('textbox', { name: 'Code', exact: true })
  await expect(code).toBeVisible()
  const password = `Twiga-${randomUUID().slice(0, 8)}`
  await code.fill(await lastCode(request, bettor.msisdn))
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat new password').fill(password)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible()
  expect((await send(request, protection.protection, {}, bettor.token)).status()).toBe(401)
  const again = await ask(request, identity.login, { msisdn: bettor.msisdn, password })
  expect(again.user.id).toBe(bettor.user.id)
})

test('session figures that arrive late move nothing below them', { tag: '@long' }, async ({ page, bettor }) => {
  await enterAs(page, bettor)
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/v1/protection', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/profile')
  const play = page.getByRole('group', { name: 'Your play' })
  const logOut = page.getByRole('button', { name: 'Log out' })
  await expect(page.locator('[aria-busy=true]').filter({ has: play })).toBeVisible()
  await expect(logOut).toBeVisible()
  const before = await logOut.boundingBox()
  release()
  await expect(play).toContainText('0.00')
  expect(await logOut.boundingBox()).toEqual(before)
})
