import { operatorPromotions } from '@nare/contract/operator-promotions'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { Facts } from '../../parts/controls.tsx'
import { amountText, countOf, countText, labelOf, moneyText, whenText } from '../../parts/format.ts'
import { ActionButtons, PanelName } from '../../parts/panel.tsx'
import { serverNow } from '../../wire/browser.ts'
import { useMay, useMe } from '../../wire/me.ts'
import { factRows, stateText } from './promotion-texts.ts'
import { costOf, type Promotion } from './rows.ts'
import style from './marketing.module.css'

type Props = { readonly row: Promotion; readonly onClose: () => void }

const when = (at: string): string => whenText(at, serverNow())

/** A promotion with its rules, its money and its texts: what its second person approves, and what it has cost since. */
export function PromotionPanel({ row, onClose }: Props) {
  const { title, cost, bettors, bonus } = row
  const [asked, ask] = useState<'approve' | 'stop'>()
  return (
    <>
      <PanelName>{title.en}</PanelName>
      <Facts
        rows={[
          ['State', stateText(row.state)],
          ['Kind', labelOf(row.kind)],
          ['From', when(row.starts_at)],
          ['Until', when(row.ends_at)],
          ['Proposed by', row.proposed_by],
          ['Approved by', row.approved_by ?? 'nobody'],
          ...(row.stopped_by === null ? [] : [['Stopped by', row.stopped_by] as const]),
        ]}
      />
      <Decisions row={row} asked={asked} onAsk={ask} onClose={onClose} />
      <h3>What it costs</h3>
      <Facts
        rows={[
          ['Cost', <b key="cost">{moneyText(costOf(row))}</b>],
          ['At most', amountText(cost.cap)],
          ['Given', amountText(cost.given)],
          ['Reserved for who joined', amountText(cost.reserved)],
          ['Left for others', amountText(cost.left)],
          ['Joined', countText(bettors.joined)],
          ['Rewarded', countText(bettors.rewarded)],
          ['Without a reward', countText(bettors.lapsed)],
        ]}
      />
      {bonus && (
        <>
          <h3>Its bonus money</h3>
          <Facts
            rows={[
              ['Granted', `${amountText(bonus.granted)} in ${countOf(bonus.grants, 'grant')}`],
              ['Staked of what is needed', `${amountText(bonus.wagered)} of ${amountText(bonus.to_wager)}`],
              ['Became cash', amountText(bonus.converted)],
              ['Expired', amountText(bonus.expired)],
              ['Given up', amountText(bonus.cancelled)],
              ['Added for corrections', amountText(bonus.restored)],
              ['Counted to transfer', bonus.until_transfer],
            ]}
          />
        </>
      )}
      <h3>Its rules</h3>
      <Facts rows={factRows(row.facts)} />
      <details open>
        <summary className={style.summary}>What bettors read</summary>
        {(['en', 'sw'] as const).map((lang) => (
          <div key={lang} lang={lang} className={style.text}>
            <b>{title[lang]}</b>
            <p>{row.summary[lang]}</p>
            {row.terms[lang] !== '' && <p className={style.terms}>{row.terms[lang]}</p>}
          </div>
        ))}
      </details>
    </>
  )
}

type Asked = 'approve' | 'stop'
const keys: Readonly<Record<Asked, string>> = { approve: 'a', stop: 'e' }
type DecisionProps = Props & { readonly asked: Asked | undefined; readonly onAsk: (asked: Asked) => void }

/** What can be done: A approves the proposal of another person, E stops it. */
function Decisions({ row, asked, onAsk, onClose }: DecisionProps) {
  const { name } = useMe()
  const mayManage = useMay()('marketing.manage')
  const { promotion_id: id, state, cost } = row
  const isOver = state === 'stopped' || state === 'over'
  const isOwn = row.proposed_by === name
  const mayStop = mayManage && !isOver
  const mayApprove = mayManage && state === 'proposed' && !isOwn
  if (asked !== undefined)
    return (
      <ActionForm
        key={asked}
        route={asked === 'approve' ? operatorPromotions.approvePromotion : operatorPromotions.stopPromotion}
        title={
          asked === 'approve'
            ? 'Approve the promotion'
            : state === 'proposed'
              ? 'Drop the proposal'
              : 'Stop the promotion'
        }
        sentence={
          asked === 'approve'
            ? `It runs from ${when(row.starts_at)} until ${when(row.ends_at)} and gives at most ${moneyText(cost.cap)}.`
            : state === 'proposed'
              ? 'It is never offered. This cannot be undone.'
              : `Nobody can join any more. Those who joined are honoured: ${moneyText(cost.reserved)} is reserved for them. This cannot be undone.`
        }
        action={asked === 'approve' ? 'Approve' : state === 'proposed' ? 'Drop it' : 'Stop'}
        danger={asked === 'stop'}
        input={({ reason }) => ({ id, reason })}
        onClose={onClose}
      />
    )
  if (!mayStop) return null
  return (
    <>
      {state === 'proposed' && isOwn && <p className="t2">You proposed it, so another person approves it.</p>}
      <ActionButtons
        keys={keys}
        actions={mayApprove ? ['approve', 'stop'] : ['stop']}
        textOf={(action) => (action === 'stop' && state === 'proposed' ? 'Drop it' : labelOf(action))}
        onAsk={onAsk}
      />
    </>
  )
}
