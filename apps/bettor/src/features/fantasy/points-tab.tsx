import { Trans, useLingui } from '@lingui/react/macro'
import type { FantasyMatch, FantasyTeamPlayer, FantasyWeekDetails } from '@nare/contract/fantasy'
import { Button } from '@nare/ui/button'
import { useLoginAddress } from '../../pages/use-login-address.ts'
import { NothingHere } from '../../pages/nothing-here.tsx'
import { usePartText, useWhen } from './texts.ts'
import style from './fantasy.module.css'

type Props = { week: FantasyWeekDetails; signedIn: boolean; onRefresh: () => void }

/** The points of each player of the bettor's team with their parts, and the matches of the week with their scorers. */
export function PointsTab({ week, signedIn, onRefresh }: Props) {
  const { t } = useLingui()
  const { team } = week
  const isOn = week.state === 'running' && !week.closed
  const login = useLoginAddress()
  return (
    <div className={style.columns}>
      <section aria-label={t`My points`}>
        {team ? (
          <>
            <div className={style.tools}>
              <p className={style.total}>
                <Trans>
                  <b className="num">{team.points}</b> points
                </Trans>
              </p>
              {isOn && <Button look="soft" small onClick={onRefresh}>{t`Refresh`}</Button>}
            </div>
            {isOn && <p className={style.note}>{t`As it stands: your bench is in for who hasn't played yet.`}</p>}
            <ul className={style.players}>
              {team.by_player.map((row) => (
                <PlayerPoints key={row.player_id} row={row} week={week} />
              ))}
            </ul>
          </>
        ) : (
          <NothingHere
            drawing="bets"
            href={signedIn ? '/fpl' : login}
            link={signedIn ? t`Choose a team for the next week` : t`Log in`}
          >
            {signedIn ? t`You have no team this week` : t`Log in to see the points of your team`}
          </NothingHere>
        )}
      </section>
      <section aria-label={t`Matches of the week`}>
        <h2 className={style.title}>{t`Matches of the week`}</h2>
        <ul className={style.matches}>
          {week.matches.map((match) => (
            <Match key={match.match_id} match={match} week={week} />
          ))}
        </ul>
      </section>
    </div>
  )
}

function nameIn(week: FantasyWeekDetails, id: string | undefined): string {
  return week.players.find(({ player_id }) => player_id === id)?.name ?? ''
}

function PlayerPoints({ row, week }: { row: FantasyTeamPlayer; week: FantasyWeekDetails }) {
  const partText = usePartText()
  const player = week.players.find(({ player_id }) => player_id === row.player_id)
  if (!player) return null
  return (
    <li data-out={!row.counts || undefined}>
      <span className={style.player}>
        <abbr>{player.position}</abbr>
        <span>
          <b>
            {player.name}
            {row.captain && <i className={style.badge}>C</i>}
          </b>
          <small>{row.parts.length > 0 ? row.parts.map(partText).join(', ') : <Why row={row} week={week} />}</small>
          {row.came_in_for !== undefined && (
            <small>
              <Trans>Came in for {nameIn(week, row.came_in_for)}</Trans>
            </small>
          )}
        </span>
        <b className="num">{row.points}</b>
      </span>
    </li>
  )
}

/** The reason why a player has no points. */
function Why({ row, week }: { row: FantasyTeamPlayer; week: FantasyWeekDetails }) {
  const { t } = useLingui()
  if (row.bench) return t`On the bench`
  return week.state === 'over' ? t`Didn't play` : t`Hasn't played yet`
}

function Match({ match, week }: { match: FantasyMatch; week: FantasyWeekDetails }) {
  const { t } = useLingui()
  const when = useWhen()
  const { home_team, away_team, home_score, away_score, state, moved, scorers = [] } = match
  const hasScore = home_score !== undefined && away_score !== undefined
  const names = scorers.map(({ player_id }) => nameIn(week, player_id) || t`own goal or another player`)
  return (
    <li>
      <span>
        {home_team} – {away_team}
      </span>
      <b className="num">
        {hasScore ? `${home_score}:${away_score}` : state === 'void' ? t`void` : when(match.start_time)}
      </b>
      {moved && <small>{t`Moved out of this week: it counts for nobody`}</small>}
      {names.length > 0 && <small>{names.join(', ')}</small>}
    </li>
  )
}
