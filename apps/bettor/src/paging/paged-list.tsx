import { Trans } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import type { Answer, Route, Sent } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import type { ReactNode } from 'react'
import { Skeleton } from '../loading/skeleton.tsx'
import { useRead } from '../state/use-read.ts'
import { usePages } from './use-pages.ts'

/** One loaded page; `left` counts the rows after it. */
type PageOf<R extends Route> = { body: Answer<R>; page: number; left: number }

type PagedListProps<R extends Route> = {
  route: R
  /** The filter, without page and limit. */
  filter: Omit<Sent<R>, 'page' | 'limit'>
  perPage: number
  freshMs?: number
  total: (body: Answer<R>) => number
  /** Shown while a page loads. */
  loading?: ReactNode
  className?: string | undefined
  /** Text of the button after "Load more". */
  more?: (left: number) => ReactNode
  /** Why a page could not be loaded. */
  failed: (failed: Failed) => ReactNode
  /** The rows of one page. */
  children: (page: PageOf<R>) => ReactNode
}

/** A list that loads one page of a call at a time, offers a retry, and shows as many pages as before after Back. */
export function PagedList<R extends Route>(props: PagedListProps<R>) {
  const { route, filter } = props
  const { pages, more } = usePages(`${route.path} ${JSON.stringify(filter)}`)
  return Array.from({ length: pages }, (_, index) => (
    <Page key={index} {...props} page={index + 1} last={index + 1 === pages} onMore={more} />
  ))
}

type PageProps<R extends Route> = PagedListProps<R> & { page: number; last: boolean; onMore: () => void }

function Page<R extends Route>(props: PageProps<R>) {
  const { route, filter, perPage, page } = props
  const input = { ...filter, page, limit: perPage } as unknown as Sent<R>
  const { body, failed, loading, again } = useRead(route, input, props.freshMs)
  if (!body) {
    if (!failed || loading) return props.loading ?? <Skeleton rows={4} />
    return (
      <div className={props.className}>
        <Notice>{props.failed(failed)}</Notice>
        <Button onClick={again}>
          <Trans>Retry</Trans>
        </Button>
      </div>
    )
  }
  const left = props.total(body) - page * perPage
  return (
    <>
      {props.children({ body, page, left })}
      {props.last && left > 0 && (
        <Button look="soft" wide onClick={props.onMore}>
          <Trans>Load more</Trans> {props.more?.(left)}
        </Button>
      )}
    </>
  )
}
