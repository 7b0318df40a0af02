import { useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { columnHeads, firstListed } from '../listed-market.ts'
import row from '../match-row.module.css'
import { handicap, shareOf } from './cells.ts'
import style from './wide.module.css'

/** The headings over the prices of further markets. */
export function WideHeads({ matches, markets }: { matches: readonly MatchView[]; markets: readonly string[] }) {
  const { t } = useLingui()
  return (
    <span className={`${row.more} ${style.heads}`} aria-hidden="true">
      {markets.map((id) => {
        const market = firstListed(matches, id)
        const heads = market && (id === handicap ? [t`Hcp 1`, t`Hcp 2`] : columnHeads(market))
        return (
          <span key={id} className={style.strip} style={shareOf(id)}>
            {heads?.map((head, index) => (
              <i key={index}>{head}</i>
            ))}
          </span>
        )
      })}
      <i className={style.end} />
    </span>
  )
}
