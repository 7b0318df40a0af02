import { useLayoutEffect } from 'react'

let loading = 0

function changeCount(by: 1 | -1): void {
  loading += by
  document.documentElement.toggleAttribute('data-loading', loading > 0)
}

/** Hides the content below the page while a part of the page loads, because it would shift when the part appears. */
export function useBusy(busy = true): void {
  useLayoutEffect(() => {
    if (!busy) return
    changeCount(1)
    return () => changeCount(-1)
  }, [busy])
}

/** A hidden element for a part of the page that is still loading. */
export function Busy() {
  useBusy()
  return <i hidden aria-busy="true" />
}
