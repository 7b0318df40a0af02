const name = 'nare:slip'
/** The bar of a slip loads with its first pick: what was asked for so long before is still wanted. */
const wantedMs = 5_000
let askedAt = -wantedMs

/** Shows the slip of a phone, also one whose bar has still to load. */
export function openSlip(): void {
  askedAt = performance.now()
  dispatchEvent(new Event(name))
}

/** Calls `open` at each `openSlip`, and at once if one came shortly before. */
export function onOpenSlip(open: () => void): () => void {
  const show = (): void => {
    askedAt = -wantedMs
    open()
  }
  if (performance.now() - askedAt < wantedMs) show()
  addEventListener(name, show)
  return () => removeEventListener(name, show)
}
