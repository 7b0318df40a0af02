import { Trans, useLingui } from '@lingui/react/macro'
import { shortTime } from '@nare/ui/format'
import { HalfTime } from '../../odds/half-time.tsx'
import { minuteText } from '../../odds/minute-text.ts'
import type { LegProgress } from '../../state/bet-now.ts'
import { useNow } from '../../state/use-now.ts'

const minuteMs = 60_000

/** Where a match of a pool is: its kick-off, its minute and score, or how it ended. */
export function MatchScore({
  progress,
  startTime,
}: {
  progress: LegProgress | undefined
  startTime: string | undefined
}) {
  const { i18n } = useLingui()
  const nowMs = useNow(minuteMs)
  if (!progress)
    return startTime ? <time dateTime={startTime}>{shortTime(startTime, { locale: i18n.locale, nowMs })}</time> : null
  const score = progress.score.replace(':', '–')
  if (progress.phase === 'ended') return <Trans>FT {score}</Trans>
  if (progress.phase === 'half_time')
    return (
      <>
        <HalfTime /> {score}
      </>
    )
  return progress.minute === null ? (
    <Trans>Live {score}</Trans>
  ) : (
    <>
      {minuteText(progress.minute, progress.added)} {score}
    </>
  )
}
