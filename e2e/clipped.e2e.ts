import { newPool } from './support/jackpot.ts'
import { waitUntilSettled } from './support/settled.ts'
import { enterAs, expect, test } from './support/test.ts'

test(
  'the tab of the profile that is open stays in sight when the language changes',
  { tag: '@long' },
  async ({ page, bettor }) => {
    await enterAs(page, bettor)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/profile?tab=preferences')
    await page.getByLabel('Language').selectOption('sw')
    const tab = page.getByRole('link', { name: 'Mapendeleo' })
    await expect(tab).toBeInViewport({ ratio: 1 })
  },
)

test('the minimum age at the end of a page covers no text', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/how-to-play')
  const age = page.locator('main footer p b')
  await expect(age).toBeVisible()
  const { box, line } = await age.evaluate((element) => ({
    box: element.getBoundingClientRect().height,
    line: Number.parseFloat(getComputedStyle(element).lineHeight),
  }))
  expect(box).toBeLessThanOrEqual(line)
})

test(
  'all parts of the profile are in sight on a desktop, where a mouse does not scroll sideways',
  { tag: ['@desktop', '@long'] },
  async ({ page, bettor }) => {
    await enterAs(page, bettor)
    await page.goto('/profile')
    const parts = page.getByRole('navigation', { name: 'Parts of the profile' }).getByRole('link')
    await expect(parts).toHaveCount(9)
    for (const part of await parts.all()) await expect(part).toBeInViewport({ ratio: 1 })
  },
)

test(
  'on a desktop with text twice as large no name of a game, a team of the league or a pick of the jackpot is broken',
  { tag: ['@desktop', '@long'] },
  async ({ page, request }) => {
    await newPool(request, 'With long names')
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')),
    )
    for (const address of ['/casino', '/jackpot', '/nare-league']) {
      await page.goto(address)
      await waitUntilSettled(page)
      const broken = await page.getByRole('main').evaluate((main) => {
        const range = document.createRange()
        return [...main.querySelectorAll('li b, li em')].flatMap((name) => {
          const [text] = name.childNodes
          if (!(text instanceof Text) || !name.checkVisibility()) return []
          return [...text.data.matchAll(/\p{L}{3,}/gu)].flatMap(({ 0: word, index }) => {
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            return range.getClientRects().length > 1 ? [word] : []
          })
        })
      })
      expect.soft(broken, address).toEqual([])
    }
  },
)
