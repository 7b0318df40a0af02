import type { SheetMarket } from '@nare/contract/operator-trading-board'
import { useEffect, useRef } from 'react'
import { Signed } from '../../parts/amounts.tsx'
import { Chips, Empty, Tag } from '../../parts/controls.tsx'
import { amountText, countText, labelOf, percentText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { useFilters } from '../../parts/use-filters.ts'
import { marketsIn, marketTitle, marketViews, outcomesOf, viewOf, type Chosen, type MarketView } from './chosen.ts'
import style from './markets.module.css'

type Props = {
  readonly markets: readonly SheetMarket[]
  readonly chosen: Chosen | undefined
  readonly onChoose: (outcome: Chosen) => void
}

const viewName: Readonly<Record<MarketView, string>> = { open: 'Open', bets: 'With bets', all: 'All' }

const emptyText: Readonly<Record<MarketView, string>> = {
  open: 'No market is open.',
  bets: 'Nobody has an open bet on the match.',
  all: 'The match has ended: nothing is offered, and no bet is open.',
}

/** The markets of a match and their outcomes; J and K and the arrows choose one. */
export function Markets({ markets, chosen, onChoose }: Props) {
  const [{ markets: view }, setFilters] = useFilters<'markets'>()
  const shownView = viewOf(markets, view)
  const shown = marketsIn(markets, shownView)
  const outcomes = outcomesOf(shown)
  const at = outcomes.findIndex((one) => one.marketId === chosen?.marketId && one.oddKey === chosen.oddKey)
  const step = (by: number): void => {
    const next = outcomes[Math.min(Math.max(at + by, 0), outcomes.length - 1)]
    if (next) onChoose(next)
  }
  useKeys([
    { keys: ['j', 'k'], label: 'outcome', press: (key) => step(key === 'j' ? 1 : -1), on: outcomes.length > 0 },
    {
      keys: ['ArrowDown', 'ArrowUp'],
      press: (key) => step(key === 'ArrowDown' ? 1 : -1),
      on: outcomes.length > 0,
    },
  ])
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => void row.current?.scrollIntoView({ block: 'nearest' }), [chosen?.marketId, chosen?.oddKey])
  return (
    <section className={style.markets} aria-label="Markets">
      <div className={style.views}>
        <Chips label="Which markets">
          {marketViews.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === shownView}
              onClick={() => setFilters({ markets: one })}
            >
              {viewName[one]} <span className="num">{countText(marketsIn(markets, one).length)}</span>
            </button>
          ))}
        </Chips>
      </div>
      {shown.length === 0 ? (
        <Empty>{emptyText[shownView]}</Empty>
      ) : (
        <table className={style.table} aria-label="Outcomes">
          <thead>
            <tr>
              <th scope="col">Outcome</th>
              <th scope="col">Price</th>
              <th scope="col">Our fair</th>
              <th scope="col">By hand</th>
              <th scope="col">Bets</th>
              <th scope="col">Staked</th>
              <th scope="col">If it wins we</th>
            </tr>
          </thead>
          {shown.map((market) => (
            <tbody key={`${market.sub_type_id} ${market.line}`}>
              <tr className={style.market}>
                <th scope="rowgroup" colSpan={2}>
                  {marketTitle(market)}
                </th>
                <td colSpan={3} data-margin>
                  {market.margin_percent !== null && (
                    <span className="t3">margin {percentText(market.margin_percent)}</span>
                  )}
                </td>
                <td colSpan={2}>{market.state !== 'open' && <Tag tone="amber">{labelOf(market.state)}</Tag>}</td>
              </tr>
              {market.outcomes.map((outcome) => {
                const isChosen = chosen?.marketId === market.sub_type_id && chosen.oddKey === outcome.odd_key
                const one = { marketId: market.sub_type_id, oddKey: outcome.odd_key, market, outcome }
                return (
                  <tr
                    key={outcome.odd_key}
                    ref={isChosen ? row : undefined}
                    data-chosen={isChosen || undefined}
                    onClick={() => onChoose(one)}
                  >
                    <th scope="row">
                      <button type="button" aria-pressed={isChosen} onClick={() => onChoose(one)}>
                        {outcome.display}
                      </button>
                    </th>
                    <td>
                      <b>{outcome.price ?? '–'}</b>
                    </td>
                    <td className="t3">{outcome.fair ?? '–'}</td>
                    <td>
                      {outcome.by_hand === null ? (
                        <span className="t3">–</span>
                      ) : (
                        <b className={style.byHand}>{outcome.by_hand}</b>
                      )}
                    </td>
                    <td>{outcome.bets === 0 ? <span className="t3">–</span> : countText(outcome.bets)}</td>
                    <td>{outcome.bets === 0 ? <span className="t3">–</span> : amountText(outcome.staked)}</td>
                    <td>
                      <IfItWins keeps={outcome.if_it_wins} />
                    </td>
                  </tr>
                )
              })}
            </tbody>
          ))}
        </table>
      )}
    </section>
  )
}

function IfItWins({ keeps }: { keeps: string }) {
  if (/^-?[0.]+$/.test(keeps)) return <span className="t3">–</span>
  return (
    <>
      <span className={`${style.word} t3`}>{keeps.startsWith('-') ? 'pay' : 'keep'}</span>{' '}
      <b>
        <Signed amount={keeps} />
      </b>
    </>
  )
}
