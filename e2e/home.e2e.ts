import { protection } from '@nare/contract/protection'
import { ask } from './support/api.ts'
import { ownAppTest } from './support/own-app.ts'
import { newMatch } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

/**
 * What a first visit to home loads without a tap, in bytes of script on the wire. scripts/budget.mjs weighs the files of the first page and of each
 * part, not which parts home asks for: a part that reads a module of another one may bring its group of files along.
 */
const homeScriptMax = 122_000

test(
  'from 1600 px on a row of 48 px has twelve prices in one line, with headings above them',
  { tag: ['@desktop', '@long'] },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    const match = await newMatch(request, { start_time: new Date(Date.now() + 120_000).toISOString() })
    await page.goto('/')
    const hero = page.getByRole('region').filter({ has: page.getByRole('group', { name: /^Biggest match/ }) })
    await expect(hero.locator('b svg')).toHaveCount(2)
    // Its prices have their own ground, also on a first visit, where the styles of the front page come last.
    await expect(hero.locator('button').first()).toHaveCSS('background-color', 'rgb(69, 58, 128)')
    // Long names end inside their card.
    await hero
      .locator('b span')
      .first()
      .evaluate((name) => (name.textContent = 'Techiman Eleven Wonders of Techiman'))
    const cards = hero.locator('..').locator('section > a')
    const over = () => cards.evaluateAll((all) => all.filter((card) => card.scrollWidth > card.clientWidth).length)
    expect(await over()).toBe(0)
    // So do captions, with an ellipsis, which a flex box does not draw.
    const captions = hero.locator('button > small')
    expect(await captions.evaluateAll((all) => all.map((one) => getComputedStyle(one).display))).toEqual(
      Array(3).fill('block'),
    )
    await page.goto('/?when=upcoming')
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: match.home })
    await row.scrollIntoViewIfNeeded()
    await expect(row.getByRole('button')).toHaveCount(12)
    const cells = await row.getByRole('button').evaluateAll((all) =>
      all.map((cell) => {
        const { top, left, right } = cell.getBoundingClientRect()
        return { top, left, right, isClipped: cell.scrollWidth > cell.clientWidth }
      }),
    )
    expect(new Set(cells.map(({ top }) => top)).size).toBe(1)
    expect(cells.filter(({ isClipped }) => isClipped)).toEqual([])
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(49)
    const section = page.locator('main section', { hasText: match.home }).last()
    const names = section.locator('[aria-hidden=true] i:not(:empty)')
    // The further ones come with their own file.
    await expect(names).toHaveCount(12)
    const heads = await names.evaluateAll((all) => all.map((head) => head.getBoundingClientRect()))
    for (const [at, { left, right }] of heads.entries()) {
      const middle = (left + right) / 2
      expect(middle).toBeGreaterThan(cells[at]?.left ?? Infinity)
      expect(middle).toBeLessThan(cells[at]?.right ?? 0)
    }
  },
)

test('a first visit to home loads no more script than its budget', async ({ page, request }) => {
  await newMatch(request)
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name: name.replace(/.*\/|-[\w-]{8}\.js$/g, ''), bytes: encodedBodySize })),
  )
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
  expect(bytes, JSON.stringify(scripts)).toBeLessThanOrEqual(homeScriptMax)
})

ownAppTest(
  'each league has one heading on a list, and a match of another day has its weekday',
  { tag: '@long' },
  async ({ page, request }) => {
    const competition_name = `Cup of ${Date.now()}`
    const days = [1, 4].map((count) => new Date(Date.now() + count * 86_400_000).toISOString())
    for (const start_time of days) await newMatch(request, { competition_name, start_time })
    await page.goto(`/?when=upcoming`)
    const heading = page.getByRole('main').getByRole('heading', { level: 2 }).filter({ hasText: competition_name })
    await expect(heading).toHaveCount(1)
    await expect(heading).toContainText('Tomorrow')
    const rows = page.locator('main section', { hasText: competition_name }).getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.last()).toContainText(/(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d\d:\d\d/)
  },
)

for (const [name, size] of [
  ['held sideways', { width: 740, height: 360 }],
  ['of a desktop at 200 %', { width: 640, height: 400 }],
] as const) {
  test(`on a screen ${name} a row of prices is in sight on home`, { tag: '@long' }, async ({ page, request }) => {
    await page.setViewportSize(size)
    await newMatch(request)
    await page.goto('/')
    const cell = page.getByRole('main').getByRole('listitem').first().getByRole('button').first()
    await expect(cell).toBeVisible()
    await expect
      .poll(async () => {
        const box = await cell.boundingBox()
        const bar = await page.getByRole('navigation').last().boundingBox()
        return (box?.y ?? 999) + (box?.height ?? 0) <= (bar?.y ?? 0)
      })
      .toBe(true)
  })
}

test('during a break home keeps its day filters', { tag: '@long' }, async ({ page, request, bettor }) => {
  await ask(request, protection.selfExclude, { period: '24h' }, bettor.token)
  await enterAs(page, bettor)
  await page.goto('/')
  await expect(page.getByText(/^Your break ends/)).toBeVisible()
  const today = page.getByRole('main').getByRole('button', { name: 'Today', exact: true })
  await today.click()
  await expect(page).toHaveURL(/[?&]when=today/)
  await expect(today).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('main').getByRole('button', { name: 'Tomorrow', exact: true }).click()
  await expect(page).toHaveURL(/[?&](when|date)=/)
})
