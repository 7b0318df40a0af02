import { operatorBoard, type Sheet, type Standing } from '@nare/contract/operator-trading-board'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { BettorLink } from '../../parts/bettor-link.tsx'
import { SectionHead } from '../../parts/controls.tsx'
import { amountText, countText, whenSecondsText } from '../../parts/format.ts'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { loadPlot } from '../../parts/plot-language.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { marketTitle, type Chosen } from './chosen.ts'
import type { OverTime } from './over-time.ts'
import style from './match.module.css'

/** The picture comes after the page. Where it cannot be drawn the tables say everything. */
const OutcomeChart = lazy(() =>
  loadPlot(() => import('./outcome-chart.tsx')).then(
    ({ OutcomeChart: chart }) => ({ default: chart }),
    () => ({ default: (_: { of: OverTime; title: string }) => <></> }),
  ),
)

const everyMs = 5_000

/** An outcome over time as a picture and as a table, and who stands on it. */
export function OutcomeColumn({ match, chosen }: { match: Sheet; chosen: Chosen }) {
  const { market, outcome, marketId, oddKey } = chosen
  const { data, error, refetch, isPlaceholderData } = useRead(
    operatorBoard.outcome,
    { id: match.match_id, sub_type_id: marketId, odd_key: oddKey },
    { everyMs },
  )
  const title = `${marketTitle(market)}: ${outcome.display}`
  return (
    <>
      <section className={style.over} aria-labelledby="over-time" aria-busy={isPlaceholderData}>
        <SectionHead
          id="over-time"
          title={
            <>
              {title} <b className={style.priceNow}>{outcome.price ?? '–'}</b>
            </>
          }
        >
          <span className={style.note}>
            <i data-line /> price <i data-bar /> stakes
          </span>
        </SectionHead>
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data && (
          <>
            <Suspense fallback={<div className={style.chart} />}>
              <OutcomeChart of={data} title={title} />
            </Suspense>
            <AsTable of={data} />
          </>
        )}
      </section>
      {data && <WhoStands of={data} match={match} isOld={isPlaceholderData} />}
    </>
  )
}

/** Prices and stakes in the order of time, the newest first. */
function AsTable({ of }: { of: OverTime }) {
  const lines = [
    ...of.prices.map(({ at, price }) => ({ at, price: price ?? 'no price', staked: '' })),
    ...of.stakes.map(({ at, staked, bets }) => ({
      at,
      price: '',
      staked: `${amountText(staked)} (${countText(bets)})`,
    })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : -1))
  return (
    <details className={style.details}>
      <summary>As a table</summary>
      <div className={style.scroll} role="group" aria-labelledby="over-time" tabIndex={0}>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">Price</th>
              <th scope="col">Staked (bets)</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ at, price, staked }) => (
              <tr key={`${at} ${price} ${staked}`}>
                <th scope="row">{whenSecondsText(at, serverNow())}</th>
                <td>{price}</td>
                <td>{staked}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

type Outcome = OverTime & {
  readonly tickets: readonly Standing[]
  readonly others: { readonly bets: number; readonly staked: string; readonly pays: string }
}

/** `isOld`: these are still the tickets of the outcome that was looked at before. */
function WhoStands({ of: { tickets, others }, match, isOld }: { of: Outcome; match: Sheet; isOld: boolean }) {
  const may = useMay()
  const bets = tickets.length + others.bets
  return (
    <section className={style.who} aria-labelledby="who-stands" aria-busy={isOld}>
      <SectionHead id="who-stands" title="Who stands on it">
        <Link to="/bets" search={{ match_id: match.match_id, state: 'open' } as never}>
          {bets === 0 ? 'Bets on the match' : `${countText(bets)} bets; all on the match`}
        </Link>
      </SectionHead>
      {bets === 0 ? (
        <p className="t3">Nobody has an open bet on it.</p>
      ) : (
        <table className={style.table} aria-labelledby="who-stands">
          <thead>
            <tr>
              <th scope="col">Bettor</th>
              <th scope="col">Ticket</th>
              <th scope="col">Stake</th>
              <th scope="col">Price</th>
              <th scope="col">We pay</th>
            </tr>
          </thead>
          <tbody>
            {tickets.map(({ bet_id, bettor_id, bettor_name, stake, price, pays, legs }) => (
              <tr key={bet_id}>
                <th scope="row">
                  {may('bettors.read') ? <BettorLink id={bettor_id}>{bettor_name ?? bettor_id}</BettorLink> : bettor_id}
                </th>
                <td>
                  <Link to="/bets/$id" params={{ id: bet_id }}>
                    {bet_id}
                  </Link>
                  {legs > 1 && <span className="t3"> of {legs}</span>}
                </td>
                <td>{amountText(stake)}</td>
                <td>{price}</td>
                <td>{amountText(pays)}</td>
              </tr>
            ))}
            {others.bets > 0 && (
              <tr className="t2">
                <th scope="row" colSpan={2}>
                  {countText(others.bets)} others
                </th>
                <td>{amountText(others.staked)}</td>
                <td>–</td>
                <td>{amountText(others.pays)}</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
    </section>
  )
}
