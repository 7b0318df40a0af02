import { useEffect, useRef } from 'react'

let back = false
addEventListener('popstate', () => (back = true))

/** A new page begins at its top; going back keeps the place that the browser restores. */
export function useScrollOnMove(path: string): void {
  const before = useRef(path)
  useEffect(() => {
    if (before.current !== path && !back) scrollTo(0, 0)
    back = false
    before.current = path
  }, [path])
}
