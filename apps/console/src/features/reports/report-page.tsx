import { Notice } from '@nare/ui/notice'
import type { ReactNode } from 'react'
import { CsvLink, type Listed } from '../../parts/csv-link.tsx'
import { Head } from '../../parts/controls.tsx'
import { Filters, TextFilter } from '../../parts/filter.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import type { useReport } from './days.ts'

/** Up to which transfer figures count, and whether they equal the ledger. */
export type Counted = { readonly until_transfer: string; readonly equals_ledger: boolean }

type Read<A> = {
  readonly data: A | undefined
  readonly isPending: boolean
  readonly error: Error | null
  refetch(): unknown
}

type Props<A> = {
  readonly title: string
  readonly list: Listed
  readonly read: Read<A>
  readonly report?: Pick<ReturnType<typeof useReport>, 'days' | 'setFilters'>
  /** Filters beside the days. */
  readonly filters?: ReactNode
  readonly asked?: Readonly<Record<string, string | undefined>>
  readonly children: (answer: A) => ReactNode
}

/** The frame of a report: its days and filters, its file, whether it equals the ledger, and its table once it is read. */
export function ReportPage<A extends Counted>({ title, list, read, report, filters, asked, children }: Props<A>) {
  const { data } = read
  return (
    <>
      <Head title={title} about={data && aboutOf(data)}>
        <CsvLink list={list} filters={{ ...report?.days, ...asked }} />
      </Head>
      {report && (
        <Filters>
          <TextFilter
            label="From"
            type="date"
            value={report.days.from}
            onChange={(from) => report.setFilters({ from })}
          />
          <TextFilter label="To" type="date" value={report.days.to} onChange={(to) => report.setFilters({ to })} />
          {filters}
        </Filters>
      )}
      <Loaded of={{ isLoading: read.isPending, error: read.error, retry: () => void read.refetch() }}>
        {data && !data.equals_ledger && (
          <Notice>
            These figures are still being summed or differ from the ledger. Run npm run ledger:verify before you use
            them.
          </Notice>
        )}
        {data && children(data)}
      </Loaded>
    </>
  )
}

const aboutOf = ({ until_transfer: until, equals_ledger: equals }: Counted): string =>
  `${equals ? 'equals the ledger' : 'not compared with the ledger'} · up to transfer ${until}`
