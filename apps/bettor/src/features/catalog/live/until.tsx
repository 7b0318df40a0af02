import { Trans } from '@lingui/react/macro'
import { useNow } from '../../../state/use-now.ts'
import { KickOffTime } from '../clock.tsx'
import { useDayName } from '../day-name.ts'
import { minuteMs, minutesUntil } from '../days.ts'
import style from './live.module.css'

/** "in 12 min" within the hour before a kick-off, else its time, with the day below when that is not today. */
export function Until({ at }: { at: string }) {
  const nameOf = useDayName()
  const minutes = minutesUntil(at, useNow(minuteMs))
  if (minutes !== undefined) {
    const short = `${minutes}'`
    return (
      <>
        <span className="num" aria-hidden="true">
          <Trans>in {short}</Trans>
        </span>
        <span className="unseen">
          <Trans>in {minutes} min</Trans>
        </span>
      </>
    )
  }
  return (
    <>
      <KickOffTime at={at} /> <span className={style.day}>{nameOf(at, { short: true })}</span>
    </>
  )
}
