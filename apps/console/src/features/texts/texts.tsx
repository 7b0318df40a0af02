import { operatorTexts } from '@nare/contract/operator-texts'
import type { Answer } from '@nare/contract/route'
import { Head, Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { whenText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'
import { TextPanel } from './text-panel.tsx'

type Row = Answer<typeof operatorTexts.texts>['data'][number]

/** The pages that bettors read, with what is published and what is planned. */
export function Texts() {
  const [{ page, sort }, setFilters] = useFilters<'page' | 'sort'>()
  const { data, error, isPending, refetch } = useRead(operatorTexts.texts, {}, { everyMs: 15_000 })
  const open = data?.data.find((one) => one.page === page)
  return (
    <>
      <Head title="Texts" about={data && `Terms of version ${data.terms_version}`} />
      <Loaded of={{ isLoading: isPending, error, retry: () => void refetch() }}>
        <Queue
          label="Text"
          panel={open && <TextPanel key={open.page} page={open.page} onChanged={() => void refetch()} />}
          onClose={() => setFilters({ page: undefined })}
        >
          <DataTable
            label="Texts"
            rows={data?.data ?? none}
            columns={columns}
            rowId={(row) => row.page}
            active={page}
            onActive={(next) => setFilters({ page: next })}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
          />
        </Queue>
      </Loaded>
    </>
  )
}

const none: readonly Row[] = []
const columns: readonly Column<Row>[] = [
  { id: 'title', head: 'Page', cell: ({ title }) => <b>{title}</b>, sort: ({ title }) => title },
  {
    id: 'version',
    head: 'Published',
    cell: ({ published: { version } }) => (version === 0 ? 'The file' : `Version ${version}`),
    sort: ({ published }) => published.version,
    width: 110,
  },
  {
    id: 'since',
    head: 'Since',
    cell: ({ published: { from } }) => (from === null ? '–' : whenText(from, serverNow())),
    sort: ({ published }) => published.from ?? '',
    width: 120,
    roomy: true,
  },
  {
    id: 'draft',
    head: 'Draft',
    cell: ({ draft }) => draft && <Tag tone="amber">{`Version ${draft.version}`}</Tag>,
    sort: ({ draft }) => draft?.at ?? '',
    width: 110,
    roomy: true,
  },
  {
    id: 'planned',
    head: 'Planned',
    cell: ({ planned: [next] }) => next && <Tag tone="amber">{whenText(next.from, serverNow())}</Tag>,
    sort: ({ planned }) => planned[0]?.from ?? '',
    width: 130,
  },
]
