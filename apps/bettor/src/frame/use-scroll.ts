import { useEffect, useRef } from 'react'

let back = false
let shown = location.pathname
/** Back within a page (a closed sheet, a filter) is no navigation. */
addEventListener('popstate', () => (back = location.pathname !== shown))

/** Scrolls a new page to its top; after Back or Forward the browser restores the position. */
export function useScrollOnNavigation(path: string): void {
  const before = useRef(path)
  useEffect(() => {
    if (before.current !== path && !back) scrollTo(0, 0)
    back = false
    shown = location.pathname
    before.current = path
  }, [path])
}
