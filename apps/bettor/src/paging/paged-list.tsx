import { Trans } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import type { Answer, Route, Sent } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { useState, type ReactNode } from 'react'
import { Skeleton } from '../loading/skeleton.tsx'
import { useRead } from '../state/use-read.ts'
import { Retry } from '../loading/retry.tsx'
import { pageRows } from './page-rows.ts'
import { usePages } from './use-pages.ts'

type Listed<Row> = { data: Row[]; meta: { total: number; next?: string | undefined } }
type RowOf<R extends Route> = Answer<R> extends { data: (infer Row)[] } ? Row : never

/** One loaded page. `rows` are those that no earlier page shows; `left` counts the rows after it. */
type PageOf<R extends Route> = { body: Answer<R>; rows: RowOf<R>[]; page: number; left: number }

type PagedListProps<R extends Route> = {
  route: R
  /** The filter, without page and limit. */
  filter: Omit<Sent<R>, 'page' | 'limit' | 'after'>
  perPage: number
  /** What makes a row unique. */
  idOf: (row: RowOf<R>) => string
  freshMs?: number
  /** Shown while a page loads. */
  loading?: ReactNode
  className?: string | undefined
  /** Text of the button after "Load more". */
  more?: (left: number) => ReactNode
  /** Why a page could not be loaded. */
  failed: (failed: Failed) => ReactNode
  /** What stands below the list, once its place is known. */
  below?: ReactNode
  /** The rows of one page. */
  children: (page: PageOf<R>) => ReactNode
}

const none: ReadonlySet<string> = new Set()

/**
 * A list that loads one page of a call at a time, offers a retry, and shows as many pages as before after Back. Each page begins after the
 * last row of the page before it, so rows that come or leave meanwhile neither repeat nor skip others.
 */
export function PagedList<R extends Route>(props: PagedListProps<R>) {
  const list = `${props.route.path} ${JSON.stringify(props.filter)}`
  const { pages, more } = usePages(list)
  return <Page key={list} {...props} page={1} pages={pages} seen={none} onMore={more} />
}

type PageProps<R extends Route> = PagedListProps<R> & {
  page: number
  /** The number of pages to show. */
  pages: number
  after?: string
  /** The ids of the rows of earlier pages. */
  seen: ReadonlySet<string>
  onMore: () => void
}

function Page<R extends Route>(props: PageProps<R>) {
  const { route, filter, perPage, idOf, page, pages, after, seen } = props
  const input = { ...filter, page, limit: perPage, ...(after !== undefined && { after }) } as unknown as Sent<R>
  const read = useRead(route, input, props.freshMs)
  // An earlier page that was loaded again begins this one elsewhere: its last rows are shown until the new ones are there.
  const [last, setLast] = useState(read.body)
  if (read.body && read.body !== last) setLast(read.body)
  const body = read.body ?? last
  if (!body) {
    if (!read.failed || read.loading) return props.loading ?? <Skeleton rows={4} />
    return (
      <div className={props.className}>
        <Retry why={props.failed(read.failed)} again={read.again} />
      </div>
    )
  }
  const { data, meta } = body as unknown as Listed<RowOf<R>>
  const { total, next } = meta
  const found = pageRows(data, seen, idOf)
  const left = next === undefined ? 0 : Math.max(total - found.seen.size, 1)
  return (
    <>
      {props.children({ body, rows: found.rows, page, left })}
      {next !== undefined &&
        (page < pages ? (
          <Page {...props} page={page + 1} after={next} seen={found.seen} />
        ) : (
          <Button look="soft" wide onClick={props.onMore}>
            <Trans>Load more</Trans> {props.more?.(left)}
          </Button>
        ))}
      {page === 1 && props.below}
    </>
  )
}
