import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Price } from '@nare/ui/price'
import { pickText } from '../../i18n/pick-text.ts'
import { leads, type Standing } from './own-bets.ts'
import type { Playout } from './use-league.ts'
import style from './board.module.css'

type OwnProps = { standings: readonly Standing[]; rows: readonly Playout[]; round: number }

/** The bettor's bets on the round that plays: how their picks stand, and what they would pay now. A single bet shows its picks. */
export function OwnBetsNow({ standings, rows, round }: OwnProps) {
  const { t } = useLingui()
  return (
    <ul className={style.ownBets} aria-label={t`Your bets on this round`}>
      {standings.map((standing) => (
        <li key={standing.bet.bet_id}>
          <small>
            <b>
              <Trans>Your bet · round {round}</Trans>
            </b>{' '}
            <Plural value={standing.bet.legs.length} one="# pick" other="# picks" />
          </small>
          <small data-leads={(standing.trailing === 0 && standing.coming === 0) || undefined}>
            <Leading standing={standing} />
          </small>
          <strong className="num">
            <Amount bare value={standing.bet.stake} /> → <WouldPay standing={standing} />
          </strong>
          <small>{standing.bet.state === 'open' ? t`Would pay now` : t`Returned`}</small>
          {standings.length === 1 && standing.bet.legs.map((leg) => <Leg key={leg.ucn} leg={leg} rows={rows} />)}
        </li>
      ))}
    </ul>
  )
}

function WouldPay({ standing: { wouldPay } }: { standing: Standing }) {
  return wouldPay === null ? '–' : <Amount bare value={wouldPay} />
}

function Leading({ standing: { bet, leading, trailing, coming } }: { standing: Standing }) {
  if (trailing === 0 && coming === 0) return <Plural value={leading} one="✓ Leading" other="✓ All # leading" />
  if (trailing === 0)
    return (
      <Trans>
        {leading} leading, {coming} still to play
      </Trans>
    )
  return (
    <Trans>
      {leading} of {bet.legs.length} leading
    </Trans>
  )
}

/** A pick with the score of its match, ticked while it would win. */
function Leg({ leg, rows }: { leg: Standing['bet']['legs'][number]; rows: readonly Playout[] }) {
  const match = rows.find(({ match_id }) => match_id === leg.match_id)
  return (
    <span className={style.ownLeg}>
      <b>
        {leads(leg, rows) === true && '✓ '}
        {pickText(leg)}
      </b>
      <span className="num">{match && `${match.home_score}–${match.away_score}`}</span>
      <Price value={leg.odd_value} />
    </span>
  )
}
