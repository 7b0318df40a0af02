import { messageStates, operatorMessages, type Message } from '@nare/contract/messages'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { Facts, Tag } from '../../parts/controls.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters } from '../../parts/filter.tsx'
import { amountText, countText, labelOf, moneyText, whenText } from '../../parts/format.ts'
import { NewLink } from '../../parts/new-link.tsx'
import { ActionButtons, PanelName } from '../../parts/panel.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay, useMe } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { EffectFacts } from './effect-facts.tsx'

/** Messages to many, with what became of each. */
export function Messages() {
  const [filters, setFilters] = useFilters<'state' | 'id'>()
  const state = messageStates.find((one) => one === filters.state)
  return (
    <PanelList
      title="Messages"
      route={operatorMessages.messages}
      input={{ ...(state && { state }) } as never}
      columns={columns}
      rowId={({ message_id }: Message) => message_id}
      panel={(row, close) => <MessagePanel row={row} onClose={close} />}
      tools={<NewLink to="/house/messages/new" name="New message" permission="marketing.manage" />}
      filters={
        <Filters>
          <ChoiceFilter
            label="State"
            value={state}
            options={messageStates}
            textOf={labelOf}
            onChange={(next) => setFilters({ state: next, id: undefined })}
          />
        </Filters>
      }
      empty="No messages."
    />
  )
}

const columns: readonly Column<Message>[] = [
  { id: 'text', head: 'Message', cell: ({ texts }) => <b>{texts.en}</b>, sort: ({ texts }) => texts.en },
  { id: 'kind', head: 'Kind', cell: ({ kind }) => labelOf(kind), sort: ({ kind }) => kind, width: 96, roomy: true },
  {
    id: 'state',
    head: 'State',
    cell: ({ state }) => (state === 'draft' ? <Tag tone="amber">Waits</Tag> : labelOf(state)),
    sort: ({ state }) => state,
    width: 92,
  },
  {
    id: 'people',
    head: 'People',
    cell: ({ counts }) => countText(counts.people),
    sort: ({ counts }) => counts.people,
    end: true,
    width: 76,
  },
  {
    id: 'sent',
    head: 'Sent',
    cell: ({ counts }) => countText(counts.sent),
    sort: ({ counts }) => counts.sent,
    end: true,
    width: 76,
    roomy: true,
  },
  {
    id: 'delivered',
    head: 'Delivered',
    cell: ({ counts }) => (counts.by_sms === 0 ? '–' : countText(counts.delivered)),
    sort: ({ counts }) => counts.delivered,
    end: true,
    width: 88,
    wide: true,
  },
]

type Asked = 'approve' | 'stop'

function MessagePanel({ row, onClose }: { row: Message; onClose: () => void }) {
  const { name } = useMe()
  const mayManage = useMay()('marketing.manage')
  const { message_id } = row
  const [asked, ask] = useState<Asked>()
  const { data } = useRead(operatorMessages.message, { message_id }, { everyMs: 5_000 })
  const { state, counts, parts, cost, approval, approved_by, stopped_by } = data?.data ?? row
  const effect = data?.effect
  const isDraft = state === 'draft'
  const isOwn = row.by === name
  const possible: Asked[] = isDraft && !isOwn ? ['approve', 'stop'] : isDraft || state === 'sending' ? ['stop'] : []
  const may = mayManage ? possible : []
  return (
    <>
      <PanelName>{row.texts.en}</PanelName>
      <Facts
        rows={[
          ['State', labelOf(state)],
          ['Kind', labelOf(row.kind)],
          ['By', row.channel === 'sms' ? 'SMS' : row.channel === 'app' ? 'the app' : 'SMS and the app'],
          ...(approval === null ? [] : [['Approval', approval] as const]),
          ['Drafted by', `${row.by}, ${whenText(row.at, serverNow())}`],
          ['Approved by', approved_by ?? 'nobody'],
          ...(stopped_by === null ? [] : [['Stopped by', stopped_by] as const]),
        ]}
      />
      {isDraft && isOwn && <p className="t2">You drafted it, so another person approves it.</p>}
      {asked === undefined ? (
        <ActionButtons keys={{ approve: 'a', stop: 'e' }} actions={may} onAsk={ask} />
      ) : (
        <ActionForm
          key={asked}
          route={asked === 'approve' ? operatorMessages.approveMessage : operatorMessages.stopMessage}
          title={asked === 'approve' ? 'Approve and send' : isDraft ? 'Drop the draft' : 'Stop the message'}
          sentence={
            asked === 'approve'
              ? `It goes out from now on${effect ? ` and costs about ${moneyText(effect.cost)}` : ''}. This cannot be undone.`
              : 'Whoever has not got it gets nothing. This cannot be undone.'
          }
          action={asked === 'approve' ? 'Approve' : isDraft ? 'Drop it' : 'Stop'}
          danger={asked === 'stop'}
          input={({ reason }) => ({ message_id, reason })}
          onClose={onClose}
        />
      )}
      {effect ? (
        <EffectFacts effect={effect} />
      ) : (
        <Facts
          rows={[
            ['People', countText(counts.people)],
            ['Waiting', countText(counts.waiting)],
            ['Sent', countText(counts.sent)],
            ['By SMS', countText(counts.by_sms)],
            ['Delivered', countText(counts.delivered)],
            ['Not delivered', countText(counts.undelivered)],
            ['No report yet', countText(counts.by_sms - counts.delivered - counts.undelivered)],
            ['Failed', countText(counts.failed)],
            ['Perhaps sent', countText(counts.unknown)],
            ['Refused', countText(counts.refused)],
            ['SMS parts', countText(parts)],
            ['Cost', amountText(cost)],
          ]}
        />
      )}
    </>
  )
}
