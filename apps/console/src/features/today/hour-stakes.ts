import { centsOf, textOf } from '../../parts/cents.ts'
import { secondsText, shortDayText } from '../../parts/format.ts'
import type { Today } from './queues.ts'

type Shown = { readonly part: 'hour' | 'day'; readonly isNow: boolean }

export type HourRow = {
  readonly begins: string
  /** "16:00" or "Sun 22", in the country's time. */
  readonly name: string
  /** Undefined for a part to come. */
  readonly today: string | undefined
  readonly before: string
  /** Whether it has not ended. */
  readonly isRunning: boolean
}

/** The stakes of all products in each part of a span, and in the same part a week before. `isNow`: the last part that has begun is not over. */
export function hoursOf({ money, hours }: Pick<Today, 'money' | 'hours'>, { part, isNow }: Shown): readonly HourRow[] {
  const begun = Math.max(0, ...money.map(({ by_hour }) => by_hour.length))
  return hours.map(({ begins, last_week }, at) => ({
    begins,
    name: part === 'hour' ? secondsText(Date.parse(begins)).slice(0, 5) : shortDayText(begins),
    today: at < begun ? textOf(money.reduce((sum, { by_hour }) => sum + centsOf(by_hour[at] ?? '0'), 0n)) : undefined,
    before: last_week,
    isRunning: at === begun - 1 && isNow,
  }))
}
