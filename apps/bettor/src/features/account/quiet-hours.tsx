import { useLingui } from '@lingui/react/macro'
import type { Notices } from '@nare/contract/notices'
import { Tick } from '@nare/ui/field'
import style from './account.module.css'

type Quiet = Notices['quiet']

const usual = { from: 22, until: 7 }
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const clockText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** The hours in which only notices about money come. */
export function QuietHours({ quiet, onChoose }: { quiet: Quiet; onChoose: (quiet: Quiet) => void }) {
  const { t } = useLingui()
  return (
    <>
      <Tick checked={quiet !== null} onChange={({ target }) => onChoose(target.checked ? usual : null)}>
        {t`Quiet hours, in which only notices about money come`}
      </Tick>
      {quiet && (
        <div className={style.filters}>
          <Hour name={t`Quiet from`} hour={quiet.from} onChoose={(from) => onChoose({ ...quiet, from })} />
          <Hour name={t`Quiet until`} hour={quiet.until} onChoose={(until) => onChoose({ ...quiet, until })} />
        </div>
      )}
    </>
  )
}

function Hour({ name, hour, onChoose }: { name: string; hour: number; onChoose: (hour: number) => void }) {
  return (
    <label className={style.choice}>
      {name}
      <select value={hour} onChange={({ target }) => onChoose(Number(target.value))}>
        {hours.map((one) => (
          <option key={one} value={one}>
            {clockText(one)}
          </option>
        ))}
      </select>
    </label>
  )
}
