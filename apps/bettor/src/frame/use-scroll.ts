import { useEffect, useRef } from 'react'

let back = false
addEventListener('popstate', () => (back = true))

/** Scrolls a new page to its top; after Back or Forward the browser restores the position. */
export function useScrollOnNavigation(path: string): void {
  const before = useRef(path)
  useEffect(() => {
    if (before.current !== path && !back) scrollTo(0, 0)
    back = false
    before.current = path
  }, [path])
}
