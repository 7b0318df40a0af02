import type { Page, WebSocketRoute } from '@playwright/test'
import { driveMatch, finishMatch } from './support/api.ts'
import { isWide, newMatch, resultOf } from './support/slip.ts'
import { watchShifts } from './support/shifts.ts'
import { expect, test } from './support/test.ts'

/** A connection to the live server that the test can cut and restore. */
async function controlConnection(page: Page): Promise<{ cut: () => Promise<void>; restore: () => void }> {
  const open = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/\/v1\/live/, (socket) => {
    if (isCut) return void socket.close()
    open.add(socket)
    socket.connectToServer()
  })
  return {
    async cut() {
      isCut = true
      for (const socket of open) await socket.close()
      open.clear()
    },
    restore: () => void (isCut = false),
  }
}

test(
  'a match page shows a withdrawn goal, a red card, a silent feed and a lost connection from kick-off to full time; nothing moves',
  { tag: '@desktop-long' },
  async ({ page, request }) => {
    const match = await newMatch(request, { start_time: new Date(Date.now() - 60_000).toISOString() })
    const drive = (change: Parameters<typeof driveMatch>[2]) => driveMatch(request, match.id, change)
    const network = await controlConnection(page)
    await drive({ state: 'live', minute: 1, score: '0:0', event: 'kick_off' })
    await page.goto(`/match/${match.id}`)
    await page.getByRole('button', { name: 'Timeline' }).click()
    const timeline = page.getByRole('list', { name: 'Timeline' })
    const row = (text: string) => timeline.getByRole('listitem').filter({ hasText: text })
    await expect(row('Kick-off')).toBeVisible()
    await expect(page.getByText('Others may see the match earlier')).toBeVisible()
    const shifted = await watchShifts(page)

    await drive({ minute: 12, event: 'goal', side: 'home', player: 'Otieno', event_id: 'first' })
    await expect(row('Otieno')).toContainText('1–0')
    await expect(page.getByText('Betting paused: goal')).toBeVisible()
    await drive({ take_back: 'first', score: '0:0' })
    await expect(row('Otieno').locator('s')).toHaveText('Goal')
    await expect(row('Otieno')).toContainText('Goal taken back')
    await expect(page.getByLabel('Score 0 to 0')).toBeVisible()
    await drive({ suspend: false })
    await expect(page.getByText('Others may see the match earlier')).toBeVisible()

    await drive({ minute: 45, added: 2, event: 'red_card', side: 'away', event_id: 'red' })
    await expect(row('Red card')).toContainText("45+2'")
    await expect(timeline.getByRole('listitem').first()).toContainText('Red card')
    await expect(timeline.getByRole('listitem').last()).toContainText('Kick-off')
    const statistics = page.getByRole('table', { name: 'Statistics' })
    await expect(statistics.getByRole('row', { name: /Red cards/ })).toHaveText(/0\s*Red cards\s*1/)
    await expect(statistics.getByRole('row', { name: /Yellow cards/ })).toHaveText(/–\s*Yellow cards\s*–/)
    await expect(statistics.getByRole('row', { name: /Corners/ })).toHaveText(/–\s*Corners\s*–/)
    await drive({ suspend: false, silent: 600 })
    await expect(page.getByText('Betting paused: waiting for live data')).toBeVisible()
    await drive({ silent: 0 })
    await expect(page.getByText('Others may see the match earlier')).toBeVisible()

    await network.cut()
    await expect(page.getByText('Live paused. Prices may be old')).toBeVisible()
    await drive({ minute: 60, event: 'goal', side: 'away', player: 'Barasa', event_id: 'second' })
    network.restore()
    await expect(row('Barasa')).toContainText('0–1')
    await expect(page.getByLabel('Score 0 to 1')).toBeVisible()
    expect(await shifted()).toBe('')

    await finishMatch(request, match.id, { halfTime: '0:0', fullTime: '0:1', goals: ['away'] })
    await expect(page.getByText('What won')).toBeVisible()
    await expect(row('Barasa')).toBeVisible()
  },
)

test(
  'a row of the live list shows red cards, injury time and, for some seconds, the last event, and nothing moves',
  { tag: ['@layout', '@long'] },
  async ({ page, request }) => {
    const match = await newMatch(request, { start_time: new Date(Date.now() - 60_000).toISOString() })
    const drive = (change: Parameters<typeof driveMatch>[2]) => driveMatch(request, match.id, change)
    await drive({ state: 'live', minute: 44, score: '0:0' })
    await page.goto('/?when=live')
    const row = page.getByRole('listitem').filter({ hasText: match.home })
    await row.scrollIntoViewIfNeeded()
    await drive({ minute: 45, suspend: false })
    await expect(row).toContainText("45'")
    const shifted = await watchShifts(page)
    await drive({ minute: 45, added: 2, event: 'red_card', side: 'home', event_id: 'red' })
    await expect(row.getByText('1 red card')).toBeAttached()
    await expect(row).toContainText("45+2'")
    await expect(row.getByText(/^RED CARD/)).toBeVisible()
    await drive({ minute: 62, event: 'goal', side: 'away', event_id: 'goal', score: '0:1' })
    await expect(row.getByText(/^GOAL 62'/)).toBeVisible()
    await expect(row.locator('[data-goal]')).toHaveText('1')
    expect(await shifted()).toBe('')
    await drive({ suspend: false, silent: 600 })
    await expect(row.getByText('Paused')).toBeVisible()
    await drive({ silent: 0 })
    await expect(row.getByText('Paused')).toBeHidden()
    await expect(row.getByText(/^GOAL 62'/)).toBeHidden({ timeout: 20_000 })
  },
)

test('the next goal of a row follows the score', { tag: '@long' }, async ({ page, request }) => {
  const match = await newMatch(request, { start_time: new Date(Date.now() - 60_000).toISOString() })
  await driveMatch(request, match.id, { state: 'live', minute: 10, score: '0:0' })
  await page.goto('/?when=live')
  await page.getByRole('group', { name: 'Market' }).getByRole('button', { name: 'Next goal' }).click()
  const strip = page.getByRole('group', { name: `Next goal 1, ${match.home} v ${match.away}` })
  await strip.scrollIntoViewIfNeeded()
  await expect(strip.getByRole('button')).toHaveCount(3)
  await driveMatch(request, match.id, { minute: 11, score: '1:0' })
  await driveMatch(request, match.id, { suspend: false })
  const next = page.getByRole('group', { name: `Next goal 2, ${match.home} v ${match.away}` })
  await expect(next.getByRole('button')).toHaveCount(3)
})

test(
  'a goal of a followed match shows a notice on every page, even on a busy day, if the bettor has switched it on',
  { tag: '@long' },
  async ({ page, request }) => {
    // A hundred simulated live matches fill the first page.
    await page.route(/\/v1\/matches\?.*when=live.*limit=100/, async (route) => {
      const address = new URL(route.request().url())
      if (!address.searchParams.has('after'))
        return route.fulfill({ json: { data: [], meta: { page: 1, limit: 100, total: 101, next: 'second' } } })
      address.searchParams.delete('after')
      address.searchParams.set('page', '1')
      return route.fulfill({ response: await route.fetch({ url: address.href }) })
    })
    const match = await newMatch(request, { start_time: new Date(Date.now() - 60_000).toISOString() })
    await driveMatch(request, match.id, { state: 'live', minute: 10, score: '0:0' })
    await page.goto(`/match/${match.id}`)
    await page.getByRole('button', { name: `Follow ${match.home}` }).click()
    await page.goto('/competition')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByLabel('Goals of teams you follow').selectOption('notice')
    await page.keyboard.press('Escape')
    // The watch loads in the background: goals are repeated until one is announced.
    const notice = page.getByRole('status').getByText(`Goal for ${match.home}`)
    let goals = 0
    await expect(async () => {
      goals++
      await driveMatch(request, match.id, { minute: 10 + goals, score: `${goals}:0` })
      await expect(notice).toBeVisible({ timeout: 5000 })
      await page.getByRole('button', { name: 'View' }).click({ timeout: 3000 })
    }).toPass({ timeout: 60_000 })
    await expect(page).toHaveURL(new RegExp(`/match/${match.id}`))
    await expect(resultOf(page).home).toBeVisible()
  },
)

/** Counts the tones that a page plays, without an audio device. */
const countTones = (page: Page) =>
  page.addInitScript(() => {
    const played = { tones: 0 }
    const node = { connect: (to: unknown) => to, gain: { setTargetAtTime: () => undefined } }
    class Context {
      currentTime = 0
      destination = {}
      resume = () => Promise.resolve()
    }
    class Tone {
      connect = () => node
      start = () => void played.tones++
      stop = () => undefined
    }
    class Gain {
      connect = node.connect
      gain = node.gain
    }
    Object.assign(globalThis, { AudioContext: Context, OscillatorNode: Tone, GainNode: Gain, played })
  })

test(
  'a goal of a followed match plays its two notes once, and none by default or when the goal is withdrawn',
  { tag: '@long' },
  async ({ page, request }) => {
    const match = await newMatch(request, { start_time: new Date(Date.now() - 60_000).toISOString() })
    await driveMatch(request, match.id, { state: 'live', minute: 10, score: '0:0' })
    await countTones(page)
    const tones = () => page.evaluate(() => (globalThis as unknown as { played: { tones: number } }).played.tones)
    await page.goto(`/match/${match.id}`)
    await page.getByRole('button', { name: `Follow ${match.home}` }).click()
    await driveMatch(request, match.id, { minute: 11, event: 'goal', side: 'home', event_id: 'first' })
    await expect(page.getByLabel('Score 1 to 0')).toBeVisible()
    expect(await tones()).toBe(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    const choice = page.getByLabel('Goals of teams you follow')
    await expect(choice).toHaveValue('off')
    await choice.selectOption('sound')
    await page.keyboard.press('Escape')
    // The watch loads in the background: goals are scored until one plays its sound.
    let goals = 1
    await expect(async () => {
      goals++
      await driveMatch(request, match.id, { minute: 10 + goals, score: `${goals}:0` })
      await expect.poll(tones, { timeout: 5000 }).toBeGreaterThan(0)
    }).toPass({ timeout: 60_000 })
    expect(await tones()).toBe(2)
    await driveMatch(request, match.id, { take_back: 'first', score: `${goals - 1}:0` })
    await expect(page.getByLabel(`Score ${goals - 1} to 0`)).toBeVisible()
    await driveMatch(request, match.id, { score: `${goals - 2}:1` })
    await expect(page.getByLabel(`Score ${goals - 2} to 1`)).toBeVisible()
    expect(await tones()).toBe(2)
  },
)

test(
  'results of a sport are listed by day and competition, and the league has a separate results page',
  { tag: ['@layout', '@long'] },
  async ({ page, request }) => {
    const match = await newMatch(request, { start_time: new Date(Date.now() - 1000).toISOString() })
    await driveMatch(request, match.id, { state: 'live', minute: 80, score: '2:1' })
    await finishMatch(request, match.id, { halfTime: '1:1', fullTime: '2:1', goals: ['away', 'home', 'home'] })
    await page.goto('/competition')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Results' }).click()
    await expect(page).toHaveURL('/results?sport=79')
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: match.home })
    await expect(row).toContainText('2–1')
    await expect(row).toContainText('Half-time 1–1')
    await expect(row).toContainText('0–1, 1–1, 2–1')
    if (!isWide(page)) {
      const large = await page.addStyleTag({ content: 'html { font-size: 200% }' })
      const tops = await row
        .locator('span, b')
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top))
      expect(tops.slice(0, 3)).toEqual(tops.slice(0, 3).toSorted((a, b) => a - b))
      expect(new Set(tops.slice(0, 3)).size).toBe(3)
      await large.evaluate((style) => (style as Element).remove())
    }
    const days = page.getByRole('group', { name: 'Day' }).getByRole('button')
    await expect(days).toHaveText(['Today', 'Yesterday', ...Array<RegExp>(5).fill(/^[A-Z][a-z]{2}$/)])
    await days.filter({ hasText: 'Yesterday' }).click()
    await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d/)
    await expect(row).toHaveCount(0)
    await page.goto('/results')
    await expect(page.getByRole('navigation', { name: 'Nare league' })).toBeVisible()
  },
)
