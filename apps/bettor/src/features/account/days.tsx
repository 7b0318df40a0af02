import { useLingui } from '@lingui/react/macro'
import style from './account.module.css'

export type Days = { from?: string; to?: string }

/** Date range fields; both days are included. */
export function DayFields({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const { t } = useLingui()
  return (
    <>
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
