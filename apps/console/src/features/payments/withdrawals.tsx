import { currencySign } from '@nare/ui/format'
import { operator } from '@nare/contract/operator'
import { useEffect, useState } from 'react'
import { ReadAge, Waits } from '../../parts/age.tsx'
import { useBettorKey } from '../../parts/bettor-link.tsx'
import { Empty, Head } from '../../parts/controls.tsx'
import { CsvLink } from '../../parts/csv-link.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filter.tsx'
import { amountText, labelOf, whenText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useMay, useMe } from '../../wire/me.ts'
import { serverNow, timers } from '../../wire/browser.ts'
import { call } from '../../wire/calls.ts'
import { queries, useRead } from '../../wire/use-read.ts'
import { useRows } from '../../wire/use-rows.ts'
import { DecidedToday } from './decided-today.tsx'
import { ProposalTag } from './proposal-tag.tsx'
import { playedPercent, standText, waitsFor, type Withdrawal } from './rules.ts'
import { ClaimTag } from './claim-tag.tsx'
import { claimWhileOpen } from './claiming.ts'
import { useProviders } from './use-providers.ts'
import { WithdrawalPanel, type Asked } from './withdrawal-panel.tsx'

const states = ['cleared', 'sent', 'done', 'failed', 'all'] as const

/** The queue of withdrawals that wait for people, with what is needed to decide in the row; and withdrawals in every other state. */
export function Withdrawals() {
  const [filters, setFilters] = useFilters<'id' | 'state' | 'provider' | 'q' | 'sort'>()
  const { id, q, sort } = filters
  const state = states.find((each) => each === filters.state)
  const providers = useProviders()
  const provider = providers.find((each) => each === filters.provider)
  const [asked, setAsked] = useState<Asked>()
  // Who looks for one wants it whatever became of it.
  const shownState = state ?? (q ? 'all' : undefined)
  const list = useRows(
    operator.withdrawals,
    { ...(shownState && { state: shownState }), ...(provider && { provider }), ...(q && { q }) },
    { everyMs },
  )
  const open = useOpen(id, list)
  const waits = open !== undefined && waitsFor(open)
  const mayDecide = useMay()('payments.decide')
  const decides = waits && mayDecide
  const { name: me } = useMe()
  useClaim(waits ? id : undefined)
  useBettorKey(open?.bettor_id)
  useKeys([
    { keys: ['a'], label: 'approve', press: () => setAsked('approve'), on: decides && open.proposal?.by !== me },
    { keys: ['r'], label: 'refuse', press: () => setAsked('refuse'), on: decides },
    { keys: ['i'], label: 'ask for proof', press: () => setAsked('proof'), on: decides },
    { keys: ['h'], label: 'hold', press: () => setAsked('hold'), on: decides },
    {
      keys: ['z'],
      label: 'take back',
      press: () => setAsked('undo'),
      on: mayDecide && typeof open?.undo_until === 'string',
    },
  ])
  return (
    <>
      <Head
        title="Withdrawals"
        about={
          <>
            {shownState ? '' : 'oldest first'} <ReadAge atMs={list.readAtMs} />
          </>
        }
      >
        <CsvLink list={operator.withdrawals} filters={{ state: shownState, provider, q }} />
      </Head>
      <Filters>
        <TextFilter
          label="Find"
          value={q}
          placeholder="Name, number, id, receipt"
          onChange={(next) => setFilters({ q: next })}
        />
        <ChoiceFilter
          label="State"
          none={q ? 'Every state' : 'Waiting'}
          value={state}
          options={states.filter((each) => !q || each !== 'all')}
          textOf={(each) => (each === 'all' ? 'Every state' : labelOf(each))}
          onChange={(next) => setFilters({ state: next, id: undefined })}
        />
        <ChoiceFilter
          label="Provider"
          value={provider}
          options={providers}
          onChange={(next) => setFilters({ provider: next })}
          wide
        />
      </Filters>
      <Loaded of={list}>
        <Queue
          label="Withdrawal"
          panel={open && <WithdrawalPanel key={open.withdrawal_id} row={open} asked={asked} onAsk={setAsked} />}
          onClose={() => {
            setAsked(undefined)
            setFilters({ id: undefined })
          }}
        >
          <DataTable
            label="Withdrawals"
            rows={list.rows}
            columns={shownState === undefined ? waitingColumns : columns}
            rowId={({ withdrawal_id }) => withdrawal_id}
            active={id}
            onActive={(next) => {
              setAsked(undefined)
              setFilters({ id: next })
            }}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            onEnd={list.more}
            empty={<Empty />}
          />
          {shownState === undefined && <DecidedToday />}
        </Queue>
      </Loaded>
    </>
  )
}

/**
 * The withdrawal with this id: from the list, or by itself where the list does not have it, as one that was just approved and can still be
 * taken back.
 */
function useOpen(id: string | undefined, { rows, isLoading }: { rows: readonly Withdrawal[]; isLoading: boolean }) {
  const listed = rows.find(({ withdrawal_id }) => withdrawal_id === id)
  const enabled = id !== undefined && !listed && !isLoading
  const { data } = useRead(operator.withdrawals, { state: 'all', q: id ?? '' }, { enabled })
  const found = listed ?? (enabled ? data?.data.find(({ withdrawal_id }) => withdrawal_id === id) : undefined)
  // The panel with its form and the outcome stays while a row that has just left the list is read by itself.
  const [kept, setKept] = useState(found)
  if (found && found !== kept) setKept(found)
  return found ?? (kept?.withdrawal_id === id ? kept : undefined)
}

const everyMs = 10_000
/** Claims a withdrawal while somebody rests on it, so that the others see who works on it. */
function useClaim(id: string | undefined): void {
  const may = useMay()('payments.decide')
  useEffect(() => {
    if (id === undefined || !may) return undefined
    const claim = async (): Promise<void> => {
      await call(operator.claimWithdrawal, { id, reason: 'opened in the queue' })
      void queries.invalidateQueries({ queryKey: [operator.withdrawals.path] })
    }
    return claimWhileOpen({ timers, claim: () => void claim() })
  }, [id, may])
}

/** Since when a row waits, or when it last changed: a paid one waits for nothing. */
const whenColumn = (head: 'Waits' | 'When'): Column<Withdrawal> => ({
  id: 'waits',
  head,
  cell: (row) => (waitsFor(row) ? <Waits since={row.created_at} /> : whenText(row.changed_at, serverNow())),
  sort: ({ created_at, changed_at }) => Date.parse(head === 'Waits' ? created_at : changed_at),
  width: head === 'Waits' ? 68 : 96,
})

const otherColumns: readonly Column<Withdrawal>[] = [
  {
    id: 'bettor',
    head: 'Bettor',
    cell: ({ name, bettor_id }) => <b>{name ?? bettor_id}</b>,
    sort: ({ name }) => name ?? '',
  },
  {
    id: 'sum',
    head: currencySign(),
    cell: ({ sum }) => <b>{amountText(sum)}</b>,
    sort: ({ sum }) => Number(sum),
    end: true,
    width: 96,
  },
  { id: 'to', head: 'To', cell: ({ msisdn }) => msisdn, width: 112, roomy: true },
  {
    id: 'because',
    head: 'Why it stopped here',
    cell: (row) => (
      <>
        {row.proposal && <ProposalTag proposal={row.proposal} />} {standText(row)}
      </>
    ),
    sort: ({ because }) => because.join(),
  },
  {
    id: 'claim',
    head: 'Works on it',
    cell: ({ claim }) => (claim ? <ClaimTag claim={claim} /> : <span className="t3">nobody</span>),
    sort: ({ claim }) => claim?.by,
    width: 124,
    wide: true,
  },
  {
    id: 'identity',
    head: 'Identity',
    cell: ({ identity }) => labelOf(identity),
    sort: ({ identity }) => identity,
    width: 88,
    roomy: true,
  },
  {
    id: 'played',
    head: 'Played',
    cell: (row) => {
      const percent = playedPercent(row)
      return percent === undefined ? '–' : `${percent}%`
    },
    sort: playedPercent,
    end: true,
    width: 64,
    wide: true,
  },
]

const waitingColumns = [whenColumn('Waits'), ...otherColumns]
const columns = [whenColumn('When'), ...otherColumns]
