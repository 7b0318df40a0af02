import { randomUUID } from 'node:crypto'
import { catalog } from '@nare/contract/catalog'
import { protection } from '@nare/contract/protection'
import type { Page } from '@playwright/test'
import { ask, placeBet } from './support/api.ts'
import { newMatch } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

test(
  'each page has one search control: the box, or the icon where the box is hidden',
  { tag: ['@layout', '@long'] },
  async ({ page }) => {
    const ways = page.getByRole('button', { name: /^Search/ }).filter({ visible: true })
    for (const address of ['/', '/competition', '/how-to-play', '/my-bets', '/profile']) {
      await page.goto(address)
      await expect(page.getByRole('heading').first()).toBeAttached()
      await expect(ways).toHaveCount(1)
    }
  },
)

test(
  'the bottom navigation links only to available products, and not to the slip, which has a bar',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/')
    const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(places.first()).toHaveText('Home')
    await expect(places.last()).toHaveText('My bets')
    await expect(places.filter({ hasText: 'Slip' })).toHaveCount(0)
  },
)

test('guests find language, theme, data saver and a field for a booking code in the menu', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  for (const name of ['Theme', 'Data saver']) await expect(menu.getByLabel(name)).toBeVisible()
  await expect(menu.getByText(/This session: 0\.\d*[1-9]\d* MB/)).toBeVisible()
  await menu.getByLabel('Language').selectOption('sw')
  await expect(page.getByRole('dialog', { name: 'Menyu' })).toBeVisible()
  await page.getByRole('dialog').getByLabel('Lugha').selectOption('en')
  await menu.getByLabel('Booking code').fill('k7p-2qx')
  await menu.getByRole('button', { name: 'Use booking code' }).click()
  await expect(page).toHaveURL(/\/b\/K7P2QX$/)
  await page.goBack()
  await expect(page).toHaveURL(/:\d+\/$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test(
  'the header of a desktop shows the number of open bets',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, funded }) => {
    const match = await newMatch(request)
    const picks = [{ match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }]
    await placeBet(request, funded, '50.00', picks)
    await enterAs(page, funded)
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'My bets 1' })).toBeVisible()
  },
)

test(
  'the left column is icons with names from 1000 px and lists leagues from 1200 px',
  { tag: ['@desktop', '@long'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 800 })
    await page.goto('/')
    const column = page.getByRole('navigation', { name: 'Sports and leagues' })
    await expect(column.getByRole('link', { name: /^Soccer/ })).toBeVisible()
    expect((await column.boundingBox())?.width).toBeLessThanOrEqual(72)
    await expect(column.getByRole('heading', { name: 'Top leagues' })).toBeHidden()
    await page.setViewportSize({ width: 1920, height: 1080 })
    await expect(column.getByRole('heading', { name: 'Top leagues' })).toBeVisible()
    const slip = await page.getByRole('complementary', { name: 'Slip' }).boundingBox()
    expect((slip?.x ?? 0) + (slip?.width ?? 0) - ((await column.boundingBox())?.x ?? 0)).toBe(1760)
  },
)

test('focus rings of the bars and sheets are whole', { tag: ['@layout', '@long'] }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible()
  expect(await clippedRings(page, 'header a, header button, nav[aria-label="Main"] a')).toEqual([])
  await page.getByRole('button', { name: 'Menu' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByLabel('Theme')).toBeVisible()
  // The sheet has finished its opening animation.
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  expect(await clippedRings(page, 'dialog a, dialog button, dialog select')).toEqual([])
})

/** The names of the controls whose focus ring reaches beyond the window or beyond an ancestor that clips. */
async function clippedRings(page: Page, controls: string): Promise<string[]> {
  await page.keyboard.press('Tab')
  return page.evaluate((selector) => {
    const clips = (element: Element): boolean => /auto|hidden|scroll|clip/.test(getComputedStyle(element).overflow)
    return [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        control.focus({ focusVisible: true } as FocusOptions)
        control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        const { outlineOffset, outlineWidth } = getComputedStyle(control)
        const out = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
        const box = control.getBoundingClientRect()
        const bounds = [new DOMRect(0, 0, innerWidth, innerHeight)]
        for (let at = control.parentElement; at && at !== document.body; at = at.parentElement)
          if (clips(at)) bounds.push(at.getBoundingClientRect())
        return bounds.some(
          ({ left, right, top, bottom }) =>
            box.left - out < left - 0.5 ||
            box.right + out > right + 0.5 ||
            box.top - out < top - 0.5 ||
            box.bottom + out > bottom + 0.5,
        )
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '')
  }, controls)
}

test(
  'a break is shown above the header of every page, with its end and year, even before the first response',
  { tag: '@long' },
  async ({ page, request, bettor }) => {
    const { until } = await ask(request, protection.selfExclude, { period: '24h' }, bettor.token)
    await enterAs(page, bettor)
    const banner = page.getByRole('link', { name: /^Your break ends on (?:\w+ )?\d+ \w+ \d{4},? \d\d:\d\d$/ })
    for (const address of ['/', '/deposit', '/how-to-play', '/sports', '/nare-games']) {
      await page.goto(address)
      await expect(banner).toBeVisible()
      expect(await banner.boundingBox()).toMatchObject({ y: 0, height: 40 })
    }
    await expect(banner).toContainText(until.slice(0, 4))
    await page.route('**/v1/protection', (route) => route.abort())
    await page.goto('/')
    await expect(banner).toBeVisible()
    const bar = await page.getByRole('banner').boundingBox()
    expect(bar?.y).toBe(40)
    await expect(page.getByRole('button', { name: 'Dismiss' })).toBeHidden()
  },
)

test('without a connection the end of a page is above the notice', { tag: '@long' }, async ({ page, request }) => {
  const match = await newMatch(request)
  let sockets = 0
  await page.routeWebSocket(/\/v1\/live/, (socket) => {
    if (sockets++ > 0) void socket.close()
    else socket.onMessage(() => void socket.close())
  })
  await page.goto(`/match/${match.id}`)
  const notice = page.getByText('Live paused. Prices may be old')
  await expect(notice).toBeVisible()
  const foot = page.getByRole('main').getByRole('button').last()
  // The end of a page moves down until all its parts are there.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const [below, above] = [await foot.boundingBox(), await notice.boundingBox()]
    expect((below?.y ?? Infinity) + (below?.height ?? 0)).toBeLessThanOrEqual(above?.y ?? 0)
  }).toPass()
  await page.goto('/nare-games/dice')
  await expect(notice).toBeVisible()
  const button = await page.getByRole('button', { name: /^(Bet|Play|Roll|Log in)/ }).boundingBox()
  const pill = await notice.boundingBox()
  expect((pill?.y ?? Infinity) + (pill?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
})

test('My bets has no tab for jackpots while they are closed', { tag: '@long' }, async ({ page, bettor }) => {
  await enterAs(page, bettor)
  const tabs = page.getByRole('group', { name: 'Which bets' }).getByRole('button')
  await page.goto('/my-bets')
  await expect(tabs).toHaveText(['Open', 'Settled', 'League', 'Jackpot', 'Games'])
  await page.route('**/v1/bet/settings', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    body.message.features.jackpot = false
    await route.fulfill({ response: answer, json: body })
  })
  await page.evaluate(() => localStorage.removeItem('bettor:settings'))
  await page.reload()
  await expect(tabs).toHaveText(['Open', 'Settled', 'League', 'Games'])
})

test('a content page that fails to load still shows its title', { tag: '@long' }, async ({ page }) => {
  await page.route('**/v1/pages/**', (route) => route.abort())
  await page.goto('/privacy-policy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('the promotion line is dismissed by its button and stays hidden', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  const line = page.getByRole('main').getByRole('link', { name: /Boost|Jackpots|Nare league|How to play/ })
  await expect(line.first()).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('group', { name: 'When' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
})

test(
  'rows have the same height in Swahili and in English',
  { tag: ['@layout', '@long'] },
  async ({ page, request }) => {
    const day = 86_400_000
    const toSaturday = (6 - new Date().getUTCDay() + 7) % 7 || 7
    const noon = new Date(Math.floor(Date.now() / day) * day + toSaturday * day + day / 2)
    const competition_name = `Ligi ${randomUUID().slice(0, 6)}`
    const match = await newMatch(request, { start_time: noon.toISOString(), competition_name })
    const { data } = await ask(request, catalog.match, { match_id: match.id })
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: match.home })
    const heights: (number | undefined)[] = []
    for (const locale of ['en', 'sw']) {
      await page.goto('/how-to-play')
      await page.evaluate((value) => {
        localStorage.setItem('bettor:locale', JSON.stringify({ value, created: Date.now(), ttl: 86_400_000 }))
      }, locale)
      await page.goto(`/competition/${data.competition_id}`)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await expect(row).toBeVisible()
      heights.push((await row.boundingBox())?.height)
    }
    expect(heights[1]).toBe(heights[0])
  },
)

test('the sports of the left column stay the same after more lists are loaded', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  const column = page.getByRole('navigation', { name: 'Sports and leagues' })
  const soccer = column.getByRole('link', { name: /^Soccer/ })
  await expect(soccer).toBeVisible()
  await expect(column.getByRole('heading')).toHaveText(['Matches', 'Top leagues', 'Sports', 'Virtual football'])
  for (let id = 1; id <= 45; id++) {
    const read = page.waitForResponse((answer) => answer.url().includes(`competition_id=${id}&`))
    await page.evaluate((address) => history.pushState({}, '', address), `/competition/${id}`)
    await read
  }
  await expect(soccer).toBeVisible()
})

test('lists and matches that fail to load show an error in Swahili too', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('bettor:locale', JSON.stringify({ value: 'sw', created: Date.now(), ttl: 86_400_000 }))
  })
  for (const address of ['/?when=today', '/competition', '/competition/1', '/match/10000001']) {
    await page.route(/\/v1\/(match|matches|sports)\b/, (route) => route.abort())
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Hakuna mtandao. Tafadhali jaribu tena')
  }
})
