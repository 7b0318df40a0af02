import { useLingui } from '@lingui/react/macro'
import { ChipRow } from '@nare/ui/chip-row'
import { isoDay } from '@nare/ui/format'
import { useNow } from '../../state/use-now.ts'
import style from './account.module.css'

export type Days = { from?: string; to?: string }

const minuteMs = 60_000
const dayMs = 86_400_000

/** The last days up to today, `count` in all. */
const lastDays = (nowMs: number, count: number): Days => ({
  from: isoDay(nowMs - (count - 1) * dayMs),
  to: isoDay(nowMs),
})

/** The usual ranges to tap, and date range fields for others; both days are included. */
export function DayFields({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const { t } = useLingui()
  const now = useNow(minuteMs)
  const ranges = [
    { key: 'all', text: t`All days`, range: {} },
    { key: 'today', text: t`Today`, range: lastDays(now, 1) },
    { key: 'week', text: t`7 days`, range: lastDays(now, 7) },
    { key: 'month', text: t`30 days`, range: lastDays(now, 30) },
  ]
  const chosen = ranges.find(({ range: { from, to } }: { range: Days }) => from === days.from && to === days.to)
  return (
    <>
      <div className={style.ranges}>
        <ChipRow
          label={t`Days`}
          value={chosen?.key}
          items={ranges}
          onPick={(key) => onChange({ from: '', to: '', ...ranges.find((one) => one.key === key)?.range })}
        />
      </div>
      <label className={style.choice}>
        {t`From`}
        <input
          type="date"
          value={days.from ?? ''}
          max={days.to}
          onChange={(event) => onChange({ ...days, from: event.target.value })}
        />
      </label>
      <label className={style.choice}>
        {t`To`}
        <input
          type="date"
          value={days.to ?? ''}
          min={days.from}
          onChange={(event) => onChange({ ...days, to: event.target.value })}
        />
      </label>
    </>
  )
}

/** Reads `from` and `to` (YYYY-MM-DD) from the query; invalid dates are ignored. */
export function daysOf(query: URLSearchParams): Days {
  const day = (name: string): string | undefined => {
    const value = query.get(name) ?? ''
    return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined
  }
  const [from, to] = [day('from'), day('to')]
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** The non-empty fields, ready for a query string. */
export function filled(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}
