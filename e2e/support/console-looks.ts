import type { Page } from '@playwright/test'

/**
 * What of a page of the console is cut off: what is wider than the window, fields and buttons whose text is longer than they are, and texts that
 * are cut without a sign or whose whole text is nowhere.
 */
export const clippedIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const named = (what: string, element: Element): string =>
      `${what}: ${element.tagName.toLowerCase()} ${(element.textContent || element.getAttribute('placeholder') || '').trim().slice(0, 60)}`
    const all = [...document.querySelectorAll('body *')].filter(
      (element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('svg'),
    )
    const isUnseen = (element: Element): boolean => {
      const { clipPath, position } = getComputedStyle(element)
      return position === 'absolute' && clipPath !== 'none'
    }
    const isWithinWider = (element: Element): boolean => {
      for (let at = element.parentElement; at; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible' && at.scrollWidth > at.clientWidth) return true
      return false
    }
    const wide = all.filter((element) => {
      const { right, width: own } = element.getBoundingClientRect()
      return (
        own > 0 && right > width + 1 && !isWithinWider(element) && !isUnseen(element) && element.children.length === 0
      )
    })
    const cut = all.filter((element) => {
      if (isUnseen(element) || element.closest('.unseen')) return false
      const style = getComputedStyle(element)
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!hasText || style.overflowX === 'visible') return false
      if (element.scrollWidth <= element.clientWidth + 1) return false
      return !(
        style.textOverflow === 'ellipsis' ||
        style.webkitLineClamp !== 'none' ||
        /auto|scroll/.test(style.overflowX)
      )
    })
    const buttons = all
      .filter((element) => element.matches('button, a, th, [role=tab]'))
      .filter((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element)
        return (
          overflowX === 'visible' &&
          textOverflow !== 'ellipsis' &&
          element.scrollWidth > element.clientWidth + 2 &&
          element.clientWidth > 0
        )
      })
    const ruler = document.createElement('canvas').getContext('2d')
    const fields = all.filter((element) => {
      if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) return false
      if (/checkbox|radio|date|file/.test(element.type)) return false
      const style = getComputedStyle(element)
      if (ruler) ruler.font = style.font
      const text =
        element instanceof HTMLSelectElement
          ? (element.selectedOptions[0]?.text ?? '')
          : element.value || element.placeholder
      const arrow = element instanceof HTMLSelectElement ? 18 : 0
      const room =
        element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight) - arrow
      if (style.textOverflow === 'ellipsis' && element.value === '') return false
      return (ruler?.measureText(text).width ?? 0) > room + 1
    })
    // A column that the others have squeezed away.
    const narrow = all.filter(
      (element) =>
        element.matches('th, td') && element.clientWidth < 60 && element.scrollWidth > element.clientWidth + 1,
    )
    // A number that is cut reads as another one.
    const numbers = all.filter(
      (element) => element.matches('td[data-end]') && element.scrollWidth > element.clientWidth,
    )
    const unfilled = [...document.querySelectorAll('[role=grid]')].filter((table) => {
      const heads = [...table.querySelectorAll('thead th')].filter((head) => head.checkVisibility())
      const ends = heads.map((head) => head.getBoundingClientRect().right)
      return heads.length > 0 && Math.max(...ends) < table.getBoundingClientRect().right - 4
    })
    return [
      ...unfilled.map((element) => named('an empty column', element)),
      ...numbers.map((element) => named('a cut number', element)),
      ...narrow.map((element) => named('too narrow', element)),
      ...wide.map((element) => named('wider than the window', element)),
      ...cut.map((element) => named('cut off', element)),
      ...buttons.map((element) => named('longer than its place', element)),
      ...fields.map((element) => named('field', element)),
    ]
  })
