import { Trans } from '@lingui/react/macro'
import { useNow } from '../../../state/use-now.ts'
import { KickOffTime } from '../clock.tsx'
import { minuteMs, minutesUntil } from '../days.ts'

/** "in 12 min" within an hour before the kick-off, else the time of the kick-off. */
export function Until({ at }: { at: string }) {
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
  return <KickOffTime at={at} />
}
