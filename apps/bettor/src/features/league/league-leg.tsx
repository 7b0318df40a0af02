import { Plural, Trans } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Price } from '@nare/ui/price'
import type { ReactNode } from 'react'
import { marketName } from '../../i18n/market-texts.ts'
import type { Row } from '../../slip/foot.tsx'
import { OutcomeName } from './outcome-name.tsx'
import style from './league-slip.module.css'

type Leg = Parameters<typeof OutcomeName>[0]['of'] & Record<'sub_type_id' | 'market' | 'odd_value', string>

/** A leg of the slip or of a receipt: the pick, then its market and match. */
export function LeagueLeg({ leg, end, children }: { leg: Leg; end?: ReactNode; children?: ReactNode }) {
  return (
    <li className={style.leg}>
      <div>
        <b>
          <OutcomeName of={leg} />
        </b>
        <small>
          {marketName({ sub_type_id: leg.sub_type_id, name: leg.market })} · {leg.home_team} v {leg.away_team}
        </small>
        {children}
      </div>
      <Price value={leg.odd_value} />
      {end}
    </li>
  )
}

/** The lines with the odds and the possible payout of a slip or a placed bet. */
export const oddsAndPayout = (picks: number, odds: string | null, win: string | null): [odds: Row, payout: Row] => [
  {
    name: <Plural value={picks} one="Odds" other="Odds, all # picks must win" />,
    value: <Price value={odds} />,
  },
  {
    name: <Trans>Possible payout</Trans>,
    value: (
      <b>
        <Amount value={win} />
      </b>
    ),
  },
]
