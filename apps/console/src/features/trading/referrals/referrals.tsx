import { consoleReferrals, type ReferredBet } from '@nare/contract/operator-trading-referrals'
import { useState } from 'react'
import { ReadAge } from '../../../parts/age.tsx'
import { useBettorKey } from '../../../parts/bettor-link.tsx'
import { Empty, Head, Tag } from '../../../parts/controls.tsx'
import { amountColumn } from '../../../parts/figure-columns.tsx'
import { DataTable, type Column } from '../../../parts/data-table.tsx'
import { amountText, labelOf } from '../../../parts/format.ts'
import { useKeys } from '../../../parts/keys.ts'
import { Loaded } from '../../../parts/loaded.tsx'
import { Queue } from '../../../parts/queue.tsx'
import { useFilters } from '../../../parts/use-filters.ts'
import { useMay } from '../../../wire/me.ts'
import { useRead } from '../../../wire/use-read.ts'
import { ReferralPanel, type Asked } from './referral-panel.tsx'
import { Left } from './left.tsx'
import { roomPercent, standText } from './rules.ts'

/** A bet waits a minute, so the queue is read again at this pace. */
const everyMs = 1_500

/** The bets above the referral limits that wait for a trader, with what is needed to decide them in the row. */
export function Referrals() {
  const [filters, setFilters] = useFilters<'id' | 'sort'>()
  const { id, sort } = filters
  const [asked, setAsked] = useState<Asked>()
  const list = useRead(consoleReferrals.referrals, {}, { everyMs })
  const rows = list.data?.data ?? []
  const listed = rows.find((row) => row.id === id)
  // The panel with the outcome of its form stays when the bet has left the list.
  const [kept, setKept] = useState(listed)
  if (listed && listed !== kept) setKept(listed)
  const open = listed ?? (kept?.id === id ? kept : undefined)
  const may = useMay()('trading.act') && open?.state === 'referred'
  useBettorKey(open?.bettor.bettor_id)
  useKeys([
    { keys: ['a'], label: 'accept', press: () => setAsked('accept'), on: may },
    { keys: ['o'], label: 'offer', press: () => setAsked('offer'), on: may },
    { keys: ['r'], label: 'refuse', press: () => setAsked('refuse'), on: may },
  ])
  const choose = (next: string | undefined): void => {
    setAsked(undefined)
    setFilters({ id: next })
  }
  return (
    <>
      <Head
        title="Referrals"
        about={
          <>
            the least time first <ReadAge atMs={list.dataUpdatedAt} />
          </>
        }
      />
      <Loaded of={{ isLoading: list.isPending, error: list.error, retry: () => void list.refetch() }}>
        <Queue
          label="Referral"
          panel={open && <ReferralPanel key={open.id} row={open} asked={asked} onAsk={setAsked} />}
          onClose={() => choose(undefined)}
        >
          <DataTable
            label="Referrals"
            rows={rows}
            columns={columns}
            rowId={(row) => row.id}
            active={id}
            onActive={choose}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            empty={<Empty />}
          />
        </Queue>
      </Loaded>
    </>
  )
}

const columns: readonly Column<ReferredBet>[] = [
  {
    id: 'left',
    head: 'Left',
    cell: ({ until }) => <Left until={until} />,
    sort: ({ until }) => Date.parse(until),
    width: 64,
  },
  {
    id: 'bettor',
    head: 'Bettor',
    cell: ({ bettor }) => <b>{bettor.name || bettor.bettor_id}</b>,
    sort: ({ bettor }) => bettor.name,
    width: 144,
    wide: true,
  },
  {
    id: 'net',
    head: '30 days',
    cell: ({ bettor }) => amountText(bettor.net_30d),
    sort: ({ bettor }) => Number(bettor.net_30d),
    end: true,
    width: 96,
    roomy: true,
  },
  {
    id: 'legs',
    head: 'What',
    cell: ({ legs, in_play }) => (
      <>
        {in_play && <Tag tone="live">in play</Tag>} {standText(legs)}
      </>
    ),
  },
  {
    id: 'odds',
    head: 'Odds',
    cell: ({ total_odds }) => total_odds ?? '–',
    sort: ({ total_odds }) => Number(total_odds ?? 0),
    end: true,
    width: 72,
    wide: true,
  },
  amountColumn('stake', 'Stake', { bold: true, width: 104 }),
  {
    id: 'win',
    head: 'Pays',
    cell: ({ possible_win }) => amountText(possible_win),
    sort: ({ possible_win }) => Number(possible_win),
    end: true,
    width: 112,
    wide: true,
  },
  {
    id: 'limit',
    head: 'Limit used',
    cell: (row) => {
      const percent = roomPercent(row)
      return percent > 100 ? <Tag tone="down">{`${percent}%`}</Tag> : `${percent}%`
    },
    sort: roomPercent,
    end: true,
    width: 88,
    wide: true,
  },
  {
    id: 'state',
    head: 'State',
    cell: ({ state, withdraw_at, legs }) =>
      withdraw_at ? (
        <Tag tone="amber">taking back</Tag>
      ) : legs.some(({ interrupted }) => interrupted) ? (
        <Tag tone="amber">event since</Tag>
      ) : (
        labelOf(state)
      ),
    width: 112,
    wide: true,
  },
]
