import { placeBet } from './support/api.ts'
import { newMatch } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

test.use({ colorScheme: 'dark' })

test(
  'a printed list is black on white: game id, time, teams, prices with tick boxes, age limit and help line, nothing else',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const start_time = new Date(Date.now() + 240_000).toISOString()
    const match = await newMatch(request, { start_time })
    await page.goto('/?when=upcoming&sort=time')
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: match.home })
    await expect(row).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(row).toContainText(match.away)
    await expect(row).toContainText(/\d{4,5} · /)
    const box = await row
      .locator('.odd')
      .first()
      .evaluate((odd) => getComputedStyle(odd, '::after').content)
    expect(box).toContain('☐')
    const paper = await row.evaluate((element) => [
      getComputedStyle(element).backgroundColor,
      getComputedStyle(element).color,
    ])
    expect(paper).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
    await expect(page.getByText(/^18\+/)).toBeVisible()
    await expect(page.getByText('Free help: ', { exact: false })).toBeVisible()
    for (const hidden of [
      page.getByRole('navigation'),
      page.getByRole('banner'),
      page.getByRole('complementary'),
      page.getByRole('combobox'),
      page.getByRole('button', { name: /^Follow/ }),
    ])
      await expect(hidden.filter({ visible: true })).toHaveCount(0)
  },
)

test(
  'a printed match shows its markets, a printed bet shows its receipt, both in light colours and without the bars of the app',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, funded }) => {
    const match = await newMatch(request)
    const picks = [{ match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }]
    const { bet } = await placeBet(request, funded, '50.00', picks)
    await enterAs(page, funded)
    for (const [address, heading] of [
      [`/match/${match.id}`, match.home],
      [`/my-bets?bet=${bet.bet_id}`, `#${bet.bet_id}`],
    ] as const) {
      await page.emulateMedia({ media: 'screen' })
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)')
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0)
      await expect(page.getByText(/^18\+/)).toBeVisible()
    }
  },
)

test(
  'the tables of the statement and of content pages are printed, and form fields are not',
  { tag: '@long' },
  async ({ page, funded }) => {
    await enterAs(page, funded)
    for (const [address, cell] of [
      ['/profile?tab=statement', 'Test money'],
      ['/how-to-play', 'You get'],
    ] as const) {
      await page.emulateMedia({ media: 'screen' })
      await page.goto(address)
      const row = page.getByRole('row').filter({ hasText: cell }).first()
      await expect(row).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(row).toBeVisible()
      await expect(page.locator('#content input').filter({ visible: true })).toHaveCount(0)
    }
  },
)
