import { longDayText } from '../../parts/format.ts'

export type Span = {
  readonly chip: string
  /** As in "Gross result today". */
  readonly when: string
  readonly part: 'hour' | 'day'
  /** Whether it has not ended. */
  readonly isNow: boolean
}

/** The spans of days whose money can be shown; the day itself is live. */
export const spans = {
  today: { chip: 'Today', when: 'today', part: 'hour', isNow: true },
  yesterday: { chip: 'Yesterday', when: 'yesterday', part: 'hour', isNow: false },
  week: { chip: '7 days', when: 'in 7 days', part: 'day', isNow: true },
} as const satisfies Readonly<Record<string, Span>>

export type SpanName = keyof typeof spans

/** The span that an address names; the day without one. */
export const spanOf = (text: string | undefined): SpanName => (text === 'yesterday' || text === 'week' ? text : 'today')

/** "Sunday 22 November, up to now, against a week ago at this time". */
export function aboutSpan(name: SpanName, nowMs: number): string {
  if (name === 'yesterday') return `${longDayText(nowMs - dayMs)}, the whole day, against a week before`
  if (name === 'today') return `${longDayText(nowMs)}, up to now, against a week ago at this time`
  return `${longDayText(nowMs - 6 * dayMs)} to ${longDayText(nowMs)}, against the seven days before`
}

const dayMs = 86_400_000
