import type { Answer } from '@nare/contract/route'
import { operator } from '@nare/contract/operator'
import { operatorPromotions } from '@nare/contract/operator-promotions'
import { useState, type ReactNode } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { Facts, Tag } from '../../parts/controls.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { amountText, countText, labelOf, moneyText, whenText } from '../../parts/format.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay, useMe } from '../../wire/me.ts'
import { PaymentList } from './payment-list.tsx'
import style from './payments.module.css'

type Jackpot = Answer<typeof operator.operatorJackpots>['data'][number]
type Promotion = Answer<typeof operatorPromotions.promotions>['data'][number]

const when = (at: string): string => whenText(at, serverNow())

/** Jackpots that another person of the house has drafted: whoever opens one lets bettors buy its tickets. */
export function JackpotDrafts() {
  return (
    <PaymentList
      title="Jackpot drafts"
      route={operator.operatorJackpots}
      input={{ state: 'draft' } as never}
      columns={jackpotColumns}
      rowId={({ jackpot_id }: Jackpot) => jackpot_id}
      panel={(row, close) => <JackpotPanel row={row} onClose={close} />}
    />
  )
}

function JackpotPanel({ row, onClose }: { row: Jackpot; onClose: () => void }) {
  const { jackpot_id: id, name, closes_at } = row
  return (
    <>
      <p className={style.amount}>{name}</p>
      <Facts
        rows={[
          ['Code', row.code],
          ['Kind', labelOf(row.mode)],
          ['Matches', row.matches],
          ['Closes', when(closes_at)],
          ['Carried in', amountText(row.books.carried_in)],
          ['Drafted by', row.created_by],
        ]}
      />
      <OfAnother author={row.created_by} permission="jackpots.manage">
        <ActionForm
          route={operator.openJackpot}
          title="Open the jackpot"
          sentence={`Bettors can buy tickets of ${name} until ${when(closes_at)}.`}
          action="Open"
          input={({ reason }) => ({ id, reason })}
          onClose={onClose}
        />
      </OfAnother>
    </>
  )
}

/** Promotions, those that wait for a second person among them. */
export function Promotions() {
  return (
    <PaymentList
      title="Promotions"
      route={operatorPromotions.promotions}
      columns={promotionColumns}
      rowId={({ promotion_id }: Promotion) => promotion_id}
      panel={(row, close) => <PromotionPanel row={row} onClose={close} />}
    />
  )
}

const choices = ['approve', 'stop'] as const

function PromotionPanel({ row, onClose }: { row: Promotion; onClose: () => void }) {
  const { name } = useMe()
  const may = useMay()
  const { promotion_id: id, title, cost, bettors, state } = row
  const options = choices.filter((one) => one === 'stop' || (state === 'proposed' && row.proposed_by !== name))
  const [chosen, choose] = useState<(typeof choices)[number]>(options[0] ?? 'stop')
  const isOver = state === 'stopped' || state === 'over'
  return (
    <>
      <p className={style.amount}>{title.en}</p>
      <Facts
        rows={[
          ['State', state === 'proposed' ? 'Waits for a second person' : labelOf(state)],
          ['Kind', labelOf(row.kind)],
          ['From', when(row.starts_at)],
          ['Until', when(row.ends_at)],
          ['Costs at most', moneyText(cost.cap)],
          ['Given so far', amountText(cost.given)],
          ['Joined', countText(bettors.joined)],
          ['Proposed by', row.proposed_by],
          ['Approved by', row.approved_by ?? 'nobody'],
        ]}
      />
      {!isOver && may('marketing.manage') && (
        <ActionForm
          key={chosen}
          route={chosen === 'approve' ? operatorPromotions.approvePromotion : operatorPromotions.stopPromotion}
          title={chosen === 'approve' ? 'Approve the promotion' : 'Stop the promotion'}
          sentence={
            chosen === 'approve'
              ? `It runs from ${when(row.starts_at)} and gives at most ${moneyText(cost.cap)}.`
              : 'Nobody can join any more. Those who joined are honoured. This cannot be undone.'
          }
          action={chosen === 'approve' ? 'Approve' : 'Stop'}
          danger={chosen === 'stop'}
          input={({ reason }) => ({ id, reason })}
          onClose={onClose}
        >
          {options.length > 1 && (
            <ChoiceField label="Then" value={chosen} options={options} textOf={labelOf} onChange={choose} />
          )}
        </ActionForm>
      )}
    </>
  )
}

/** What a second person may do; its author reads why it is not there. */
function OfAnother({
  author,
  permission,
  children,
}: {
  author: string
  permission: Parameters<ReturnType<typeof useMay>>[0]
  children: ReactNode
}) {
  const { name } = useMe()
  const may = useMay()
  if (!may(permission)) return null
  return author === name ? <p className="t2">You drafted it, so another person opens it.</p> : children
}

const jackpotColumns: readonly Column<Jackpot>[] = [
  { id: 'name', head: 'Jackpot', cell: ({ name }) => <b>{name}</b>, sort: ({ name }) => name },
  { id: 'mode', head: 'Kind', cell: ({ mode }) => labelOf(mode), sort: ({ mode }) => mode, width: 110, wide: true },
  {
    id: 'matches',
    head: 'Matches',
    cell: ({ matches }) => matches,
    sort: ({ matches }) => matches,
    end: true,
    width: 80,
  },
  {
    id: 'closes',
    head: 'Closes',
    cell: ({ closes_at }) => when(closes_at),
    sort: ({ closes_at }) => closes_at,
    width: 120,
  },
  { id: 'by', head: 'Drafted by', cell: ({ created_by }) => created_by, width: 110, wide: true },
]

const promotionColumns: readonly Column<Promotion>[] = [
  { id: 'title', head: 'Promotion', cell: ({ title }) => <b>{title.en}</b>, sort: ({ title }) => title.en },
  {
    id: 'state',
    head: 'State',
    cell: ({ state }) => (state === 'proposed' ? <Tag tone="amber">Waits</Tag> : labelOf(state)),
    sort: ({ state }) => state,
    width: 100,
  },
  {
    id: 'cap',
    head: 'Costs at most',
    cell: ({ cost }) => amountText(cost.cap),
    sort: ({ cost }) => Number(cost.cap),
    end: true,
    width: 110,
  },
  {
    id: 'given',
    head: 'Given',
    cell: ({ cost }) => amountText(cost.given),
    sort: ({ cost }) => Number(cost.given),
    end: true,
    width: 100,
    wide: true,
  },
  {
    id: 'starts',
    head: 'From',
    cell: ({ starts_at }) => when(starts_at),
    sort: ({ starts_at }) => starts_at,
    width: 120,
    wide: true,
  },
  { id: 'by', head: 'Proposed by', cell: ({ proposed_by }) => proposed_by, width: 110, wide: true },
]
