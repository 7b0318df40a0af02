import { useLayoutEffect } from 'react'

let loading = 0

function mark(more: 1 | -1): void {
  loading += more
  document.documentElement.toggleAttribute('data-loading', loading > 0)
}

/** Hides the content below the page while this part of it loads, since it would jump when the part appears. */
export function useBusy(busy = true): void {
  useLayoutEffect(() => {
    if (!busy) return
    mark(1)
    return () => mark(-1)
  }, [busy])
}

/** A part of the page that is still loading and takes no space. */
export function Busy() {
  useBusy()
  return <i hidden aria-busy="true" />
}
