import type { Answer } from '@nare/contract/route'
import { operator } from '@nare/contract/operator'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { Empty, Head, Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filter.tsx'
import { amountText, countText, dayText, labelOf, whenText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { commandId, serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { send } from '../../wire/send.ts'
import { useRead } from '../../wire/use-read.ts'
import style from './payments.module.css'
import { useProviders, type ProviderName } from './use-providers.ts'

type Day = Answer<typeof operator.reconciliation>
type Difference = Day['differs'][number]
const ends = ['assigned', 'receipt', 'ended', 'noted'] as const
const kinds = {
  ours_only: 'Only in the ledger',
  theirs_only: 'Only in the statement',
  differs: 'Another amount',
} as const

/** A day of the ledger beside the provider's own file. Each difference ends with what was done about it. */
export function Reconciliation() {
  const [filters, setFilters] = useFilters<'provider' | 'day' | 'id' | 'sort'>()
  const { day, id, sort } = filters
  const providers = useProviders()
  const provider = providers.find((each) => each === filters.provider) ?? providers[0] ?? 'mpesa'
  const read = useRead(operator.reconciliation, { provider, ...(day && { day }) })
  const may = useMay()
  const rows = read.data ? [...read.data.theirs_only, ...read.data.ours_only, ...read.data.differs] : []
  const open = rows.find(({ difference_id }) => difference_id === id)
  return (
    <>
      <Head title="Reconciliation" about={read.data && aboutOf(read.data)} />
      <Filters>
        <ChoiceFilter
          label="Provider"
          value={provider}
          options={providers}
          onChange={(next) => setFilters({ provider: next })}
        />
        <TextFilter
          label="Day"
          type="date"
          value={day ?? read.data?.day}
          onChange={(next) => setFilters({ day: next, id: undefined })}
        />
      </Filters>
      <Loaded of={{ isLoading: read.isPending, error: read.error, retry: () => void read.refetch() }}>
        {read.data && may('payments.reconcile') && <Upload provider={provider} day={read.data.day} />}
        {read.data && read.data.bad_lines > 0 && (
          <Notice>
            {`${countText(read.data.bad_lines)} lines could not be read: `}
            {read.data.bad_rows
              .slice(0, 5)
              .map(({ line, fault }) => `line ${line}: ${fault}`)
              .join('; ')}
          </Notice>
        )}
        <Queue
          label="Difference"
          panel={
            open && (
              <DifferencePanel key={open.difference_id} row={open} onClose={() => setFilters({ id: undefined })} />
            )
          }
          onClose={() => setFilters({ id: undefined })}
        >
          <DataTable
            label="Differences"
            rows={rows}
            columns={columns}
            rowId={({ difference_id }) => difference_id}
            active={id}
            onActive={(next) => setFilters({ id: next })}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            empty={<Empty>{read.data?.statement ? 'The day adds up.' : 'No file of this day yet.'}</Empty>}
          />
        </Queue>
      </Loaded>
    </>
  )
}

const aboutOf = ({ matched, open, statement }: Day): string =>
  statement ? `${countText(matched)} matched · ${countText(open)} open · ${statement.by}` : 'no file yet'

function Upload({ provider, day }: { provider: ProviderName; day: string }) {
  const [fault, setFault] = useState<string>()
  const upload = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const statement = await file.text()
    const sent = await send(operator.reconcileDay, {
      id: commandId(),
      provider,
      day,
      statement,
      reason: file.name.slice(0, 100).padEnd(3, '.'),
    })
    setFault(
      sent.state === 'refused' || sent.state === 'unknown'
        ? [sent.reply.error, ...Object.values(sent.reply.fields)].join('. ')
        : undefined,
    )
  }
  return (
    <div className={style.upload}>
      <label>
        The provider’s file of {dayText(day)}, as CSV{' '}
        <input type="file" accept=".csv,text/csv" onChange={({ target }) => void upload(target.files?.[0])} />
      </label>
      {fault !== undefined && <Notice>{fault}</Notice>}
    </div>
  )
}

function DifferencePanel({ row, onClose }: { row: Difference; onClose: () => void }) {
  const [action, setAction] = useState<(typeof ends)[number]>('noted')
  return (
    <div className={style.card}>
      <h2>{kinds[row.kind]}</h2>
      <p className={style.amount}>{amountText(row.theirs ?? row.ours)}</p>
      <span>
        Ledger {amountText(row.ours)} · statement {amountText(row.theirs)} · {row.receipt ?? 'no receipt'}
      </span>
      {row.payment_id !== null && (
        <span>
          Payment {row.payment_id}, {labelOf(row.payment_state ?? 'unknown')}
        </span>
      )}
      {row.state === 'open' ? (
        <ActionForm
          route={operator.endDifference}
          title="End the difference"
          sentence="Assign the payment, enter its receipt or end it first; or note what explains it."
          action="End"
          input={({ reason }) => ({ id: row.difference_id, action, reason })}
          onClose={onClose}
        >
          <ChoiceFilter
            label="What was done"
            value={action}
            options={ends}
            onChange={(next) => setAction(next ?? 'noted')}
          />
        </ActionForm>
      ) : (
        <span>
          {labelOf(row.state)} by {row.by}, {whenText(row.acted_at, serverNow())}: {row.reason}
        </span>
      )}
    </div>
  )
}

const columns: readonly Column<Difference>[] = [
  {
    id: 'state',
    head: 'State',
    cell: ({ state }) => (state === 'open' ? <Tag tone="amber">Open</Tag> : labelOf(state)),
    sort: ({ state }) => state,
    width: 96,
    wide: true,
  },
  { id: 'kind', head: 'Difference', cell: ({ kind }) => kinds[kind], sort: ({ kind }) => kind },
  {
    id: 'receipt',
    head: 'Receipt',
    cell: ({ receipt }) => receipt ?? '–',
    sort: ({ receipt }) => receipt ?? '',
    width: 130,
    wide: true,
  },
  {
    id: 'ours',
    head: 'Ledger',
    cell: ({ ours }) => amountText(ours),
    sort: ({ ours }) => Number(ours ?? 0),
    end: true,
    width: 110,
  },
  {
    id: 'theirs',
    head: 'Statement',
    cell: ({ theirs }) => amountText(theirs),
    sort: ({ theirs }) => Number(theirs ?? 0),
    end: true,
    width: 110,
  },
  {
    id: 'line',
    head: 'Line',
    cell: ({ line }) => line ?? '–',
    sort: ({ line }) => line ?? undefined,
    end: true,
    width: 64,
    wide: true,
  },
]
