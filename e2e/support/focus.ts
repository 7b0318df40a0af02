import { expect, type Page } from '@playwright/test'

export type Stop = { name: string; strip: string | null; ring: boolean; coveredBy: string | null }

/** The focused element: its name, its price strip, whether it or the label around it shows a focus ring, and what covers its centre. */
function focusedNow(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const at = document.activeElement
    if (!(at instanceof HTMLElement) || at === document.body) return null
    const isOutlined = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
    }
    const label = at.closest('label')
    const { left, top, width, height } = at.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    const isSeen = hit !== null && (at.contains(hit) || hit.contains(at))
    return {
      name: (at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 40) || at.outerHTML.slice(0, 80),
      strip: at.closest('.odds')?.getAttribute('aria-label') ?? null,
      ring: isOutlined(at) || (label !== null && isOutlined(label)) || getComputedStyle(at).boxShadow !== 'none',
      coveredBy: isSeen ? null : (hit?.outerHTML.slice(0, 120) ?? `outside the window at ${top}`),
    }
  })
}

/** Moves the focus by `key` up to `steps` times; each focused element must show a ring and be uncovered. Returns the elements. */
export async function walk(page: Page, steps: number, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press(key)
    const stop = await focusedNow(page)
    if (!stop) break
    expect.soft(stop, `${key} ${step} on ${page.url()}`).toMatchObject({ ring: true, coveredBy: null })
    stops.push(stop)
  }
  return stops
}
