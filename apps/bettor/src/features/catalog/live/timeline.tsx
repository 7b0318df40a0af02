import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import type { EventState } from '@nare/contract/match-events'
import { minuteText } from '../../../odds/minute-text.ts'
import { EventIcon } from './event-icon.tsx'
import { timelineRows, type Sides } from './event-rows.ts'
import { EventText, TakenBackText } from './event-text.tsx'
import style from './match-live.module.css'

type Teams = Pick<MatchView, 'home_team' | 'away_team'>

/** The events of a match, oldest first. New events appear at the end, so that nothing shifts. */
export function Timeline({ match, events }: { match: Teams; events: readonly EventState[] }) {
  const { t } = useLingui()
  return (
    <ol className={style.timeline} aria-label={t`Timeline`}>
      {timelineRows(events).map((row) =>
        row.kind === 'corners' ? (
          <Corners key={row.key} match={match} corners={row} />
        ) : (
          <Event key={row.event.event_id} match={match} event={row.event} />
        ),
      )}
    </ol>
  )
}

function Event({ match, event }: { match: Teams; event: EventState }) {
  const { t } = useLingui()
  const { type, minute, added, side, player, score, taken_back } = event
  const team = side && (side === 'home' ? match.home_team : match.away_team)
  // An own goal counts for the opponents of its player.
  const who = [player, team && type === 'own_goal' ? t`for ${team}` : team].filter(Boolean).join(' · ')
  const Name = taken_back ? 's' : 'b'
  return (
    <li data-side={side} data-whole={side === undefined || undefined}>
      <span className={`num ${style.when}`}>
        {minute !== undefined && minuteText(minute, type === 'injury_time' ? undefined : added)}
      </span>
      <EventIcon type={type} />
      <span className={style.what}>
        <Name>
          <EventText event={event} />
        </Name>
        {(who || taken_back) && (
          <small>
            {who}
            {who && taken_back && ' · '}
            {taken_back && (
              <b>
                <TakenBackText type={type} />
              </b>
            )}
          </small>
        )}
      </span>
      {score && !taken_back && <b className={`num ${style.after}`}>{score.replace(':', '–')}</b>}
    </li>
  )
}

function Corners({ match, corners: { home, away } }: { match: Teams; corners: Sides }) {
  const of = (team: string, count: number): string | undefined => (count > 0 ? `${team} ${count}` : undefined)
  const count = home + away
  if (count === 0) return null
  return (
    <li>
      <span className={style.when} />
      <EventIcon type="corner" />
      <span className={style.what}>
        <span>
          <Plural value={count} one="# corner" other="# corners" />
        </span>
        <small>{[of(match.home_team, home), of(match.away_team, away)].filter(Boolean).join(' · ')}</small>
      </span>
    </li>
  )
}

/** Shown while there are no events. */
export function NoEvents() {
  return (
    <p className={style.note}>
      <Trans>Nothing has been reported yet</Trans>
    </p>
  )
}
