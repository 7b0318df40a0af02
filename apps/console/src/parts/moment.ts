import { atLocalMs } from '@nare/ui/format'

/** A date and time of a field, in the country's time, as a moment; undefined while it is not whole. */
export function momentOf(text: string): string | undefined {
  const shownMs = Date.parse(`${text.slice(0, 16)}:00Z`)
  return Number.isNaN(shownMs) ? undefined : new Date(atLocalMs(shownMs)).toISOString()
}
