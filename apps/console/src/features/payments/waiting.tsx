import { currencySign } from '@nare/ui/format'
import type { Answer } from '@nare/contract/route'
import { operator } from '@nare/contract/operator'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { Waits } from '../../parts/age.tsx'
import { BettorLink, useBettorKey } from '../../parts/bettor-link.tsx'
import { Facts } from '../../parts/controls.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { Filters, TextFilter } from '../../parts/filter.tsx'
import { amountText, labelOf, moneyText } from '../../parts/format.ts'
import { useFilters } from '../../parts/use-filters.ts'
import { AskedForm } from '../../parts/asked-form.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
import { payerText } from './rules.ts'
import style from './payments.module.css'

type Unmatched = Answer<typeof operator.unmatched>['data'][number]
type Returned = Answer<typeof operator.waitingReturns>['data'][number]
type Unresolved = Answer<typeof operator.unresolvedWithdrawals>['data'][number]

/** How long a row has waited. */
export const waits = <Row,>(of: (row: Row) => string): Column<Row> => ({
  id: 'waits',
  head: 'Waits',
  cell: (row) => <Waits since={of(row)} />,
  sort: (row) => Date.parse(of(row)),
  width: 76,
})
const amount = <Row,>(of: (row: Row) => string): Column<Row> => ({
  id: 'amount',
  head: currencySign(),
  cell: (row) => <b>{amountText(of(row))}</b>,
  sort: (row) => Number(of(row)),
  end: true,
  width: 96,
})
const isId = (text: string): boolean => /^[1-9]\d{0,17}$/.test(text)

/** Marks a field as the first of its form, where it begins empty. */
const firstIf = (isEmpty: boolean) => (isEmpty ? { 'data-first': true } : {})

/** Payments to the paybill without an owner, to be assigned to a bettor. */
export function UnmatchedPayments() {
  const [{ q }, setFilters] = useFilters<'q'>()
  const asked = { ...(q && { q }) }
  return (
    <PanelList
      title="Unmatched"
      route={operator.unmatched}
      input={asked as never}
      csv={asked}
      filters={
        <Filters>
          <TextFilter
            label="Find"
            value={q}
            placeholder="Receipt, account, payer"
            onChange={(next) => setFilters({ q: next })}
          />
        </Filters>
      }
      columns={unmatchedColumns}
      rowId={({ provider, receipt }: Unmatched) => `${provider}-${receipt}`}
      panel={(row, close) => <AssignPanel row={row} onClose={close} />}
    />
  )
}

function AssignPanel({ row, onClose }: { row: Unmatched; onClose: () => void }) {
  const [bettor, setBettor] = useState(row.proposed_bettor_id ?? '')
  const { provider, receipt } = row
  return (
    <>
      <p className={style.amount}>{moneyText(row.amount)}</p>
      <Facts
        rows={[
          ['Receipt', receipt],
          ['Account typed', row.reference || '–'],
          ['Paid by', row.payer ? payerText(row.payer) : 'payer unknown to the provider'],
          ['Proposed by', row.proposed_by ?? 'nobody'],
        ]}
      />
      <AskedForm action="Assign">
        <ActionForm
          route={operator.assignUnmatched}
          title="Assign to a bettor"
          sentence={`${moneyText(row.amount)} is credited to the bettor once the provider confirms the receipt.`}
          action="Assign"
          missing={isId(bettor.trim()) ? undefined : 'Enter the bettor’s id'}
          input={({ reason }) => ({ provider, receipt, bettor_id: bettor.trim(), reason })}
          onClose={onClose}
        >
          <Field
            label="Bettor"
            value={bettor}
            inputMode="numeric"
            {...firstIf(!row.proposed_bettor_id)}
            onChange={({ target }) => setBettor(target.value)}
          />
        </ActionForm>
      </AskedForm>
    </>
  )
}

const unmatchedColumns: readonly Column<Unmatched>[] = [
  waits(({ received_at }) => received_at),
  { id: 'receipt', head: 'Receipt', cell: ({ receipt }) => receipt, sort: ({ receipt }) => receipt, width: 112 },
  amount((row) => row.amount),
  { id: 'reference', head: 'Account', cell: ({ reference }) => reference || '–' },
  {
    id: 'payer',
    head: 'Paid by',
    cell: ({ payer }) => (payer ? payerText(payer) : <span className="t3">unknown to the provider</span>),
    wide: true,
  },
  { id: 'proposed', head: 'Proposed by', cell: ({ proposed_by }) => proposed_by ?? '–', width: 110, wide: true },
]

/** Money that arrived while it could not be played with, to be sent back. */
export function WaitingReturns() {
  return (
    <PanelList
      title="Returns"
      route={operator.waitingReturns}
      csv={{}}
      columns={returnColumns}
      rowId={({ deposit_id }: Returned) => deposit_id}
      panel={(row, close) => <ReturnPanel row={row} onClose={close} />}
    />
  )
}

function ReturnPanel({ row, onClose }: { row: Returned; onClose: () => void }) {
  const [msisdn, setMsisdn] = useState('')
  const id = row.deposit_id
  useBettorKey(row.bettor_id)
  return (
    <>
      <p className={style.amount}>{moneyText(row.left)}</p>
      <Facts
        rows={[
          ['Deposit', `D-${id}`],
          [
            'Bettor',
            <BettorLink key="bettor" id={row.bettor_id}>
              {row.bettor_id}
            </BettorLink>,
          ],
          ['Paid by', row.payer ? payerText(row.payer) : 'payer unknown to the provider'],
          ['Because', labelOf(row.because)],
          ['Attempts', row.attempts],
        ]}
      />
      {row.because === 'not_sendable' ? (
        <AskedForm action="Credit">
          <ActionForm
            route={operator.creditReturn}
            title="Credit to the bettor"
            sentence={`No provider sends ${moneyText(row.left)}. It is credited as a deposit, less the tax.`}
            action="Credit"
            input={({ reason }) => ({ id, reason })}
            onClose={onClose}
          />
        </AskedForm>
      ) : (
        <AskedForm action="Send back">
          <ActionForm
            route={operator.giveBack}
            title="Send back to a number"
            sentence={`${moneyText(row.left)} is sent once a second person has confirmed.`}
            action="Propose"
            missing={msisdn.trim().length < 9 ? 'Enter the number' : undefined}
            input={({ reason }) => ({ id, msisdn: msisdn.trim(), reason })}
            onClose={onClose}
          >
            <Field
              label="Number"
              value={msisdn}
              inputMode="tel"
              data-first
              onChange={({ target }) => setMsisdn(target.value)}
            />
          </ActionForm>
        </AskedForm>
      )}
    </>
  )
}

const returnColumns: readonly Column<Returned>[] = [
  waits(({ since }) => since),
  { id: 'bettor', head: 'Bettor', cell: ({ bettor_id }) => bettor_id, sort: ({ bettor_id }) => bettor_id, width: 76 },
  amount((row) => row.left),
  { id: 'because', head: 'Because', cell: ({ because }) => labelOf(because), sort: ({ because }) => because },
  {
    id: 'payer',
    head: 'Paid by',
    cell: ({ payer }) => (payer ? payerText(payer) : <span className="t3">unknown to the provider</span>),
    wide: true,
  },
]

/** Payouts that the provider does not end: two persons end them by its statement. */
export function UnresolvedPayouts() {
  return (
    <PanelList
      title="Unresolved"
      route={operator.unresolvedWithdrawals}
      csv={{}}
      columns={unresolvedColumns}
      rowId={({ withdrawal_id }: Unresolved) => withdrawal_id}
      panel={(row, close) => <EndPanel row={row} onClose={close} />}
    />
  )
}

function EndPanel({ row, onClose }: { row: Unresolved; onClose: () => void }) {
  const [outcome, setOutcome] = useState<'paid' | 'not_paid'>('paid')
  const [evidence, setEvidence] = useState(row.receipt ?? '')
  const [paid, setPaid] = useState('')
  const id = row.withdrawal_id
  useBettorKey(row.bettor_id)
  const isPaid = outcome === 'paid'
  return (
    <>
      <p className={style.amount}>{moneyText(row.sum)}</p>
      <Facts
        rows={[
          ['Withdrawal', `W-${id}`],
          [
            'Bettor',
            <BettorLink key="bettor" id={row.bettor_id}>
              {row.bettor_id}
            </BettorLink>,
          ],
          ['To', row.msisdn],
          ['Because', labelOf(row.because)],
          ['Our id', row.conversation],
          ['Provider’s id', row.request_id ?? '–'],
          ['Asked the provider', `${row.checks} times`],
          ['Proposed', row.proposed ? `${labelOf(row.proposed.outcome)} by ${row.proposed.operator}` : 'nothing'],
        ]}
      />
      <AskedForm action="End it">
        <ActionForm
          route={operator.endWithdrawal}
          title="End by the provider’s statement"
          sentence={
            isPaid
              ? 'The payout counts as paid once a second person has confirmed.'
              : `${moneyText(row.debited)} goes back once a second person has confirmed.`
          }
          action="Propose"
          missing={evidence.trim().length < 4 ? (isPaid ? 'Enter the receipt' : 'Enter what shows it') : undefined}
          input={({ reason }) => ({
            ...{ id, outcome, reason },
            ...(isPaid ? { receipt: evidence.trim() } : { reference: evidence.trim() }),
            ...(isPaid && paid.trim() !== '' && { amount: paid.trim() }),
          })}
          onClose={onClose}
        >
          <label>
            <input
              type="checkbox"
              checked={!isPaid}
              onChange={({ target }) => setOutcome(target.checked ? 'not_paid' : 'paid')}
            />{' '}
            It was not paid
          </label>
          <Field
            label={isPaid ? 'Receipt' : 'What shows it'}
            value={evidence}
            maxLength={80}
            {...firstIf(!row.receipt)}
            onChange={({ target }) => setEvidence(target.value)}
          />
          {isPaid && (
            <Field
              label="Amount, if another was paid"
              value={paid}
              inputMode="decimal"
              onChange={({ target }) => setPaid(target.value)}
            />
          )}
        </ActionForm>
      </AskedForm>
    </>
  )
}

const unresolvedColumns: readonly Column<Unresolved>[] = [
  waits(({ sent_at }) => sent_at),
  { id: 'bettor', head: 'Bettor', cell: ({ bettor_id }) => bettor_id, sort: ({ bettor_id }) => bettor_id, width: 76 },
  amount((row) => row.sum),
  { id: 'because', head: 'Because', cell: ({ because }) => labelOf(because), sort: ({ because }) => because },
  { id: 'provider', head: 'Provider', cell: ({ provider }) => labelOf(provider), width: 96, wide: true },
]
