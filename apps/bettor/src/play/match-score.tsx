import { Trans, useLingui } from '@lingui/react/macro'
import { shortTime } from '@nare/ui/format'
import type { LegProgress } from '../state/bet-now.ts'
import { useAt, useNow } from '../state/use-now.ts'
import { HalfTime } from '../odds/half-time.tsx'
import { minuteAt } from '../odds/minute-text.ts'

type MatchScoreProps = { progress: LegProgress | undefined; startTime: string | undefined }

const minuteMs = 60_000

/** The status of a match of a bet: its kick-off time, or its minute and score, or its final score. */
export function MatchScore({ progress, startTime }: MatchScoreProps) {
  const { i18n } = useLingui()
  const nowMs = useNow(minuteMs)
  const reported = progress?.minute ?? null
  const minute = useAt((now) => (reported === null ? '' : minuteAt({ ...progress, minute: reported }, now)))
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
  return minute ? (
    <>
      {minute} {score}
    </>
  ) : (
    <Trans>Live {score}</Trans>
  )
}
