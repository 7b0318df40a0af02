import { useLayoutEffect } from 'react'

let loading = 0

function mark(more: 1 | -1): void {
  loading += more
  document.documentElement.toggleAttribute('data-loading', loading > 0)
}

/** Keeps back what stands below the page while this part of it loads: it would jump when the part is there. */
export function useBusy(busy = true): void {
  useLayoutEffect(() => {
    if (!busy) return
    mark(1)
    return () => mark(-1)
  }, [busy])
}

/** A part of the page that is not there yet and takes no place of its own. */
export function Busy() {
  useBusy()
  return <i hidden aria-busy="true" />
}
