import { Trans, useLingui } from '@lingui/react/macro'
import type { GameRound } from '@nare/contract/games'
import { Amount } from '@nare/ui/amount'
import { endingOf } from './figures.ts'

/** The payout of a finished round. Only a payout above the stake is shown as a win. */
export function SumText({ round }: { round: Pick<GameRound, 'staked' | 'payout'> }) {
  const { t } = useLingui()
  switch (endingOf(round)) {
    case 'won':
      return (
        <Trans>
          You won <Amount value={round.payout} />
        </Trans>
      )
    case 'even':
      return t`Your stake came back`
    case 'part':
      return (
        <Trans>
          <Amount value={round.payout} /> came back
        </Trans>
      )
    case 'lost':
      return t`No win`
  }
}
