import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { protection } from '@nare/contract/protection'
import { ask, driveMatch, placeBet } from './support/api.ts'
import { newMatch, openSlip, pickHome, resultOf } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

const forEverybody = ['/', '/?when=live', '/competition', '/login', '/signup', '/verify', '/reset-password', '/profile']

type Theme = 'dark' | 'light'

/** Fails on serious or critical axe violations of the current page; the second theme checks colours only. */
async function expectNoBarrier(page: Page, theme: Theme): Promise<void> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (theme === 'dark' ? axe : axe.withRules('color-contrast')).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(grave.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}

for (const colorScheme of ['dark', 'light'] as const) {
  test(`in the ${colorScheme} theme axe finds nothing serious on the pages for guests`, async ({ page, request }) => {
    test.setTimeout(120_000)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const live = await newMatch(request, { start_time: new Date(Date.now() - 600_000).toISOString() })
    await driveMatch(request, live.id, { state: 'live', minute: 10, score: '1:0' })
    await newMatch(request)
    for (const address of forEverybody) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).not.toHaveText('')
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await expectNoBarrier(page, colorScheme)
    }
    await page
      .getByRole('button', { name: /^Search/ })
      .first()
      .click()
    await page.getByRole('searchbox').fill('Simba')
    await expect(page.getByRole('dialog').getByRole('button', { name: /Simba/ }).first()).toBeVisible()
    await expectNoBarrier(page, colorScheme)
  })

  test(`in the ${colorScheme} theme axe finds nothing serious on match, slip, receipt and bets`, async ({
    page,
    request,
    funded,
  }) => {
    test.setTimeout(120_000)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await enterAs(page, funded)
    const [first, second] = [await newMatch(request), await newMatch(request)]
    const slip = await pickHome(page, first, '100')
    await expectNoBarrier(page, colorScheme)
    await slip.getByRole('button', { name: 'Place bet KSh 100' }).click()
    await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    await expectNoBarrier(page, colorScheme)

    await page.goto(`/match/${first.id}`)
    await resultOf(page).home.click()
    await driveMatch(request, first.id, { suspend: true })
    await expect(resultOf(page).home).toHaveAttribute('aria-disabled', 'true')
    await expectNoBarrier(page, colorScheme)
    await page.goto(`/match/${second.id}`)
    await resultOf(page).home.click()
    await page.goto('/betslip-slip')
    await expect(page.getByText('Suspended for now')).toBeVisible()
    await expectNoBarrier(page, colorScheme)
    await page.goto('/my-bets')
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await expectNoBarrier(page, colorScheme)
  })
}

const account = [
  ...['/deposit', '/withdraw', '/bet-history', '/profile?tab=overview', '/profile?tab=limits'],
  ...['/profile?tab=statement', '/profile?tab=security', '/profile?tab=documents', '/profile?tab=preferences'],
]
for (const colorScheme of ['dark', 'light'] as const) {
  test(`in the ${colorScheme} theme axe finds nothing serious on the pages of an account`, async ({
    page,
    request,
    funded,
  }) => {
    test.setTimeout(120_000)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await ask(request, protection.setLimits, { deposit: { day: '500' } }, funded.token)
    await ask(request, protection.setLimits, { deposit: { day: '900' } }, funded.token)
    await enterAs(page, funded)
    for (const address of account) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).not.toHaveText('')
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await expectNoBarrier(page, colorScheme)
    }
    await page.goto('/deposit')
    await page.getByLabel('Amount in shillings').fill('50')
    await page.getByRole('button', { name: 'Send M-Pesa prompt for KSh 50' }).click()
    await expect(page.getByRole('timer')).toBeVisible()
    await expectNoBarrier(page, colorScheme)
    await page.goto('/profile?tab=limits')
    await page.getByRole('button', { name: '24 hours' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoBarrier(page, colorScheme)
  })
}

const readable = [
  { name: '320 px wide', width: 320, size: '100%' },
  { name: 'with text twice as large', width: 360, size: '200%' },
]
for (const { name, width, size } of readable) {
  test(`${name}, no page scrolls sideways`, async ({ page, request, funded }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 740 })
    await page.addInitScript((fontSize) => {
      addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = fontSize))
    }, size)
    await enterAs(page, funded)
    const match = await newMatch(request)
    const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
    await placeBet(request, funded, '50.00', [pick])
    await pickHome(page, match, '100')
    await expectNoSidewaysScroll(page)
    const own = [`/match/${match.id}`, '/betslip-slip', '/my-bets', '/how-to-play', ...account]
    for (const address of [...own, ...forEverybody]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).not.toHaveText('')
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await test.step(address, () => expectNoSidewaysScroll(page))
    }
  })
}

type Stop = { name: string; strip: string | null; ring: boolean; seen: boolean }

/** The focused element: whether it is visible and uncovered, and its price strip. */
function stopNow(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const at = document.activeElement
    if (!(at instanceof HTMLElement) || at === document.body) return null
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at)
    const { left, top, width, height } = at.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return {
      name: (at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 40) || at.outerHTML.slice(0, 80),
      strip: at.closest('.odds')?.getAttribute('aria-label') ?? null,
      ring: (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none',
      seen: hit !== null && (at.contains(hit) || hit.contains(at)),
    }
  })
}

async function walk(page: Page, steps: number): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press('Tab')
    const stop = await stopNow(page)
    if (!stop) break
    expect(stop, `the focus at step ${step} of ${page.url()}`).toMatchObject({ ring: true, seen: true })
    stops.push(stop)
  }
  return stops
}

test('keyboard focus moves through home, match, slip and login, always visible, with one tab stop a price strip', async ({
  page,
  request,
}) => {
  const [match] = [await newMatch(request), await newMatch(request)]
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  const home = await walk(page, 40)
  expect(home[0]?.name).toBe('Skip to content')
  const strips = home.flatMap(({ strip }) => strip ?? [])
  expect(strips.length).toBeGreaterThan(0)
  expect(new Set(strips).size).toBe(strips.length)

  await page.goto(`/match/${match.id}`)
  await expect(resultOf(page).home).toBeVisible()
  const inMatch = (await walk(page, 50)).flatMap(({ strip }) => strip ?? [])
  expect(new Set(inMatch).size).toBe(inMatch.length)
  await resultOf(page).home.focus()
  await page.keyboard.press('ArrowRight')
  await expect(resultOf(page).draw).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(resultOf(page).away).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/betslip-slip')
  await expect(page.getByLabel('Stake', { exact: false }).first()).toBeVisible()
  expect((await walk(page, 30)).map(({ name }) => name).join('\n')).toContain('Remove')
  await page.goto('/login')
  await expect(page.getByLabel('Phone number')).toBeVisible()
  expect((await walk(page, 30)).length).toBeGreaterThan(4)
})

test('Esc closes the slip and the search and returns the focus', async ({ page, request }) => {
  await page.goto(`/match/${(await newMatch(request)).id}`)
  const search = page.getByRole('button', { name: /^Search/ }).first()
  await search.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { includeHidden: true })).toHaveCount(0)
  await expect(search).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')

  await resultOf(page).home.click()
  const slip = await openSlip(page)
  await expect(slip.getByLabel(/^Stake/).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('b')
  await expect(slip.locator(':focus')).toHaveCount(1)
})
