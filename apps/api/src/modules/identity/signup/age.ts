/** The age in completed years of a person born on `birth`, both days as YYYY-MM-DD. A person born on 29 February turns a year older on 1 March. */
export function ageOn({ birth, today }: { birth: string; today: string }): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4))
  return today.slice(5) < birth.slice(5) ? years - 1 : years
}

/** The calendar day of a moment in a time zone, as YYYY-MM-DD. */
export function dayIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
}
