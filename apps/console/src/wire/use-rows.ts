import type { Answer, Route, Sent } from '@nare/contract/route'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call, ReadFailed } from './calls.ts'

type Paged = {
  readonly data: readonly object[]
  readonly meta: { readonly next?: string | undefined; readonly total?: number }
}
type RowOf<R extends Route> = Answer<R> extends { data: readonly (infer Row)[] } ? Row : never

const pageRows = 100
/** A list of which more pages were read is not read again by itself: that would ask for all of them. */
const rereadPagesMax = 3

type Reading = {
  readonly by?: 'after' | 'before'
  readonly enabled?: boolean
  /** Reads again after so many milliseconds while the page is visible, so that a queue shows new rows and who works on them. */
  readonly everyMs?: number
}

/**
 * The rows of a paged list of the contract, read on by `more`. `by` is the field of the cursor: `after`, or `before` in lists that are read
 * backwards. `total` is known in lists with pages. A short list is read again by itself.
 */
export function useRows<R extends Route>(
  route: R,
  input: Omit<Sent<R>, 'after' | 'before' | 'limit'>,
  { by = 'after', enabled = true, everyMs = 5_000 }: Reading = {},
) {
  const query = useInfiniteQuery({
    queryKey: [route.path, 'rows', input],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }): Promise<Paged> => {
      const asked = { ...input, limit: pageRows, ...(pageParam !== undefined && { [by]: pageParam }) }
      const reply = await call(route, asked as Sent<R>)
      if (reply.ok) return reply.body as Paged
      throw new ReadFailed(reply)
    },
    getNextPageParam: ({ meta }) => meta.next,
    refetchInterval: ({ state }) => (state.data && state.data.pages.length <= rereadPagesMax ? everyMs : false),
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const rows = useMemo(() => (data?.pages ?? []).flatMap((page) => page.data) as RowOf<R>[], [data])
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return {
    rows,
    more,
    /** Whether there are further rows. */
    hasMore: hasNextPage,
    total: data?.pages[0]?.meta.total,
    /** When the rows were last read, by the clock of the browser; 0 before. */
    readAtMs: query.dataUpdatedAt,
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
  }
}
