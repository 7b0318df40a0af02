/** The hours of the day, from one to the other, in which only what is urgent comes; the same hour twice is none. */
export type QuietHours = { readonly from: number; readonly until: number }

const hourS = 3600

/** The seconds until quiet hours end at a moment of the day, given as seconds since midnight; 0 outside of them. */
export function quietLeftS(quiet: QuietHours | null, secondOfDay: number): number {
  if (!quiet || quiet.from === quiet.until) return 0
  const [from, until] = [quiet.from * hourS, quiet.until * hourS]
  const isQuiet = from < until ? secondOfDay >= from && secondOfDay < until : secondOfDay >= from || secondOfDay < until
  if (!isQuiet) return 0
  return until > secondOfDay ? until - secondOfDay : until + 24 * hourS - secondOfDay
}

/** The seconds since midnight of a moment in a time zone. */
export function secondOfDayIn(timeZone: string, at: Date): number {
  const text = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' }).format(at)
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return hours * hourS + minutes * 60 + seconds
}
