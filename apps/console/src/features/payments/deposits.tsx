import { currencySign } from '@nare/ui/format'
import type { Answer } from '@nare/contract/route'
import { operator } from '@nare/contract/operator'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { BettorLink, useBettorKey } from '../../parts/bettor-link.tsx'
import { Facts, Tag } from '../../parts/controls.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filter.tsx'
import { amountText, labelOf, moneyText, whenText } from '../../parts/format.ts'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { PanelList } from '../../parts/panel-list.tsx'
import { payerText } from './rules.ts'
import style from './payments.module.css'

type Deposit = Answer<typeof operator.deposits>['data'][number]
const states = ['open', 'pending', 'unknown', 'succeeded', 'failed', 'returnable'] as const

/** Deposits in every state; one that did not arrive can be given its receipt, or ended. */
export function Deposits() {
  const [filters, setFilters] = useFilters<'state' | 'q' | 'from' | 'to'>()
  const { q, from, to } = filters
  const state = states.find((each) => each === filters.state)
  const asked = { ...(state && { state }), ...(q && { q }), ...(from && { from }), ...(to && { to }) }
  return (
    <PanelList
      title="Deposits"
      route={operator.deposits}
      input={asked as never}
      csv={asked}
      columns={columns}
      rowId={({ deposit_id }: Deposit) => deposit_id}
      panel={(row, close) => <DepositPanel row={row} onClose={close} />}
      filters={
        <Filters>
          <TextFilter
            label="Find"
            value={q}
            placeholder="Name, number, id, receipt"
            onChange={(next) => setFilters({ q: next })}
          />
          <ChoiceFilter label="State" value={state} options={states} onChange={(next) => setFilters({ state: next })} />
          <TextFilter label="From" type="date" value={from} onChange={(next) => setFilters({ from: next })} wide />
          <TextFilter label="To" type="date" value={to} onChange={(next) => setFilters({ to: next })} wide />
        </Filters>
      }
    />
  )
}

function DepositPanel({ row, onClose }: { row: Deposit; onClose: () => void }) {
  const may = useMay()
  const [asked, setAsked] = useState<'receipt' | 'statement' | 'end'>()
  const [receipt, setReceipt] = useState('')
  const id = row.deposit_id
  useBettorKey(row.bettor_id)
  return (
    <>
      <span className="t3">D-{id}</span>
      <p className={style.amount}>{moneyText(row.amount)}</p>
      <Facts
        rows={[
          [
            'Bettor',
            <BettorLink key="bettor" id={row.bettor_id}>
              {row.name ?? row.bettor_id}
            </BettorLink>,
          ],
          ['State', row.returnable ? 'To be sent back' : labelOf(row.status)],
          ['Reason', row.reason ? labelOf(row.reason) : '–'],
          ['From', row.payer ? payerText(row.payer) : (row.msisdn ?? '–')],
          ['Receipt', row.receipt ?? '–'],
          ['Claimed receipt', row.claim_receipt ?? '–'],
          ['Reference', row.reference ?? '–'],
          ['Tax', amountText(row.tax)],
          ['Asked the provider', `${row.checks} times`],
          ['Changed', whenText(row.changed_at, serverNow())],
        ]}
      />
      {asked === undefined && row.status !== 'succeeded' && may('payments.decide') && (
        <div className={style.buttons}>
          <Button small onClick={() => setAsked(row.by_statement ? 'statement' : 'receipt')}>
            {row.by_statement ? 'Confirm by the statement' : 'Enter the receipt'}
          </Button>
          {row.status === 'unknown' && (
            <Button small look="plain" onClick={() => setAsked('end')}>
              End as not paid
            </Button>
          )}
        </div>
      )}
      {asked === 'receipt' && (
        <ActionForm
          route={operator.nameReceipt}
          title="Enter the receipt"
          sentence="The provider is asked about it. The deposit is credited once the provider confirms receipt and amount."
          action="Ask the provider"
          missing={receipt.trim().length < 4 ? 'Enter the receipt' : undefined}
          input={({ reason }) => ({ id, receipt: receipt.trim(), reason })}
          onClose={onClose}
        >
          <Field
            label="Receipt"
            value={receipt}
            maxLength={40}
            data-first
            onChange={({ target }) => setReceipt(target.value)}
          />
        </ActionForm>
      )}
      {asked === 'statement' && (
        <ActionForm
          route={operator.confirmDeposit}
          title="Confirm by the statement"
          sentence={`This provider cannot be asked. ${moneyText(row.amount)} is credited if the statement has exactly this amount under the receipt.`}
          action="Credit"
          missing={receipt.trim().length < 4 ? 'Enter the receipt' : undefined}
          input={({ reason }) => ({ id, receipt: receipt.trim(), amount: row.amount, reason })}
          onClose={onClose}
        >
          <Field
            label="Receipt in the statement"
            value={receipt}
            maxLength={40}
            data-first
            onChange={({ target }) => setReceipt(target.value)}
          />
        </ActionForm>
      )}
      {asked === 'end' && (
        <ActionForm
          route={operator.endDeposit}
          title="End the deposit"
          sentence={`${moneyText(row.amount)} counts as not paid. If the money arrives later, it is credited as usual.`}
          action="End"
          danger
          input={({ reason }) => ({ id, reason })}
          onClose={onClose}
        />
      )}
    </>
  )
}

const columns: readonly Column<Deposit>[] = [
  {
    id: 'at',
    head: 'At',
    cell: ({ created_at }) => whenText(created_at, serverNow()),
    sort: ({ created_at }) => Date.parse(created_at),
    width: 110,
    wide: true,
  },
  {
    id: 'bettor',
    head: 'Bettor',
    cell: ({ name, bettor_id }) => <b>{name ?? bettor_id}</b>,
    sort: ({ name }) => name ?? '',
  },
  {
    id: 'amount',
    head: currencySign(),
    cell: ({ amount }) => amountText(amount),
    sort: ({ amount }) => Number(amount),
    end: true,
    width: 96,
  },
  {
    id: 'status',
    head: 'State',
    cell: ({ status, returnable }) =>
      status === 'unknown' || returnable ? (
        <Tag tone="amber">{returnable ? 'To send back' : 'Unknown'}</Tag>
      ) : (
        labelOf(status)
      ),
    sort: ({ status }) => status,
    width: 120,
  },
  {
    id: 'provider',
    head: 'Provider',
    cell: ({ provider }) => labelOf(provider),
    sort: ({ provider }) => provider,
    width: 88,
    wide: true,
  },
  {
    id: 'receipt',
    head: 'Receipt',
    cell: ({ receipt, claim_receipt }) => receipt ?? claim_receipt ?? '–',
    width: 130,
    wide: true,
  },
]
