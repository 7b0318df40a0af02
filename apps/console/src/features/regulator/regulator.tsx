import { operatorRegulator, type RegulatorDay, type RegulatorReader } from '@nare/contract/operator-regulator'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { Empty, Facts, Head, Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { countText, dayText, whenText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { sizeText } from './size-text.ts'
import style from './regulator.module.css'

const everyMs = 15_000

/** The files of the days that the regulator reads, and who has read them and the stream. */
export function Regulator() {
  const [{ day, sort }, setFilters] = useFilters<'day' | 'sort'>()
  const mayMake = useMay()('export.make')
  const [isMaking, setMaking] = useState(false)
  const { data, error, isPending, refetch } = useRead(operatorRegulator.days, {}, { everyMs })
  const open = data?.data.find((one) => one.day === day)
  const next = data?.next?.is_over ? data.next.day : undefined
  const panel =
    isMaking && next !== undefined ? (
      <ActionForm
        route={operatorRegulator.makeDay}
        title={`File of ${dayText(next)}`}
        sentence="The file is made now and then never changes. What is committed later for this day comes in the next file."
        action="Make the file"
        input={({ reason }) => ({ day: next, reason })}
        done={({ state }) => (state === 'made' ? 'The file is made.' : 'Another process is making it.')}
        onDone={() => void refetch()}
        onClose={() => setMaking(false)}
      />
    ) : (
      open && <DayPanel of={open} />
    )
  return (
    <>
      <Head title="Regulator" about={data && aboutText(data.next)}>
        {next !== undefined && mayMake && (
          <Button small onClick={() => setMaking(true)}>
            Make now
          </Button>
        )}
      </Head>
      <Loaded of={{ isLoading: isPending, error, retry: () => void refetch() }}>
        <Queue
          label={isMaking ? 'Make now' : 'Day'}
          panel={panel}
          onClose={() => {
            setMaking(false)
            setFilters({ day: undefined })
          }}
        >
          <DataTable
            label="Files of days"
            rows={data?.data ?? noDays}
            columns={columns}
            rowId={(row) => row.day}
            active={day}
            onActive={(to) => {
              setMaking(false)
              setFilters({ day: to })
            }}
            sort={sort}
            onSort={(to) => setFilters({ sort: to })}
            empty={<Empty>No day has a file yet. Each is made at 02:00 of the next day.</Empty>}
          />
        </Queue>
        {data && <Readers of={data} />}
      </Loaded>
    </>
  )
}

const noDays: readonly RegulatorDay[] = []

const aboutText = (next: { day: string; is_over: boolean } | null): string | undefined => {
  if (!next) return undefined
  return next.is_over ? `${dayText(next.day)} has no file yet` : `${dayText(next.day)} is made after it has ended`
}

const states: Readonly<Record<RegulatorDay['state'], { text: string; tone: 'up' | 'amber' | undefined }>> = {
  made: { text: 'Made', tone: 'up' },
  making: { text: 'Being made', tone: undefined },
  stopped: { text: 'Stopped, made again soon', tone: 'amber' },
}

const columns: readonly Column<RegulatorDay>[] = [
  { id: 'day', head: 'Day', cell: ({ day }) => <b>{dayText(day)}</b>, sort: ({ day }) => day, width: 130 },
  {
    id: 'state',
    head: 'State',
    cell: ({ state }) => <Tag tone={states[state].tone}>{states[state].text}</Tag>,
    width: 150,
  },
  {
    id: 'lines',
    head: 'Lines',
    cell: ({ lines }) => (lines === null ? '–' : countText(lines)),
    sort: ({ lines }) => lines ?? 0,
    end: true,
    width: 110,
    wide: true,
  },
  {
    id: 'bytes',
    head: 'Size',
    cell: ({ bytes }) => sizeText(bytes),
    sort: ({ bytes }) => bytes ?? 0,
    end: true,
    width: 100,
    wide: true,
  },
  { id: 'hash', head: 'Hash', cell: ({ sha256 }) => <span className={style.hash}>{sha256 ?? '–'}</span>, roomy: true },
  {
    id: 'made',
    head: 'Made',
    cell: ({ made_at }) => whenText(made_at, serverNow()),
    sort: ({ made_at }) => made_at ?? '',
    end: true,
    width: 130,
    wide: true,
  },
]

function DayPanel({ of }: { of: RegulatorDay }) {
  return (
    <section className={style.panel} aria-label={`File of ${dayText(of.day)}`}>
      <h2>{dayText(of.day)}</h2>
      <Facts
        rows={[
          ['State', states[of.state].text],
          ['Lines', of.lines === null ? '–' : countText(of.lines)],
          ['Size', sizeText(of.bytes)],
          [
            'SHA-256',
            <span key="own" className={style.hash}>
              {of.sha256 ?? '–'}
            </span>,
          ],
          [
            'Names the file before',
            <span key="before" className={style.hash}>
              {of.previous ?? 'the first file'}
            </span>,
          ],
          ['Begun', whenText(of.begun_at, serverNow())],
          ['Made', whenText(of.made_at, serverNow())],
        ]}
      />
      {of.state === 'made' && (
        <a href={`${operatorRegulator.days.path}/${of.day}.ndjson`} download>
          Download the file
        </a>
      )}
    </section>
  )
}

type Shown = {
  readonly readers: readonly RegulatorReader[]
  readonly folder: string
  readonly addresses: readonly string[]
  readonly personal: readonly string[]
}

function Readers({ of: { readers, folder, addresses, personal } }: { of: Shown }) {
  return (
    <section className={style.panel} aria-label="Last reads">
      <h2>Last reads</h2>
      <DataTable
        label="Last reads"
        quiet
        rows={readers}
        columns={readerColumns}
        rowId={readerId}
        empty={<Empty>Nobody has read yet.</Empty>}
      />
      <Facts
        rows={[
          ['Addresses that may read', addresses.length === 0 ? 'none: set REGULATOR_ADDRESSES' : addresses.join(', ')],
          ['Personal fields in lines', personal.length === 0 ? 'none, ids only' : personal.join(', ')],
          ['Folder of the files', folder],
        ]}
      />
    </section>
  )
}

const readerId = ({ name, what }: RegulatorReader): string => `${what} ${name}`

const readerColumns: readonly Column<RegulatorReader>[] = [
  { id: 'name', head: 'Token of', cell: ({ name }) => <b>{name}</b>, width: 140 },
  {
    id: 'what',
    head: 'Read',
    cell: ({ what, upto }) => (what === 'file' ? `File of ${dayText(upto)}` : `Stream after ${upto}`),
  },
  { id: 'address', head: 'From', cell: ({ address }) => address, width: 150, wide: true },
  { id: 'at', head: 'When', cell: ({ at }) => whenText(at, serverNow()), end: true, width: 130 },
]
