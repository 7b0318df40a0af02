import { useState, type KeyboardEvent } from 'react'

/**
 * One tab stop for a grid of buttons: the arrow keys, Home and End move the focus within it. `rowLength` is the number of buttons in a
 * row.
 */
export function useRoving({ count, rowLength }: { count: number; rowLength: number }) {
  const [current, setCurrent] = useState(0)
  const steps: Readonly<Record<string, number | undefined>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -rowLength,
    ArrowDown: rowLength,
    Home: -count,
    End: count,
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const by = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined
    if (by === undefined) return
    event.preventDefault()
    const next = nextOf(current, by, count)
    setCurrent(next)
    event.currentTarget.querySelectorAll<HTMLElement>('[data-roving]')[next]?.focus()
  }
  const item = (at: number) => ({
    'data-roving': true,
    tabIndex: at === current ? 0 : -1,
    onFocus: () => setCurrent(at),
  })
  return { onKeyDown, item }
}

/** The index after a step. A step by a row that would leave the grid has no effect; other steps stop at the ends. */
export function nextOf(current: number, by: number, count: number): number {
  const next = current + by
  if (next >= 0 && next < count) return next
  if (Math.abs(by) >= count || Math.abs(by) === 1) return by < 0 ? 0 : count - 1
  return current
}
