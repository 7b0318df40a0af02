import { Trans } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { matchEvents } from '@nare/contract/match-events'
import { minuteText } from '../../../odds/minute-text.ts'
import { useRead } from '../../../state/use-read.ts'
import { useMatchNow } from '../clock.tsx'
import { minuteMs } from '../days.ts'
import { EventIcon } from './event-icon.tsx'
import { lastOf } from './event-rows.ts'
import { EventText } from './event-text.tsx'
import { FormMarks } from './form-marks.tsx'
import { hasGoals } from './goal-sports.ts'
import { useEvents } from './use-events.ts'
import style from './match-live.module.css'

type SideProps = { match: MatchView; side: 'home' | 'away' }

/** What is under a team's name: its place and form before the kick-off, then its last goal or card. */
export function SideNote({ match, side }: SideProps) {
  const { state } = useMatchNow(match)
  if (state === 'not_started') return <TeamForm match={match} side={side} />
  return hasGoals(match.sport_id) ? <LastEvent match={match} side={side} /> : null
}

function LastEvent({ match, side }: SideProps) {
  const event = lastOf(useEvents(match.match_id).events ?? [], side)
  if (!event) return null
  const { type, minute, added, player } = event
  return (
    <span key={event.event_id} className={style.last}>
      {minute !== undefined && <b className="num">{minuteText(minute, added)}</b>}
      <EventIcon type={type} size={13} />
      <span className={player ? 'unseen' : undefined}>
        <EventText event={event} />
      </span>
      {/* The last name: there is room for a word. */}
      {player && <b>{player.split(' ').at(-1)}</b>}
    </span>
  )
}

/** The place and the last results of a team: "4. W W D L W"; unknown parts are left out. */
function TeamForm({ match, side }: SideProps) {
  const { match_id } = match
  const team = side === 'home' ? match.home_team : match.away_team
  const data = useRead(matchEvents.insight, { match_id }, minuteMs).body?.data
  const row = data?.standing.find((one) => one.team === team)
  // Before the first match of a season nobody has a place.
  const position = row && row.played > 0 ? row.position : undefined
  const matches = data?.form[side] ?? []
  return (
    <span className={style.standing}>
      {position !== undefined && (
        <>
          <span aria-hidden="true">{position}.</span>
          <span className="unseen">
            <Trans>
              {team} is number {position} in the table
            </Trans>
          </span>
        </>
      )}
      {matches.length > 0 && <FormMarks matches={matches} />}
    </span>
  )
}
