import { useEffect, useRef } from 'react'

let isHistoryMove = false
let shownPath = location.pathname
/** Back within a page, such as closing a sheet or undoing a filter, is no navigation. */
addEventListener('popstate', () => (isHistoryMove = location.pathname !== shownPath))

/** Scrolls a new page to its top; after Back or Forward the browser restores the position. */
export function useScrollOnNavigation(path: string): void {
  const before = useRef(path)
  useEffect(() => {
    if (before.current !== path && !isHistoryMove) scrollTo(0, 0)
    isHistoryMove = false
    shownPath = location.pathname
    before.current = path
  }, [path])
}
