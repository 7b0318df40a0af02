import type { Locator, Page } from '@playwright/test'
import { driveMatch } from './support/api.ts'
import { recordedLeague } from './support/league-answers.ts'
import { answerFrom } from './support/league-routes.ts'
import { isWide, newMatch } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

const rowOf = (page: Page, team: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: team })

test('a phone of 360x740 shows seven matches of two leagues to a bettor, under filters of at most 176 px', async ({
  page,
  request,
  funded,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await newMatch(request)
  await newMatch(request)
  await enterAs(page, funded)
  await page.goto('/')
  const first = page.getByRole('main').getByRole('listitem').first()
  await expect(first).toBeVisible()
  const [main, heading] = await Promise.all([
    page.getByRole('main').boundingBox(),
    page.getByRole('main').getByRole('heading', { level: 2 }).first().boundingBox(),
  ])
  expect((heading?.y ?? 999) - (main?.y ?? 0)).toBeLessThanOrEqual(176)
  const rows = page.getByRole('main').getByRole('listitem')
  const tops = [await first.boundingBox(), await rows.nth(1).boundingBox()].map((box) => box?.y ?? 0)
  expect((tops[1] ?? 0) - (tops[0] ?? 0)).toBeLessThanOrEqual(57)
  // The list of this test is shorter than the screen, so the test measures the space below the filters: it fits seven rows and two headings.
  const low = (await page.getByRole('navigation').last().boundingBox())?.y ?? 0
  expect(low - (heading?.y ?? 999)).toBeGreaterThanOrEqual(7 * 56 + 2 * 36)
})

test(
  'a guest sees the biggest match with its prices and one sentence, and a bettor sees the list immediately',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await newMatch(request)
    await page.goto('/')
    const card = page.getByRole('group', { name: /^Biggest match/ })
    await expect(card.getByRole('button')).toHaveCount(3)
    await expect(page.getByText(/paid to your phone/)).toBeVisible()
    await enterAs(page, funded)
    await page.reload()
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await expect(card).toHaveCount(0)
  },
)

for (const { name, size, width, tag } of [
  { name: 'with text twice as large', size: '200%', width: 360, tag: ['@desktop-long'] },
  { name: '320 px wide', size: '100%', width: 320, tag: ['@layout', '@long'] },
]) {
  test(`${name}, no price of a row is clipped and no name is covered`, { tag }, async ({ page, request, funded }) => {
    await enterAs(page, funded)
    if (!isWide(page)) await page.setViewportSize({ width, height: 740 })
    await page.addInitScript((fontSize) => {
      addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = fontSize))
    }, size)
    const match = await newMatch(request, { home_odd: '12.50', neutral_odd: '11.75', away_odd: '10.25' })
    await driveMatch(request, match.id, { state: 'live', minute: 30, score: '0:0' })
    await page.goto('/?when=live')
    const row = rowOf(page, match.home)
    await row.scrollIntoViewIfNeeded()
    await expect(row.getByRole('button').first()).toBeVisible()
    const faults = await row.evaluate((element) => {
      const text = (node: Element): DOMRect => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return range.getBoundingClientRect()
      }
      const cells = [...element.querySelectorAll('.odd')].filter((cell) => cell.checkVisibility())
      const clipped = cells.filter((cell) => {
        const price = cell.querySelector('.price > span')
        return price !== null && text(price).width > cell.getBoundingClientRect().width
      })
      const names = [...element.querySelectorAll('a b')].filter((each) => each.checkVisibility())
      const over = names.filter((each) => {
        const box = each.getBoundingClientRect()
        return cells.some((cell) => {
          const other = cell.getBoundingClientRect()
          return (
            box.right > other.left + 1 &&
            box.left < other.right - 1 &&
            box.bottom > other.top + 1 &&
            box.top < other.bottom - 1
          )
        })
      })
      return { cells: cells.length >= 3, clipped: clipped.length, over: over.length }
    })
    expect(faults).toEqual({ cells: true, clipped: 0, over: 0 })
    await expectNoSidewaysScroll(page)
  })
}

test('a wide list has seven prices a row, in three markets', { tag: '@desktop' }, async ({ page, request }) => {
  // Sorted by time, the match is first, however many matches other journeys created.
  const match = await newMatch(request, { start_time: new Date(Date.now() + 120_000).toISOString() })
  await page.goto('/?when=upcoming&sort=time')
  const row = rowOf(page, match.home)
  await row.scrollIntoViewIfNeeded()
  await expect(row.getByRole('group')).toHaveCount(3)
  await expect(row.getByRole('button')).toHaveCount(7)
  const tops = await row
    .getByRole('button')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
})

test(
  'the number next to a match counts the further markets on its page',
  { tag: '@long' },
  async ({ page, request }) => {
    // Sorted by time, the match is first, however many matches other journeys created.
    const match = await newMatch(request, { start_time: new Date(Date.now() + 120_000).toISOString() })
    await page.goto('/?when=upcoming&sort=time')
    const link = rowOf(page, match.home).getByRole('link')
    await expect(link).toContainText(/\+\d+ ›/)
    const further = Number(/\+(\d+)/.exec(await link.innerText())?.[1])
    await link.click()
    await expect(page.getByRole('button', { name: /^Markets \d+/ })).toHaveText(new RegExp(`^Markets ?${further + 1}$`))
  },
)

test(
  'the count of a live sport equals the number of rows, even if a market is not offered',
  { tag: '@long' },
  async ({ page, request }) => {
    const match = await newMatch(request)
    await driveMatch(request, match.id, { state: 'live', minute: 30, score: '0:0' })
    const rows = page.getByRole('main').getByRole('listitem')
    const soon = page.getByRole('region', { name: 'Starting soon' }).getByRole('listitem')
    const tab = page.getByRole('group', { name: 'Sport' }).getByRole('button', { name: /^Soccer/ })
    const listed = async () => (await rows.count()) - (await soon.count())
    // Other journeys start and finish matches in parallel. A row stays until the page is reloaded.
    await expect(async () => {
      await page.goto('/?when=live&sub_type_id=29')
      await expect(rowOf(page, match.home)).toBeAttached()
      await expect
        .poll(async () => (await tab.locator('small').innerText()) === `${await listed()}`, { timeout: 2000 })
        .toBe(true)
    }).toPass({ timeout: 30_000 })
  },
)

test(
  'while no match is live the next kick-offs are grouped by day, with their times in a column',
  { tag: '@long' },
  async ({ page, request }) => {
    const start_time = new Date(Date.now() + 86_400_000).toISOString()
    const match = await newMatch(request, { sport_id: '41', start_time })
    await page.goto('/?when=live&sport_id=41')
    const row = page.getByRole('region', { name: 'Tomorrow' }).getByRole('listitem').filter({ hasText: match.home })
    const [time, name] = [row.locator('time'), row.getByText(match.home, { exact: true })]
    await expect(time).toHaveText(/^\d\d:\d\d$/)
    const end = (await time.boundingBox()) ?? { x: 0, width: Infinity }
    expect(end.x + end.width).toBeLessThanOrEqual((await name.boundingBox())?.x ?? 0)
  },
)

test(
  'while no match is live, kick-offs that could not be loaded can be requested again',
  { tag: '@long' },
  async ({ page, request }) => {
    const start_time = new Date(Date.now() + 86_400_000).toISOString()
    const match = await newMatch(request, { sport_id: '41', start_time })
    let isBroken = true
    await page.route(/\/v1\/matches\?.*when=upcoming/, (route) => (isBroken ? route.abort() : route.continue()))
    await page.goto('/?when=live&sport_id=41')
    const retry = page.getByRole('main').getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()
    isBroken = false
    await retry.click()
    await expect(page.getByText(match.home)).toBeVisible()
  },
)

test('a goal inverts the colours of the changed score and shows GOAL', { tag: '@long' }, async ({ page, request }) => {
  const match = await newMatch(request)
  await driveMatch(request, match.id, { state: 'live', minute: 30, score: '0:0' })
  await page.goto('/?when=live')
  const row = rowOf(page, match.home)
  await row.scrollIntoViewIfNeeded()
  // The row is subscribed once it shows a live minute.
  await driveMatch(request, match.id, { minute: 31 })
  await expect(row).toContainText("31'")
  await expect(row.getByText('GOAL')).toHaveCount(0)
  await driveMatch(request, match.id, { minute: 32, score: '0:1', event: 'goal' })
  await expect(row.getByText('GOAL')).toBeVisible()
  await expect(row.locator('[data-goal]')).toHaveText('1')
})

test('the chosen day is kept in the URL', { tag: '@long' }, async ({ page, request }) => {
  await newMatch(request)
  await page.goto('/')
  const tomorrow = page.getByRole('group', { name: 'When' }).getByRole('button', { name: 'Tomorrow' })
  await tomorrow.click()
  await expect(page).toHaveURL(/\?date=\d{4}-\d\d-\d\d$/)
  await page.reload()
  await expect(tomorrow).toHaveAttribute('aria-pressed', 'true')
  const days = page.getByRole('main').getByRole('heading', { level: 2 })
  for (const text of await days.allTextContents()) expect(text).toContain('Tomorrow')
})

test('with text twice as large, names and prices of the league do not overlap', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'))
  })
  await page.routeWebSocket(/\/v1\/live/, () => {})
  await answerFrom(page, recordedLeague({ startMs: Date.now() }), () => Date.now())
  await page.goto('/nare-league')
  const row = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('.odd') })
    .first()
  await expect(row.locator('.odd .price')).toHaveText([/\d/, /\d/, /\d/])
  const faults = await row.evaluate((element) => {
    const boxes = [...element.querySelectorAll('b, .price > span')].map((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return range.getBoundingClientRect()
    })
    const overlap = (box: DOMRect, other: DOMRect) =>
      box.right > other.left + 1 &&
      box.left < other.right - 1 &&
      box.bottom > other.top + 1 &&
      box.top < other.bottom - 1
    return boxes.flatMap((box, at) => boxes.slice(at + 1).filter((other) => overlap(box, other))).length
  })
  expect(faults).toBe(0)
})
