import { randomUUID } from 'node:crypto'
import { catalog } from '@nare/contract/catalog'
import { ask } from './support/api.ts'
import { newMatch } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

test(
  'each page has one search control: the box, or the icon where the box is hidden',
  { tag: '@layout' },
  async ({ page }) => {
    const ways = page.getByRole('button', { name: /^Search/ }).filter({ visible: true })
    for (const address of ['/', '/competition', '/how-to-play', '/my-bets', '/profile']) {
      await page.goto(address)
      await expect(page.getByRole('heading').first()).toBeAttached()
      await expect(ways).toHaveCount(1)
    }
  },
)

test('closed products have no tab: no jackpot in My bets', async ({ page, bettor }) => {
  await enterAs(page, bettor)
  await page.goto('/my-bets')
  const tabs = page.getByRole('group', { name: 'Which bets' }).getByRole('button')
  await expect(tabs).toHaveText(['Open', 'Settled'])
})

test('a content page that fails to load still shows its title', async ({ page }) => {
  await page.route('**/v1/pages/**', (route) => route.abort())
  await page.goto('/privacy-policy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('the promotion line is dismissed by its button and stays hidden', async ({ page }) => {
  await page.goto('/')
  const line = page.getByRole('main').getByRole('link', { name: /Boost|Jackpots|Nare league|How to play/ })
  await expect(line.first()).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('group', { name: 'When' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
})

test('rows are as low in Swahili as in English', { tag: '@layout' }, async ({ page, request }) => {
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
})

test('data of the frame stays, however much is loaded after it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  const soccer = page.getByRole('navigation', { name: 'Sports and leagues' }).getByRole('link', { name: /^Soccer/ })
  await expect(soccer).toBeVisible()
  for (let id = 1; id <= 45; id++) {
    const read = page.waitForResponse((answer) => answer.url().includes(`competition_id=${id}&`))
    await page.evaluate((address) => history.pushState({}, '', address), `/competition/${id}`)
    await read
  }
  await expect(soccer).toBeVisible()
})

test('lists and matches that fail to load show it in Swahili too', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('bettor:locale', JSON.stringify({ value: 'sw', created: Date.now(), ttl: 86_400_000 }))
  })
  for (const address of ['/?when=today', '/competition', '/competition/1', '/match/10000001']) {
    await page.route(/\/v1\/(match|matches|sports)\b/, (route) => route.abort())
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Hakuna mtandao. Tafadhali jaribu tena')
  }
})
