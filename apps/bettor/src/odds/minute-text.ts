/** "45+2'", or "45'" without injury time. */
export const minuteText = (minute: number, added?: number): string => (added ? `${minute}+${added}'` : `${minute}'`)

type Clock = {
  minute: number
  added?: number | undefined
  clock_at?: string | null | undefined
  suspended?: string | undefined
}

const minuteMs = 60_000
/** The longest time that a screen counts on by itself. */
const countedMax = 3

/**
 * The minute at `nowMs`: the last one, counted on by the screen for a few minutes; in injury time its minutes count on. The clock of a
 * match whose feed is silent stops.
 */
export function minuteAt({ minute, added, clock_at, suspended }: Clock, nowMs: number): string {
  const since = clock_at ? Math.floor((nowMs - Date.parse(clock_at)) / minuteMs) : 0
  const counted = suspended === 'silent_feed' ? 0 : Math.min(countedMax, Math.max(0, since))
  return added ? minuteText(minute, added + counted) : minuteText(minute + counted)
}
