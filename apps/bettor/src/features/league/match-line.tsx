import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Strip } from '../../odds/strip.tsx'
import { marketName } from '../../i18n/market-texts.ts'
import type { PickMatch, PickRound } from '../../state/picks.ts'
import { coloursOf } from './club-colours.ts'
import { FormPanel } from './form-panel.tsx'
import { useCompetition, type LeagueMatch } from './use-league.ts'
import style from './match-line.module.css'

/** More outcomes than this do not fit next to the teams and are shown in a collapsible list below. */
const inlineMax = 3

type LineProps = { match: LeagueMatch; line: string; round: PickRound; competition: string; open: boolean }

/** One match with the prices of one line. If `open` is false, the prices are suspended. */
export function MatchLine({ match, line, round, competition, open }: LineProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { id } = useCompetition()
  const listed = match.odds.find(({ special_bet_value }) => special_bet_value === line) ?? match.odds[0]
  const market = listed && !open ? { ...listed, state: 'suspended' as const } : listed
  const label = market ? t`${marketName(market)}, ${match.home_team} v ${match.away_team}` : ''
  const isInline = market && market.odds.length <= inlineMax
  const strip = market && (
    <Strip
      match={pickMatch(match, { round, competition })}
      market={market}
      label={label}
      slip="league"
      captions={!isInline}
    />
  )
  return (
    <li className={style.row}>
      <button type="button" className={style.teams} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Team name={match.home_team} />
        <Team name={match.away_team} />
        <span className="unseen">{t`show form`}</span>
      </button>
      {isInline && (
        <div className={style.odds} data-count={market.odds.length}>
          {strip}
        </div>
      )}
      {market && !isInline && (
        <details className={style.more}>
          <summary>
            <Trans>{market.odds.length} prices</Trans>
          </summary>
          <div className={style.grid}>{strip}</div>
        </details>
      )}
      {isOpen && <FormPanel id={id} match={match} />}
    </li>
  )
}

/** The colours and name of a club. */
function Team({ name }: { name: string }) {
  const club = coloursOf(name)
  return (
    <span className={style.team}>
      <i
        className={style.shirt}
        aria-hidden="true"
        style={club && { background: `linear-gradient(90deg, ${club.shirt} 50%, ${club.trim} 50%)` }}
      />
      <b>{name}</b>
    </span>
  )
}

function pickMatch(match: LeagueMatch, { round, competition }: { round: PickRound; competition: string }): PickMatch {
  const { match_id, home_team, away_team, start_time } = match
  return {
    ...{ match_id, home_team, away_team, start_time, round },
    ...{ competition_name: competition, category: 'Nare league', game_id: match_id },
    ...{ sport_id: 'nare-league', state: 'not_started' },
  }
}
