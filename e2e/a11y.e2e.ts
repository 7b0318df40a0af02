import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { protection } from '@nare/contract/protection'
import { ask, driveMatch, placeBet } from './support/api.ts'
import { recordedLeague } from './support/league-answers.ts'
import { answerFrom } from './support/league-routes.ts'
import { newMatch, pickHome, resultOf } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

const league = ['/nare-league', '/playouts', '/standing', '/results', '/virtuals', '/betslip-nare']
const publicPages = [
  '/casino',
  '/nare-games/crash',
  '/nare-games',
  '/nare-games/roulette',
  '/',
  '/?when=live',
  '/results?sport=79',
  '/competition',
  '/login',
  '/signup',
  '/verify',
  '/reset-password',
  '/profile',
]

/** True in `npm run test:long`, which checks colours on the desktop too, although they equal those of the phone. */
const coloursEverywhere = process.env['AXE_COLOURS'] === 'everywhere'

/**
 * Fails on serious or critical axe violations of the current page. Checks all rules in the dark theme, and colours in the light theme too.
 * On the desktop only `npm run test:long` checks colours, because that takes longer than all other rules together.
 */
async function expectNoViolations(page: Page): Promise<void> {
  // Legacy mode does not check frames of other origins. These pages have no frames.
  expect(page.frames()).toHaveLength(1)
  const isPhone = (page.viewportSize()?.width ?? 0) < 600
  const withColours = isPhone || coloursEverywhere
  for (const colorScheme of withColours ? (['light', 'dark'] as const) : (['dark'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
    if (!withColours) axe.disableRules('color-contrast')
    const { violations } = await (colorScheme === 'dark' ? axe : axe.withRules('color-contrast')).analyze()
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    const violationTexts = serious.map(
      ({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
    )
    expect(violationTexts, `${colorScheme} theme`).toEqual([])
  }
}

test('axe finds no serious violation on the pages for guests', { tag: '@layout' }, async ({ page, request }) => {
  test.setTimeout(300_000)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const live = await newMatch(request, { start_time: new Date(Date.now() - 600_000).toISOString() })
  await driveMatch(request, live.id, { state: 'live', minute: 10, score: '1:0' })
  await newMatch(request)
  for (const address of publicPages) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }).first()).not.toHaveText('')
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await expectNoViolations(page)
  }
  await driveMatch(request, live.id, { minute: 12, event: 'red_card', side: 'away', player: 'Otieno' })
  await page.goto(`/match/${live.id}`)
  await page.getByRole('button', { name: 'Timeline' }).click()
  await expect(page.getByRole('list', { name: 'Timeline' }).getByText('Red card')).toBeVisible()
  await expectNoViolations(page)
  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .click()
  await page.getByRole('searchbox').fill('Simba')
  await expect(page.getByRole('dialog').getByRole('button', { name: /Simba/ }).first()).toBeVisible()
  await expectNoViolations(page)
})

test('axe finds no serious violation on the pages of the league', { tag: '@layout' }, async ({ page }) => {
  test.setTimeout(300_000)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  for (const address of league) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }).first()).not.toHaveText('')
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await expectNoViolations(page)
  }
  await page.routeWebSocket(/\/v1\/live/, () => {})
  await answerFrom(page, recordedLeague({ startMs: Date.now() - 150_000 }), () => Date.now())
  await page.goto('/playouts')
  await expect(page.getByRole('group', { name: 'Commentary' }).getByRole('listitem').nth(3)).toBeAttached()
  await expectNoViolations(page)
})

test(
  'axe finds no serious violation on match, slip, receipt and bets',
  { tag: '@layout' },
  async ({ page, request, funded }) => {
    test.setTimeout(300_000)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await enterAs(page, funded)
    const [first, second] = [await newMatch(request), await newMatch(request)]
    const slip = await pickHome(page, first, '100')
    await expectNoViolations(page)
    await slip.getByRole('button', { name: 'Place bet KSh 100' }).click()
    await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    await expectNoViolations(page)

    await page.goto(`/match/${first.id}`)
    await resultOf(page).home.click()
    await driveMatch(request, first.id, { suspend: true })
    await expect(resultOf(page).home).toHaveAttribute('aria-disabled', 'true')
    await expectNoViolations(page)
    await page.goto(`/match/${second.id}`)
    await resultOf(page).home.click()
    await page.goto('/betslip-slip')
    await expect(page.getByText('Suspended for now')).toBeVisible()
    await expectNoViolations(page)
    await page.goto('/my-bets')
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await expectNoViolations(page)
    await driveMatch(request, first.id, { suspend: false })
    const cashOut = page.getByRole('button', { name: /^Cash out \d/ })
    await cashOut.click()
    await expect(page.getByRole('button', { name: /^Cash out KSh/ })).toBeEnabled()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Keep the bet' }).click()
    await page.getByRole('link', { name: 'Bet details' }).click()
    await expect(page.getByLabel('Cash out at')).toBeVisible()
    await expectNoViolations(page)
  },
)

const account = [
  ...['/deposit', '/withdraw', '/bet-history', '/profile?tab=overview', '/profile?tab=limits'],
  ...['/profile?tab=statement', '/profile?tab=security', '/profile?tab=documents', '/profile?tab=preferences'],
]
test(
  'axe finds no serious violation on the pages of an account',
  { tag: '@layout' },
  async ({ page, request, funded }) => {
    test.setTimeout(300_000)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await ask(request, protection.setLimits, { deposit: { day: '500' } }, funded.token)
    await ask(request, protection.setLimits, { deposit: { day: '900' } }, funded.token)
    await enterAs(page, funded)
    for (const address of account) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).not.toHaveText('')
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await expectNoSidewaysScroll(page)
      await expectNoViolations(page)
    }
    await page.goto('/deposit')
    await page.getByLabel('Amount in shillings').fill('50')
    await page.getByRole('button', { name: 'Send M-Pesa prompt for KSh 50' }).click()
    await expect(page.getByRole('timer')).toBeVisible()
    await expectNoViolations(page)
    await page.goto('/profile?tab=limits')
    await page.getByRole('button', { name: '24 hours' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolations(page)
  },
)

const readable = [
  { name: '320 px wide', width: 320, size: '100%' },
  { name: 'with text twice as large', width: 360, size: '200%' },
]
for (const { name, width, size } of readable) {
  test(`${name}, no page scrolls sideways`, async ({ page, request, funded }) => {
    test.setTimeout(300_000)
    await page.setViewportSize({ width, height: 740 })
    await page.addInitScript((fontSize) => {
      addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = fontSize))
    }, size)
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await enterAs(page, funded)
    const match = await newMatch(request)
    const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
    await placeBet(request, funded, '50.00', [pick])
    await pickHome(page, match, '100')
    await expectNoSidewaysScroll(page)
    const bettorPages = [`/match/${match.id}`, '/betslip-slip', '/my-bets', '/how-to-play', ...account]
    for (const address of [...bettorPages, ...publicPages, ...league]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).not.toHaveText('')
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await test.step(address, () => expectNoSidewaysScroll(page))
    }
  })
}
