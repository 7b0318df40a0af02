/** The text of a minute: "45+2'", or "45'" without injury time. */
export const minuteText = (minute: number, added?: number): string => (added ? `${minute}+${added}'` : `${minute}'`)

type Clock = {
  minute: number
  added?: number | undefined
  clock_at?: string | null | undefined
  suspended?: string | undefined
}

const minuteMs = 60_000
/** How many minutes the screen advances without a message of the feed. */
const advancedMinutesMax = 3

/**
 * The minute at `nowMs`: the last reported minute, advanced by at most three minutes; in injury time the added minutes advance. While
 * the feed is silent, the minute does not advance.
 */
export function minuteAt({ minute, added, clock_at, suspended }: Clock, nowMs: number): string {
  const elapsed = clock_at ? Math.floor((nowMs - Date.parse(clock_at)) / minuteMs) : 0
  const advanced = suspended === 'silent_feed' ? 0 : Math.min(advancedMinutesMax, Math.max(0, elapsed))
  return added ? minuteText(minute, added + advanced) : minuteText(minute + advanced)
}
