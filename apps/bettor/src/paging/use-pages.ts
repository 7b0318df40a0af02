import { useState } from 'react'

const pagesMax = 50

/** The fields that this file adds to the state of a history entry: page counts by list. */
type Entry = { pages?: Readonly<Record<string, number>> }

/** The page count of a list in the state of a history entry; 1 if there is none. */
export function pagesIn(state: unknown, list: string): number {
  const pages = isObject(state) ? (state as Entry).pages : undefined
  const count = isObject(pages) ? pages[list] : undefined
  return typeof count === 'number' && Number.isInteger(count) ? Math.min(Math.max(count, 1), pagesMax) : 1
}

/** The state of a history entry with a new page count of one list; everything else stays. */
export function withPages(state: unknown, list: string, count: number): object {
  const before = isObject(state) ? state : {}
  const pages = isObject((before as Entry).pages) ? (before as Entry).pages : {}
  return { ...before, pages: { ...pages, [list]: count } }
}

/**
 * The page count of a list; `list` is its name with its filter. The count is stored in the history entry, so Back and reload
 * show as many pages as before, and a newly opened list shows one.
 */
export function usePages(list: string): { pages: number; more: () => void } {
  const [shown, setShown] = useState(() => ({ list, pages: pagesIn(history.state, list) }))
  const current = shown.list === list ? shown : { list, pages: pagesIn(history.state, list) }
  if (current !== shown) setShown(current)
  const more = (): void => {
    const pages = Math.min(current.pages + 1, pagesMax)
    setShown({ list, pages })
    history.replaceState(withPages(history.state, list, pages), '')
  }
  return { pages: current.pages, more }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
