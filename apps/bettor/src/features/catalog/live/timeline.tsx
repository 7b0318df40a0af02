import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import type { EventState } from '@nare/contract/match-events'
import { minuteText } from '../../../odds/minute-text.ts'
import { EventIcon } from './event-icon.tsx'
import { timelineRows, type Sides } from './event-rows.ts'
import { EventText, TakenBackText } from './event-text.tsx'
import style from './timeline.module.css'

type Teams = Pick<MatchView, 'home_team' | 'away_team'>
const sides = ['home', 'away'] as const

/** The events of a match, newest first: those of the home team on the left of their minutes, those of the away team on the right. */
export function Timeline({ match, events }: { match: Teams; events: readonly EventState[] }) {
  const { t } = useLingui()
  const rows = timelineRows(events).toReversed()
  // After a new event it is another list: rows that moved down would count as a layout shift.
  const list = events.map(({ event_id, taken_back }) => (taken_back ? `-${event_id}` : event_id)).join(' ')
  return (
    <ol key={list} className={style.timeline} aria-label={t`Timeline`} reversed>
      {rows.map((row) =>
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
  const { type, minute, added, side, player, score, taken_back } = event
  const isPlain = type === 'goal' || type === 'yellow_card' || type === 'red_card'
  const Name = taken_back ? 's' : 'b'
  return (
    <li data-whole={side === undefined || undefined}>
      <span className={`num ${style.when}`} data-goal={(score && !taken_back) || undefined}>
        {minute !== undefined && minuteText(minute, type === 'injury_time' ? undefined : added)}
      </span>
      <span className={style.what} data-side={side}>
        <EventIcon type={type} size={14} />
        <span>
          {score && !taken_back && <b className="num">{score.replace(':', '–')} </b>}
          {/* The icon says it where there is a player. */}
          <Name className={player && isPlain && !taken_back ? 'unseen' : undefined}>
            <EventText event={event} />
          </Name>{' '}
          {player && <b>{player}</b>}{' '}
          {side && <span className="unseen">{side === 'home' ? match.home_team : match.away_team}</span>}
          {taken_back && (
            <small>
              <TakenBackText type={type} />
            </small>
          )}
        </span>
      </span>
    </li>
  )
}

function Corners({ match, corners }: { match: Teams; corners: Sides }) {
  if (corners.home + corners.away === 0) return null
  return (
    <li>
      {sides.map((side) => {
        const count = corners[side]
        return (
          count > 0 && (
            <span key={side} className={style.what} data-side={side}>
              <EventIcon type="corner" size={14} />
              <span>
                <Plural value={count} one="# corner" other="# corners" />{' '}
                <span className="unseen">{side === 'home' ? match.home_team : match.away_team}</span>
              </span>
            </span>
          )
        )
      })}
    </li>
  )
}

/** Shown while there are no events. */
export function NoEvents() {
  return (
    <p className={style.none}>
      <Trans>Nothing has been reported yet</Trans>
    </p>
  )
}
