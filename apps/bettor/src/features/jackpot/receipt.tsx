import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { Link } from 'wouter'
import { Receipt } from '../../slip/receipt.tsx'
import { useApp } from '../../state/hooks.ts'
import { PickRows } from './pick-rows.tsx'
import style from './jackpot-slip.module.css'

/** The receipt of a ticket with the server's values: stake, lines, and the picks of each match. */
export function JackpotReceipt({ bet }: { bet: BetView }) {
  const { t } = useLingui()
  const lines = bet.lines ?? 1
  const matches = useApp(({ betting: { jackpot } }) =>
    jackpot?.find(({ jackpot_id }) => jackpot_id === bet.jackpot?.jackpot_id),
  )?.matches
  return (
    <Receipt
      kind="jackpot"
      className={style.receipt}
      head={{ id: bet.bet_id }}
      link={<Link href="/my-bets?product=jackpot">{t`See it in My bets`}</Link>}
    >
      <p className={style.paid}>
        <Amount value={bet.stake} />
        <small>
          {bet.jackpot && <>{bet.jackpot.name} · </>}
          <Plural value={lines} one="# line" other="# lines" />
        </small>
      </p>
      <p className={style.small}>
        {bet.possible_win === null ? (
          t`What it pays is known after the last match: winning lines share the prizes`
        ) : (
          <Trans>
            Possible payout <Amount value={bet.possible_win} />
          </Trans>
        )}
      </p>
      <PickRows
        rows={(bet.picks ?? []).map(({ match_id, outcomes, ...teams }, at) => ({
          ...{ match_id, outcomes, teams, no: at + 1 },
          match: matches?.find((match) => match.match_id === match_id),
        }))}
      />
    </Receipt>
  )
}
