import { Trans } from '@lingui/react/macro'
import { outcomeText } from '../../i18n/market-texts.ts'

type Outcome = { odd_key: string; display: string; home_team: string; away_team: string }

/** The name of an outcome: with its teams if it refers to them, else its label. */
export function OutcomeName({ of }: { of: Outcome }) {
  switch (of.odd_key) {
    case 'draw':
      return <Trans>Draw</Trans>
    case '1x':
      return <Trans>{of.home_team} or draw</Trans>
    case '12':
      return (
        <Trans>
          {of.home_team} or {of.away_team}
        </Trans>
      )
    case 'x2':
      return <Trans>{of.away_team} or draw</Trans>
    default:
      return outcomeText(of)
  }
}
