import { newMatch, resultOf } from './support/slip.ts'
import { expect, test } from './support/test.ts'

const total = 120

test('a part that cannot be loaded shows an error in its place, the rest of the page stays, and a retry loads it', async ({
  page,
  request,
}) => {
  const match = await newMatch(request)
  const chunk = /\/assets\/slip-bar-[^/]*\.js/
  await page.route(chunk, (route) => route.abort())
  await page.goto(`/match/${match.id}`)
  await resultOf(page).home.click()
  await expect(page.getByText('This part could not be loaded.')).toBeVisible()
  await expect(resultOf(page).home).toHaveAttribute('aria-pressed', 'true')
  await page.unroute(chunk)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: /1 pick/ })).toBeVisible()
  await expect(page.getByText('This part could not be loaded.')).toBeHidden()
})

test(
  'Back restores the loaded pages of a list, and a newly opened list shows one page',
  { tag: '@long' },
  async ({ page, request }) => {
    const match = await newMatch(request)
    await page.route(/\/v1\/matches\?/, async (route) => {
      const number = Number(new URL(route.request().url()).searchParams.get('page') ?? '1')
      const { data } = await (await request.get(`/v1/match/${match.id}`)).json()
      const rows = Array.from({ length: 50 }, (_, at) => ({
        ...data,
        match_id: String(90_000_000 + number * 100 + at),
        odds: [],
      }))
      await route.fulfill({ json: { data: rows, meta: { page: number, limit: 50, total, next: `page-${number}` } } })
    })
    await page.goto('/')
    const rows = page.getByRole('main').getByRole('listitem')
    const more = page.getByRole('button', { name: /Load more/ })
    // The rows beyond the first screen are rendered a moment later.
    await expect(rows).toHaveCount(50)
    await more.click()
    await expect(rows).toHaveCount(100)
    await rows.first().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/match\//)
    await page.goBack()
    await expect(rows).toHaveCount(100)
    await page.goto('/?when=upcoming')
    await expect(rows).toHaveCount(50)
  },
)

test(
  'a sheet that leaves the page returns the focus to the control that opened it',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/competition')
    const box = page.getByRole('button', { name: /Search teams/ })
    await box.click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: /Soccer/ }).click()
    await expect(page).toHaveURL(/sport_id=79/)
    await expect(sheet).toBeHidden()
    await expect(box).toBeFocused()
  },
)
