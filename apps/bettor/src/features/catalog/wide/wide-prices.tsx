import { useLingui } from '@lingui/react/macro'
import { useSubscription } from '@nare/client/use-live'
import type { MatchView } from '@nare/contract/catalog'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { marketName } from '../../../i18n/market-texts.ts'
import { Strip } from '../../../odds/strip.tsx'
import { listedMarket } from '../listed-market.ts'
import row from '../match-row.module.css'
import { cellsOf, shareOf } from './cells.ts'
import style from './wide.module.css'

type WideProps = {
  match: MatchView
  markets: readonly string[]
  visible: boolean
  href: string
  /** The number of other markets. */
  children: ReactNode
}

/** The prices of further markets in a row, and at its end the link to all markets. */
export function WidePrices({ match, markets, visible, href, children }: WideProps) {
  return (
    <div className={row.more}>
      {markets.map((id) => (
        <Prices key={id} match={match} id={id} visible={visible} />
      ))}
      <Link href={href} className={style.end}>
        {children}
      </Link>
    </div>
  )
}

function Prices({ match, id, visible }: Pick<WideProps, 'match' | 'visible'> & { id: string }) {
  const { t } = useLingui()
  const market = listedMarket(match, id)
  useSubscription(visible && market ? `market:${match.match_id}:${market.sub_type_id}` : undefined)
  return (
    <div className={style.strip} style={shareOf(id)} data-cells={cellsOf(id)}>
      {market && (
        <Strip
          match={match}
          market={market}
          captions="line"
          label={t`${marketName(market)}, ${match.home_team} v ${match.away_team}`}
          isFurther
        />
      )}
    </div>
  )
}
