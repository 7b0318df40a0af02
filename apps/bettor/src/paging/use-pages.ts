import { useState } from 'react'

const pagesMax = 50

/** The pages of the lists of a history entry, by the name of the list. */
type Entry = { pages?: Readonly<Record<string, number>> }

/** How many pages of a list the history entry shows; a new entry shows one. */
export function pagesIn(state: unknown, list: string): number {
  const pages = isObject(state) ? (state as Entry).pages : undefined
  const count = isObject(pages) ? pages[list] : undefined
  return typeof count === 'number' && Number.isInteger(count) ? Math.min(Math.max(count, 1), pagesMax) : 1
}

/** The state of a history entry with the pages of a list; those of other lists and foreign fields stay. */
export function withPages(state: unknown, list: string, count: number): object {
  const before = isObject(state) ? state : {}
  const pages = isObject((before as Entry).pages) ? (before as Entry).pages : {}
  return { ...before, pages: { ...pages, [list]: count } }
}

/**
 * How many pages of a list are shown. `list` names it with its filter. The number belongs to the history entry: Back and
 * reload show as many pages as before, and a newly opened list shows one.
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
