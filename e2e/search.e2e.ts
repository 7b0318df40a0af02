import { randomUUID } from 'node:crypto'
import { betting } from '@nare/contract/betting'
import { catalog } from '@nare/contract/catalog'
import type { Page } from '@playwright/test'
import { ask, createMatch, driveMatch, placeBet } from './support/api.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

const openSearch = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .click()
  return page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox')
}

/** A unique team name of letters only, so that it can be mistyped. */
const newTeam = (): string =>
  `Z${[...randomUUID().replaceAll('-', '').slice(0, 9)].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('')}`

test('a team on the loaded list is found offline, with a typo too', async ({ page, context, request }) => {
  const team = newTeam()
  const start_time = new Date(Date.now() + 180_000).toISOString()
  const id = await createMatch(request, { home: team, away: 'Chui' }, { start_time })
  await page.goto('/?when=upcoming&sort=time')
  await expect(page.getByText(team)).toBeAttached()
  const box = await openSearch(page)
  await expect(page.getByRole('button', { name: /^Soccer/ }).last()).toBeVisible()
  await context.setOffline(true)
  await box.fill(`${team.slice(0, 4)}${team.slice(5)}`)
  await page.getByRole('button', { name: new RegExp(`^${team} v Chui`) }).click()
  await expect(page).toHaveURL(new RegExp(`/match/${id}$`))
})

test("one letter sends no request; the server finds a game id, a booking code and the bettor's bet", async ({
  page,
  request,
  funded,
}) => {
  const match_id = await createMatch(request, { home: newTeam(), away: 'Chui' })
  const { data } = await ask(request, catalog.match, { match_id })
  const picks = [{ match_id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }]
  const { code } = await ask(request, betting.share, { slip: picks })
  const { bet } = await placeBet(request, funded, '50.00', picks)
  await enterAs(page, funded)
  await page.clock.install()
  await page.goto('/how-to-play')
  const requests: string[] = []
  page.on('request', (each) => each.url().includes('/v1/search') && requests.push(each.url()))
  const box = await openSearch(page)
  await box.fill('Z')
  await page.clock.runFor(1000)
  await box.fill(data.game_id)
  await expect(page.getByRole('button', { name: new RegExp(`ID ${data.game_id}$`) })).toBeVisible()
  expect(requests.filter((url) => new URL(url).searchParams.get('q') === 'Z')).toEqual([])
  await expectNoSidewaysScroll(page)
  await box.fill(code.toLowerCase())
  await expect(page.getByRole('button', { name: new RegExp(`^${code}`) })).toBeVisible()
  await box.fill(bet.bet_id)
  await page.getByRole('button', { name: new RegExp(`^#${bet.bet_id}`) }).click()
  await expect(page).toHaveURL(new RegExp(`bet=${bet.bet_id}`))
})

test(
  'the arrow keys move through the results, and Back closes the search on the same page',
  { tag: '@long' },
  async ({ page, request }) => {
    const team = newTeam()
    for (const away of ['Chui', 'Duma']) await createMatch(request, { home: team, away })
    await page.goto('/')
    await page.goto('/how-to-play')
    const box = await openSearch(page)
    await box.fill(team)
    const results = page.getByRole('dialog', { name: 'Search' }).getByRole('button', { name: new RegExp(`^${team}`) })
    // The team itself, and its two matches.
    await expect(results).toHaveCount(3)
    await box.press('ArrowDown')
    await expect(results.first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(results.last()).toBeFocused()
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowUp')
    await expect(box).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/how-to-play$/)
    await page.goBack()
    await expect(page).toHaveURL(/:\d+\/$/)
  },
)

test(
  'the last five searches are offered, newest first; Enter opens the first result',
  { tag: '@long' },
  async ({ page, request }) => {
    const teams = Array.from({ length: 6 }, newTeam)
    for (const team of teams) await createMatch(request, { home: team, away: 'Chui' })
    for (const team of teams) {
      await page.goto('/how-to-play')
      const box = await openSearch(page)
      await box.fill(team)
      await expect(page.getByRole('button', { name: new RegExp(`^${team} v`) })).toBeVisible()
      await box.press('Enter')
      await expect(page).toHaveURL(new RegExp(`/competition\\?team=${team}`))
    }
    const box = await openSearch(page)
    const offered = page.getByRole('dialog', { name: 'Search' }).getByRole('button', { name: /^Z/ })
    await expect(offered).toHaveText(teams.slice(1).toReversed())
    await offered.first().click()
    await expect(box).toHaveValue(String(teams[5]))
  },
)

test(
  'a team is found as such, before teams whose name contains the text elsewhere, and leads to its matches; a live match is marked',
  { tag: '@long' },
  async ({ page, request }) => {
    const part = newTeam()
    const [team, other] = [`${part} Rovers`, `Old${part}`]
    await createMatch(request, { home: other, away: 'Duma' })
    const live = await createMatch(request, { home: 'Chui', away: team })
    await driveMatch(request, live, { state: 'live', minute: 10, score: '0:0' })
    await page.goto('/how-to-play')
    const box = await openSearch(page)
    await box.fill(part)
    const results = page.getByRole('dialog', { name: 'Search' }).getByRole('button', { name: new RegExp(part) })
    await expect(results).toHaveCount(4)
    await expect(results.nth(0)).toHaveText(new RegExp(`^${team}.*1 match$`))
    await expect(results.nth(1)).toHaveText(new RegExp(`^Chui v ${team}LIVE`))
    await results.nth(0).click()
    await expect(page.getByRole('heading', { level: 1, name: team })).toBeVisible()
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText("10'")
  },
)

test('beside a match of a team the name of its league is read whole', { tag: '@long' }, async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const team = newTeam()
  await createMatch(request, { home: team, away: 'Duma' }, { competition_name: 'CAF Champions League' })
  await page.goto(`/competition?team=${team}`)
  const note = page
    .getByRole('main')
    .getByRole('listitem')
    .getByText(/CAF Champions League$/)
  await expect(note).toBeVisible()
  expect(await note.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0)
})

test('a failed search is shown in Swahili too', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('bettor:locale', JSON.stringify({ value: 'sw', created: Date.now(), ttl: 86_400_000 }))
  })
  await page.route('**/v1/search?*', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('button', { name: /^Tafuta/ }).click()
  await page.getByRole('searchbox').fill('zzz')
  await expect(page.getByRole('alert')).toHaveText('Hakuna mtandao. Tafadhali jaribu tena')
})
