/** The country's offset from UTC, which the fields of dates are in. */
const offset = '+03:00'

/** A date and time of a field, in the country's time, as a moment; undefined while it is not whole. */
export function momentOf(text: string): string | undefined {
  const atMs = Date.parse(`${text.slice(0, 16)}:00${offset}`)
  return Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString()
}
