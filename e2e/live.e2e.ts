import type { WebSocketRoute } from '@playwright/test'
import { createMatch, driveMatch } from './support/api.ts'
import { ownAppTest } from './support/own-app.ts'
import { newLiveMatch, resultOf } from './support/slip.ts'
import { watchShifts } from './support/shifts.ts'
import { expect, passUntil, test } from './support/test.ts'

test(
  'a live match shows its score, minute and prices as they change, without layout shifts',
  { tag: '@desktop-long' },
  async ({ page, request }) => {
    const match = await newLiveMatch(request)
    await page.goto(`/match/${match.id}`)
    const { home, away } = resultOf(page)
    const clock = page.locator('main header span[aria-hidden=true]').filter({ hasText: /^3\d'$/ })
    await expect(page.getByLabel('Score 0 to 0')).toBeVisible()
    await expect(clock).toHaveText("30'")
    await expect(home).toHaveAccessibleName(/^Simba \w+ 2\.10/)

    const shifted = await watchShifts(page)
    await driveMatch(request, match.id, { odds: { '1': { home_team: '12.50', draw: '9.00', away_team: '1.05' } } })
    await expect(home).toHaveAccessibleName(/^Simba \w+ 12\.50/)
    await expect(home).toHaveAttribute('data-move', 'up')
    await expect(away).toHaveAttribute('data-move', 'down')
    await driveMatch(request, match.id, { minute: 34, score: '1:0', event: 'goal' })
    await expect(page.getByLabel('Score 1 to 0')).toBeVisible()
    await expect(clock).toHaveText("34'")
    expect(await shifted()).toBe('')
  },
)

ownAppTest(
  'the live list updates score, minute and prices without moving a row',
  { tag: '@desktop-long' },
  async ({ page, request }) => {
    const match = await newLiveMatch(request)
    await page.goto('/?when=live')
    const row = page.getByRole('listitem').filter({ hasText: match.home })
    const price = row.getByRole('button', { name: match.home })
    await expect(price).toHaveAccessibleName(`${match.home}, 2.10`)

    const shifted = await watchShifts(page)
    await driveMatch(request, match.id, { minute: 36, score: '2:1' })
    await expect(row).toContainText("36'")
    await driveMatch(request, match.id, { suspend: false, odds: { '1': { home_team: '10.75', away_team: '1.04' } } })
    await expect(price).toHaveAccessibleName(`${match.home}, 10.75`)
    expect(await shifted()).toBe('')
  },
)

test('a price change updates only its own cell', { tag: '@long' }, async ({ page, request }) => {
  const match = await newLiveMatch(request)
  await page.goto('/?when=live')
  const row = page.getByRole('listitem').filter({ hasText: match.home })
  const price = row.getByRole('button', { name: match.home })
  await row.scrollIntoViewIfNeeded()
  // The row is subscribed once it shows a live price.
  await driveMatch(request, match.id, { odds: { '1': { home_team: '2.20' } } })
  await expect(price).toHaveAccessibleName(`${match.home}, 2.20`)

  await row.evaluate((element) => {
    const { dataset } = document.documentElement
    const drawn = new Set<Element | null>()
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        drawn.add((target instanceof Element ? target : target.parentElement)?.closest('.odd') ?? null)
      }
      dataset['drawn'] = String(drawn.size)
    }).observe(element, { subtree: true, childList: true, characterData: true, attributes: true })
  })
  await driveMatch(request, match.id, { odds: { '1': { home_team: '2.30' } } })
  await expect(price).toHaveAccessibleName(`${match.home}, 2.30`)
  expect(await page.evaluate(() => document.documentElement.dataset['drawn'])).toBe('1')
})

test(
  'a match that goes live is offered by a button and enters the list only after a tap',
  { tag: '@long' },
  async ({ page, request }) => {
    const first = await newLiveMatch(request)
    await page.goto('/?when=live')
    await expect(page.getByRole('listitem').filter({ hasText: first.home })).toBeVisible()
    const shifted = await watchShifts(page)
    const second = await newLiveMatch(request)
    const offered = page.getByRole('button', { name: /^Show \d+ new match/ })
    await expect(offered).toBeVisible()
    await expect(page.getByText(second.home)).toHaveCount(0)
    expect(await shifted()).toBe('')
    await offered.click()
    await expect(page.getByText(second.home)).toBeVisible()
  },
)

test('a suspended price shows a lock, is announced as suspended, keeps its place, and cannot be picked', async ({
  page,
  request,
}) => {
  const match = await newLiveMatch(request)
  await page.goto(`/match/${match.id}`)
  const { home } = resultOf(page)
  await expect(home).toHaveAccessibleName(/^Simba \w+ 2\.10/)
  const before = await home.boundingBox()
  await driveMatch(request, match.id, { suspend: true })
  await expect(home).toHaveAttribute('aria-disabled', 'true')
  await expect(home).toHaveAccessibleName(/suspended$/)
  await expect(home.locator('svg')).toBeVisible()
  expect(await home.boundingBox()).toEqual(before)

  await home.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('This market is suspended for a moment')).toBeVisible()
  await expect(home).toHaveAttribute('aria-pressed', 'false')

  await driveMatch(request, match.id, { suspend: false })
  await expect(home).not.toHaveAttribute('aria-disabled')
  await home.click()
  await expect(home).toHaveAttribute('aria-pressed', 'true')
})

test('while the socket is dead or refused, prices are marked as old and polled, until a socket is alive again', async ({
  page,
  request,
}) => {
  const match = await newLiveMatch(request)
  let [refused, silent] = [false, false]
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/\/v1\/live/, (socket) => {
    // A server with too many sockets, or without its bus, responds like this.
    if (refused) return void socket.close({ code: 1013 })
    sockets.push(socket)
    const server = socket.connectToServer()
    socket.onMessage((sent) => silent || server.send(sent))
  })
  const polled: string[] = []
  page.on('request', (sent) => void (sent.url().includes('/v1/live/states') && polled.push(sent.url())))
  await page.clock.install()
  await page.goto('/?when=live')
  const row = page.getByRole('listitem').filter({ hasText: match.home })
  const notice = page.getByText('Live paused. Prices may be old')
  /** Advances the page's clock until it shows this price. */
  const shows = (odds: string) =>
    passUntil(page, row.getByRole('button', { name: `${match.home}, ${odds}`, exact: true }), 1000)
  const priced = (home_team: string) => driveMatch(request, match.id, { odds: { '1': { home_team } } })
  await row.scrollIntoViewIfNeeded()
  await priced('2.20')
  await shows('2.20')
  expect(polled).toEqual([])

  const price = row.getByRole('button', { name: new RegExp(`^${match.home}, `) }).locator('.price')
  const mark = () => price.evaluate((shown) => getComputedStyle(shown).textDecorationLine)
  /** Advances the page's clock until no price is marked as old. */
  const confirms = () =>
    expect(async () => {
      await page.clock.runFor(1000)
      await expect(notice).toBeHidden({ timeout: 100 })
    }).toPass({ intervals: [20] })
  await expect.poll(mark).toBe('none')
  silent = true
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.clock.runFor(500)
  await expect(notice).toBeVisible()
  await expect.poll(mark).toBe('underline')
  silent = false
  await confirms()
  await expect.poll(mark).toBe('none')

  refused = true
  await Promise.all(sockets.map((socket) => socket.close({ code: 1013 })))
  await expect(notice).toBeVisible()
  await priced('2.40')
  await shows('2.40')
  expect(polled.length).toBeGreaterThan(0)
  await expect(notice).toBeVisible()
  await expect.poll(mark).toBe('underline')

  refused = false
  await confirms()
  await expect.poll(mark).toBe('none')
  const before = polled.length
  await priced('2.60')
  await shows('2.60')
  expect(polled).toHaveLength(before)
})

test(
  'on a phone no word of a name is broken in a row of the live list',
  { tag: '@long' },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const teams = { home: 'Plateau United', away: 'Rangers International' }
    const id = await createMatch(request, teams, { start_time: new Date(Date.now() - 600_000).toISOString() })
    await driveMatch(request, id, { state: 'live', minute: 45, score: '0:0' })
    await page.goto('/?when=live')
    const name = page.locator(`main a[href="/match/${id}"]`).getByText(teams.away, { exact: true })
    await expect(name).toBeVisible()
    const lines = await name.evaluate(({ firstChild }) => {
      const range = document.createRange()
      range.setStart(firstChild ?? document, 'Rangers '.length)
      range.setEnd(firstChild ?? document, 'Rangers International'.length)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
  },
)
