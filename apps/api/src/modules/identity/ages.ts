import { dayIn } from '#country/country'
import type { Clock } from '#platform/clock'

/** The age in completed years of a person born on `birth`, both days as YYYY-MM-DD. A person born on 29 February turns a year older on 1 March. */
export function ageOn({ birth, today }: { birth: string; today: string }): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4))
  return today.slice(5) < birth.slice(5) ? years - 1 : years
}

/** Ages today, and the least age that the rules of today ask for. */
export type Ages = {
  readonly least: () => number
  /** The age today of a person born on a day, as YYYY-MM-DD. */
  readonly of: (birth: string) => number
}

export const openAges = (deps: { clock: Clock; timeZone: string; least: () => number }): Ages => ({
  least: deps.least,
  of: (birth) => ageOn({ birth, today: dayIn(deps.timeZone, deps.clock.date()) }),
})

/** Whether a person born on a day may have an account today. */
export const isOfAge = (ages: Ages, birth: string): boolean => ages.of(birth) >= ages.least()
