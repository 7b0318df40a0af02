import { operatorCare as care } from '@nare/contract/care'
import { consoleBettors, type BettorDetails } from '@nare/contract/console-bettors'
import type { Answer } from '@nare/contract/route'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Signed } from '../../parts/amounts.tsx'
import { Facts } from '../../parts/controls.tsx'
import { amountText, countOf, countText, dayText, labelOf, momentsText, whenText } from '../../parts/format.ts'
import { markerText } from '../../parts/marker-text.ts'
import { PageLink } from '../../parts/page-link.tsx'
import { paidByText } from '../../parts/linked-text.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { Access } from './access.tsx'
import type { Ending } from './ending-form.tsx'
import { barsOf } from './net-bars.ts'
import { periodText } from '../../parts/period-text.ts'
import { Section } from './side-section.tsx'
import { Suspicions } from './suspicions.tsx'
import style from './side.module.css'

type Props = { readonly bettor: BettorDetails; readonly onEnd: ((ending: Ending) => void) | undefined }

/** Facts beside the timeline: open tickets, for who may know of them suspicions, linked accounts, what we kept by product, what lets somebody in, breaks and where the bettor came from. */
export function BettorSide({ bettor, onEnd }: Props) {
  const { net, net_total, open_tickets, open, breaks, sources, markers } = bettor
  const seesMarkers = useMay()('protection.read')
  return (
    <>
      {open_tickets.length > 0 && (
        <Section id="tickets" title="Open tickets" about={countOf(open.count, 'ticket')}>
          <OpenTickets tickets={open_tickets} />
        </Section>
      )}
      <Suspicions id={bettor.bettor_id} />
      <Links id={bettor.bettor_id} />
      {seesMarkers && <Markers id={bettor.bettor_id} />}
      <Section id="net" title="Net by product" about="+ we keep, − we pay, before taxes">
        <table className={style.rows}>
          <thead className="unseen">
            <tr>
              <th scope="col">Product</th>
              <th scope="col">We keep</th>
              <th scope="col">Bets</th>
            </tr>
          </thead>
          <tbody>
            {barsOf(net).map(({ product, net: kept, bets, percent }) => (
              <tr key={product}>
                <th scope="row">
                  {labelOf(product)}
                  <span className={style.bar} data-side={kept.startsWith('-') ? 'pay' : 'keep'} aria-hidden="true">
                    <i style={{ width: `${percent / 2}%` }} />
                  </span>
                </th>
                <td>
                  <b>
                    <Signed amount={kept} />
                  </b>
                </td>
                <td className="t3">{countText(bets)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">All</th>
              <td>
                <b>
                  <Signed amount={net_total} />
                </b>
              </td>
              <td>{countText(net.reduce((sum, { bets }) => sum + bets, 0))}</td>
            </tr>
          </tbody>
        </table>
      </Section>
      <Access bettor={bettor} onEnd={onEnd} />
      {markers.length > 0 && (
        <Section id="markers" title="Signs of harm" about="90 days">
          <Pairs
            rows={markers.map(({ day, score, reasons }) => [
              `${dayText(`${day}T12:00:00Z`)}, score ${score}`,
              reasons.map(({ sign, times }) => `${labelOf(sign)} ${times} ×`).join(', '),
            ])}
          />
        </Section>
      )}
      {breaks.length > 0 && (
        <Section id="breaks" title="Breaks and exclusions">
          <Pairs
            rows={breaks.map(({ kind, period, since, until }) => [
              `${labelOf(kind)} of ${periodText(period)}`,
              `${dayText(since)} to ${dayText(until)}`,
            ])}
          />
        </Section>
      )}
      <Section id="sources" title="Came from">
        <Pairs
          empty="No source is known."
          rows={[
            ['Source', sources.utm_source] as const,
            ['Campaign', sources.utm_campaign] as const,
            ['Affiliate', sources.btag] as const,
          ].filter(([, value]) => value !== null)}
        />
      </Section>
    </>
  )
}

function OpenTickets({ tickets }: { tickets: BettorDetails['open_tickets'] }) {
  return (
    <ul className={style.list}>
      {tickets.map(({ bet_id, text, stake, possible_win, placed_at }) => {
        const shown = momentsText(text, serverNow())
        return (
          <li key={bet_id}>
            <Link to="/bets/$id" params={{ id: bet_id }} title={shown}>
              {shown}
            </Link>
            <span className="num">{amountText(stake)}</span>
            <small>{whenText(placed_at, serverNow())}</small>
            <small className="num">{possible_win !== null && `could pay ${amountText(possible_win)}`}</small>
          </li>
        )
      })}
    </ul>
  )
}

type Linked = Answer<typeof consoleBettors.bettorLinks>['data'][number]
const linkTexts: Readonly<Record<Linked['by'], string>> = {
  device: 'same device',
  payer: "same payer's number",
  document: 'same document',
}

function Links({ id }: { id: string }) {
  const { data } = useRead(consoleBettors.bettorLinks, { id })
  const links = data?.data ?? []
  const paidBy = data && paidByText(data)
  const strong = links.filter(({ by }) => by !== 'device').length
  return (
    <Section
      id="links"
      title="Linked accounts"
      about={strong > 0 ? <b className={style.strong}>{strong} strong</b> : undefined}
    >
      {links.length === 0 && <p className="t3">{data ? 'None.' : 'Loading…'}</p>}
      {paidBy !== undefined && <Facts rows={[['Paid in by', <b key="payers">{paidBy}</b>]]} />}
      <ul className={style.list}>
        {links.map(({ bettor_id, name, by, since, times }) => (
          <li key={`${by} ${bettor_id}`}>
            <Link to="/bettors/$id" params={{ id: bettor_id }}>
              {name}
            </Link>
            <span className={by === 'device' ? 't2' : style.strong}>
              {linkTexts[by]}, {times} ×
            </span>
            <small>since {dayText(since)}</small>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The last markers of harm, whatever became of them, each as a link to where it is worked. */
function Markers({ id }: { id: string }) {
  const { data } = useRead(care.careMarkers, { bettor_id: id, state: 'any', limit: 10 })
  const markers = data?.data ?? []
  const all = `/house/protection/markers?bettor=${id}&state=any`
  return (
    <Section id="care" title="Markers of harm" about={markers.length > 0 && <PageLink page={all}>All</PageLink>}>
      {markers.length === 0 && <p className="t3">{data ? 'None.' : 'Loading…'}</p>}
      <ul className={style.list}>
        {markers.map((marker) => (
          <li key={marker.marker_id}>
            <PageLink page={`/house/protection/markers?marker=${marker.marker_id}&state=any`}>
              {labelOf(marker.rule)}
            </PageLink>
            <span className={marker.state === 'open' ? style.strong : 't2'}>{labelOf(marker.state)}</span>
            <small>{markerText(marker)}</small>
            <small>{whenText(marker.raised_at, serverNow())}</small>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Pairs({ rows, empty }: { rows: readonly (readonly [string, ReactNode])[]; empty?: string }) {
  return rows.length === 0 ? <p className="t3">{empty}</p> : <Facts rows={rows} />
}
