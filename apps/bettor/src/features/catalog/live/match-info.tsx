import { useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { Button } from '@nare/ui/button'
import { Skeleton } from '../../../loading/skeleton.tsx'
import { statisticsOf } from './event-rows.ts'
import { Statistics } from './statistics.tsx'
import { NoEvents, Timeline } from './timeline.tsx'
import { useEvents } from './use-events.ts'
import style from './match-live.module.css'

/** The tab of a match page with what happened in the match. */
export function MatchInfo({ match }: { match: MatchView }) {
  return (
    <div className={style.info}>
      <Events match={match} />
    </div>
  )
}

function Events({ match }: { match: MatchView }) {
  const { t } = useLingui()
  const { events, failed, again } = useEvents(match.match_id)
  if (failed) {
    return (
      <div className={style.note}>
        <p>{t`The timeline could not be loaded`}</p>
        <Button small look="soft" onClick={again}>{t`Retry`}</Button>
      </div>
    )
  }
  if (!events) return <Skeleton rows={6} />
  return (
    <>
      <Statistics match={match} counts={statisticsOf(events)} />
      {events.length > 0 ? <Timeline match={match} events={events} /> : <NoEvents />}
    </>
  )
}

/** Statistics and events of an ended match, below its result; empty if there are no events. */
export function EndedEvents({ match }: { match: MatchView }) {
  const { events } = useEvents(match.match_id)
  return events && events.length > 0 ? (
    <>
      <Statistics match={match} counts={statisticsOf(events)} />
      <Timeline match={match} events={events} />
    </>
  ) : null
}
