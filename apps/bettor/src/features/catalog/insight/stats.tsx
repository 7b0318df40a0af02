import { Trans, useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import type { EventState } from '@nare/contract/match-events'
import { useMatchNow } from '../clock.tsx'
import { statisticsOf } from '../live/event-rows.ts'
import { Statistics } from '../live/statistics.tsx'
import { Timeline } from '../live/timeline.tsx'
import { useEvents } from '../live/use-events.ts'
import { soccer } from '../soccer.ts'
import { Chances } from './chances.tsx'
import { Form } from './form.tsx'
import { LeagueTable } from './league-table.tsx'
import type { InsightData } from './insight-data.ts'
import style from './insight.module.css'

type StatsProps = { match: MatchView; insight: InsightData }

/** Chances, counts, form and meetings, the places of both sides in the table, and goals and cards. */
export function Stats({ match, insight }: StatsProps) {
  return match.sport_id === soccer && match.state !== 'not_started' ? (
    <WithEvents match={match} insight={insight} />
  ) : (
    <Parts match={match} insight={insight} events={[]} />
  )
}

function WithEvents({ match, insight }: StatsProps) {
  return <Parts match={match} insight={insight} events={useEvents(match.match_id).events ?? []} />
}

const decisive: ReadonlySet<EventState['type']> = new Set([
  'goal',
  'own_goal',
  'penalty_scored',
  'penalty_missed',
  'yellow_card',
  'red_card',
])

function Parts({ match, insight, events }: StatsProps & { events: readonly EventState[] }) {
  const { t } = useLingui()
  const { state } = useMatchNow(match)
  const happened = events.filter(({ type, taken_back }) => decisive.has(type) && !taken_back)
  const { corners, yellow_cards: yellows, red_cards: reds } = insight.statistics
  const counts = {
    ...(corners && { corners }),
    ...(yellows && { yellows }),
    ...(reds && { reds }),
    ...statisticsOf(events),
  }
  const { form, head_to_head: meetings, standing, chances } = insight
  const hasEvents = match.sport_id === soccer && state === 'live'
  const hasForm = form.home.length + form.away.length + meetings.length > 0
  const teams = [match.home_team, match.away_team]
  const isEmpty = chances.length === 0 && happened.length === 0 && Object.keys(counts).length === 0 && !hasForm
  return (
    <>
      {chances.length > 0 && <Chances match={match} chances={chances} events={happened} />}
      {(Object.keys(counts).length > 0 || hasEvents) && state !== 'not_started' && (
        <section>
          <h2>{t`Numbers`}</h2>
          <Statistics match={match} counts={counts} />
        </section>
      )}
      {hasForm && <Form match={match} form={form} meetings={meetings} />}
      {standing.length > 0 && (
        <section>
          <LeagueTable
            match={match}
            rows={standing}
            shown={({ position, team }) => position === 1 || teams.includes(team)}
          />
        </section>
      )}
      {/* The last part: it grows, and nothing may move. */}
      {happened.length > 0 && (
        <section>
          <h2>{t`What happened`}</h2>
          <Timeline match={match} events={happened} />
        </section>
      )}
      {isEmpty && (
        <p className={style.note}>
          <Trans>There are no statistics of this match yet</Trans>
        </p>
      )}
    </>
  )
}
