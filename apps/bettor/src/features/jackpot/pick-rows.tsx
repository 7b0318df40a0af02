import { Trans } from '@lingui/react/macro'
import { jackpotSign, type JackpotView } from '@nare/contract/jackpot'
import type { ReactNode } from 'react'
import { MatchPlace } from './match-place.tsx'
import { useOutcomesText } from './texts.tsx'
import style from './jackpot-slip.module.css'

export type PickRow = {
  match_id: string
  /** The number of the match in its pool, from 1. */
  no: number
  teams: { home_team?: string | undefined; away_team?: string | undefined }
  outcomes: readonly string[]
  auto?: boolean | undefined
  match: JackpotView['matches'][number] | undefined
  end?: ReactNode
}

/** The picks of a slip or a receipt in the pool's order: the picked outcomes first, then the match. */
export function PickRows({ rows }: { rows: readonly PickRow[] }) {
  const textOf = useOutcomesText()
  return (
    <ol className={style.picks}>
      {rows.map(({ match_id, no, teams, outcomes, auto, match, end }) => (
        <li key={match_id} value={no}>
          <span className="num">{no}</span>
          <div>
            <b>{textOf(outcomes, teams)}</b>
            <small>
              {teams.home_team} v {teams.away_team}
              {match && (
                <>
                  {' '}
                  · <MatchPlace match={match} />
                </>
              )}
              {auto && (
                <>
                  {' '}
                  · <Trans>automatic</Trans>
                </>
              )}
            </small>
          </div>
          <span className={`num ${style.signs}`} aria-hidden="true">
            {outcomes.map((outcome) => jackpotSign(outcome)).join(' ')}
          </span>
          {end}
        </li>
      ))}
    </ol>
  )
}
