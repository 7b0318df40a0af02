export type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
export const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const
export type Step = (typeof arrows)[number] | 'Home' | 'End'

/**
 * The index of the cell that a key leads to from `from`, by what is seen: left and right stay within a row of the screen, also across two
 * markets beside each other, and Home and End go to the ends of that row; up and down go to the nearest row, and in it to the nearest cell.
 * Undefined at an edge.
 */
export function nextCell(from: Box, cells: readonly Box[], step: Step): number | undefined {
  const isAcross = step !== 'ArrowUp' && step !== 'ArrowDown'
  const isBack = step === 'ArrowLeft' || step === 'ArrowUp' || step === 'Home'
  const sign = step === 'Home' || step === 'End' ? -1 : 1
  let best: { index: number; distance: number } | undefined
  for (const [index, cell] of cells.entries()) {
    const across = gap(from.left, from.right, cell.left, cell.right)
    const down = gap(from.top, from.bottom, cell.top, cell.bottom)
    const ahead = isAcross ? across : down
    // A cell beside the way costs three times its distance: the one straight ahead comes first, of two such the more central one.
    const aside = isAcross ? down : across
    if (isBack ? ahead >= 0 : ahead <= 0) continue
    if (isAcross && aside !== 0) continue
    const centres = isAcross ? 0 : Math.abs(cell.left + cell.right - from.left - from.right) / 1000
    const distance = sign * Math.abs(ahead) + 3 * Math.abs(aside) + centres
    if (!best || distance < best.distance) best = { index, distance }
  }
  return best?.index
}

/** The signed gap from one range to another; 0 if they overlap by more than a rounding. */
function gap(from: number, to: number, start: number, end: number): number {
  if (start >= to - 1) return Math.max(1, start - to + 1)
  return end <= from + 1 ? Math.min(-1, end - from - 1) : 0
}

/**
 * Moves the focus from the focused price to the next one in a direction. The price becomes the tab stop of its row, which is its list
 * row or its strip.
 */
export function moveFocus(step: Step): void {
  const from = document.activeElement
  const page = from?.closest('main, dialog, aside')
  if (!from || !page) return
  const cells = [...page.querySelectorAll<HTMLElement>('button.odd')].filter(
    (cell) => cell !== from && cell.getClientRects().length > 0,
  )
  const next = nextCell(
    from.getBoundingClientRect(),
    cells.map((cell) => cell.getBoundingClientRect()),
    step,
  )
  const cell = next === undefined ? undefined : cells[next]
  if (!cell) return scrollOn(step)
  const row = cell.closest('li:has(.odds)') ?? cell.closest('.odds')
  for (const other of row?.querySelectorAll<HTMLElement>('button.odd') ?? []) other.tabIndex = other === cell ? 0 : -1
  cell.focus()
}

const scrollStep = 80

/** Scrolls as the key does elsewhere, where no price is left in its direction. */
function scrollOn(step: Step): void {
  if (step === 'ArrowUp' || step === 'ArrowDown') scrollBy(0, step === 'ArrowUp' ? -scrollStep : scrollStep)
}
