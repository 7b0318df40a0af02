import type { Page } from '@playwright/test'
import { enterAs, expect, test } from './support/test.ts'

/** Fields and choices whose text is wider than their room, and names that are cut off, on the current page. */
const clippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const ruler = document.createElement('canvas').getContext('2d')
    const widthOf = (text: string, font: string): number => {
      if (ruler) ruler.font = font
      return ruler?.measureText(text).width ?? 0
    }
    const arrow = 18
    const isOver = (field: HTMLInputElement | HTMLSelectElement): boolean => {
      const { paddingLeft, paddingRight, font } = getComputedStyle(field)
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      if (field instanceof HTMLSelectElement)
        return widthOf(field.selectedOptions[0]?.text ?? '', font) > room - arrow + 1
      return field.value === ''
        ? widthOf(field.placeholder, getComputedStyle(field, '::placeholder').font) > room + 1
        : widthOf(field.value, font) > room + 1 ||
            Number.parseFloat(getComputedStyle(field).fontSize) > field.clientHeight
    }
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('main :is(input, select)')]
    const names = [...document.querySelectorAll('main tbody th')].filter(
      (name) => name.scrollWidth > name.clientWidth + 1,
    )
    return [
      ...fields
        .filter((field) => field.checkVisibility() && !/range|checkbox|radio/.test(field.type) && isOver(field))
        .map((field) =>
          field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : field.placeholder,
        ),
      ...names.map((name) => name.textContent),
    ]
  })

for (const { name, locale, size } of [
  { name: 'in Swahili', locale: 'sw', size: '100%' },
  { name: 'in English with text twice as large', locale: 'en', size: '200%' },
]) {
  test(`no field, choice or name is cut off ${name}`, async ({ page, funded }) => {
    await enterAs(page, funded)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.addInitScript(
      ([language, fontSize]) => {
        localStorage.setItem('bettor:locale', JSON.stringify({ value: language, created: Date.now(), ttl: 9e12 }))
        addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = fontSize ?? ''))
      },
      [locale, size],
    )
    for (const address of ['/casino', '/nare-games/crash', '/standing', '/fpl']) {
      await page.goto(address)
      await expect(page.locator('main :is(input, table, select)').first()).toBeVisible()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      expect.soft(await clippedTexts(page), address).toEqual([])
    }
  })
}

test('the tab of the profile that is open stays in sight when the language changes', async ({ page, bettor }) => {
  await enterAs(page, bettor)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/profile?tab=preferences')
  await page.getByLabel('Language').selectOption('sw')
  const tab = page.getByRole('link', { name: 'Mapendeleo' })
  await expect(tab).toBeInViewport({ ratio: 1 })
})

test('the minimum age at the end of a page covers no text', async ({ page }) => {
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
