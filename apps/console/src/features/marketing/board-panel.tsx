import { operator } from '@nare/contract/operator'
import { useState } from 'react'
import { BettorLink } from '../../parts/bettor-link.tsx'
import { Facts } from '../../parts/controls.tsx'
import { effectText } from '../../parts/effect-text.ts'
import { amountText, countOf, labelOf, moneyText, whenText } from '../../parts/format.ts'
import { ActionButtons, PanelName } from '../../parts/panel.tsx'
import { SeenFirst } from '../../parts/seen-first.tsx'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { nameOf, type Season } from './rows.ts'
import { partText } from './part-text.ts'
import style from './marketing.module.css'

type Props = { readonly row: Season; readonly onClose: () => void }

const when = (at: string): string => whenText(at, serverNow())

/** A period of a board: its prizes against what was staked, who won them, and what can be done. */
export function BoardPanel({ row, onClose }: Props) {
  const isClosed = row.state === 'waiting' || row.state === 'closed'
  const { season_id } = row
  const prizes = useRead(operator.boardPrizes, { season_id }, { enabled: isClosed }).data?.data ?? []
  return (
    <>
      <PanelName>{nameOf(row)}</PanelName>
      <Facts
        rows={[
          ['State', row.state === 'waiting' ? 'Prizes wait' : labelOf(row.state)],
          ['From', when(row.since)],
          ['Until', when(row.ends_at)],
          ...(row.closed_at === null
            ? []
            : [['Closed', `${when(row.closed_at)}, ${row.closed_by ?? 'by itself'}`] as const]),
          ...(row.pays_at === null || row.ended_at !== null ? [] : [['Prizes are paid', when(row.pays_at)] as const]),
          ...(row.ended_at === null
            ? []
            : [[row.withheld ? 'Withheld' : 'Paid', `${when(row.ended_at)}, ${row.ended_by ?? 'by itself'}`] as const]),
        ]}
      />
      <Decisions row={row} onClose={onClose} />
      <h3>What it costs</h3>
      <Facts
        rows={[
          ['Prizes', <b key="prizes">{moneyText(row.withheld ? '0.00' : row.paid)}</b>],
          ['Kept of shared prizes', amountText(row.kept)],
          [row.board === 'sports' ? 'Stakes on sports' : 'Stakes on own games', amountText(row.stakes)],
          ['Returned of these', amountText(row.returns)],
          ['Prizes of the stakes', partText(row.paid, row.stakes)],
        ]}
      />
      {prizes.length > 0 && (
        <>
          <h3>Winners</h3>
          <table className={style.winners}>
            <thead>
              <tr>
                <th scope="col">Place</th>
                <th scope="col">Player</th>
                <th scope="col">Prize</th>
              </tr>
            </thead>
            <tbody>
              {prizes.map(({ rank, bettor_id, player, amount }) => (
                <tr key={bettor_id}>
                  <td>{rank}</td>
                  <td>
                    <BettorLink id={bettor_id}>{player === '' ? `Bettor ${bettor_id}` : player}</BettorLink>
                  </td>
                  <td>{amountText(amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  )
}

type Asked = 'close' | 'pay' | 'withhold'
const keys: Readonly<Record<Asked, string>> = { close: 'c', pay: 'a', withhold: 'r' }

/** What can be done: C closes a period that is over; A pays waiting prizes before their day is over, R withholds them. */
function Decisions({ row, onClose }: Props) {
  const mayManage = useMay()('marketing.manage')
  const [asked, ask] = useState<Asked>()
  const actions: readonly Asked[] = !mayManage
    ? []
    : row.state === 'ended'
      ? ['close']
      : row.state === 'waiting'
        ? ['pay', 'withhold']
        : []
  if (asked === 'close') return <CloseForm row={row} onClose={onClose} />
  if (asked !== undefined) return <PrizesForm key={asked} asked={asked} row={row} onClose={onClose} />
  return <ActionButtons keys={keys} actions={actions} onAsk={ask} />
}

/** Closes a period that is over; who has won what is seen first. */
const CloseForm = ({ row: { season_id }, onClose }: Props) => (
  <SeenFirst
    route={operator.closeBoard}
    fields={{ season_id }}
    title="Close the period"
    sentence={`Its places are final, and its prizes wait, so that you can look at the winners. ${final}`}
    seen={(effect) => `${effectText(effect)} ${final}`}
    action="Close it"
    input={({ reason }) => ({ season_id, reason })}
    done={(answer) =>
      'winners' in answer ? `Closed: ${countOf(answer.winners, 'winner')}, ${moneyText(answer.paid)} waits.` : 'Closed.'
    }
    onClose={onClose}
  />
)
const final = 'Later corrections change nothing.'

/** Pays the waiting prizes of a period, or withholds them; who gets what is seen first. */
function PrizesForm({ asked, row, onClose }: Props & { readonly asked: 'pay' | 'withhold' }) {
  const fields = { season_id: row.season_id, withhold: asked === 'withhold' }
  return (
    <SeenFirst
      route={operator.endPrizes}
      fields={fields}
      title={asked === 'pay' ? 'Pay the prizes now' : 'Withhold the prizes'}
      sentence={
        asked === 'pay'
          ? `${moneyText(row.paid)} in cash goes to ${countOf(row.winners, 'winner')} at once.`
          : `${moneyText(row.paid)} of ${countOf(row.winners, 'winner')} is not paid. This cannot be undone.`
      }
      seen={(effect) => `${effectText(effect)} This cannot be undone.`}
      action={asked === 'pay' ? `Pay ${moneyText(row.paid)}` : 'Withhold'}
      danger={asked === 'withhold'}
      input={({ reason }) => ({ ...fields, reason })}
      done={({ state }) => (state === 'paid' ? 'Paid.' : 'Withheld.')}
      onClose={onClose}
    />
  )
}
