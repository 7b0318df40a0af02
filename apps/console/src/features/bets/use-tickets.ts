import { consoleTickets, zNewestTickets, type TicketRow } from '@nare/contract/console-tickets'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, ReadFailed } from '../../wire/calls.ts'
import { useTopic } from '../../wire/live.ts'
import { hasFilters, type TicketFilters } from './filters.ts'
import { mergeNewest } from './merge-newest.ts'

const pageRows = 100
/** How often a filtered list is read again while it is looked at. */
const everyMs = 5_000

/** The tickets that match the filters, newest first: the newest live, older ones page by page. */
export function useTickets(filters: TicketFilters) {
  const isLive = !hasFilters(filters)
  const read = useInfiniteQuery({
    queryKey: [consoleTickets.tickets.path, filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: before }) => {
      const reply = await call(consoleTickets.tickets, { ...filters, limit: pageRows, ...(before && { before }) })
      if (reply.ok) return reply.body
      throw new ReadFailed(reply)
    },
    getNextPageParam: ({ meta }) => meta.next,
    // Reading a long list again would read all of its pages.
    refetchInterval: ({ state }) => (isLive || (state.data?.pages.length ?? 0) > 1 ? false : everyMs),
  })
  const pushed = useTopic(isLive ? 'operator:tickets' : undefined, 'newest')
  const rows = useMemo((): readonly TicketRow[] => {
    const all = read.data?.pages.flatMap(({ data }) => data) ?? []
    const newest = isLive ? zNewestTickets.safeParse(pushed).data?.data : undefined
    return mergeNewest(all, newest ?? [])
  }, [read.data, pushed, isLive])
  const last = read.data?.pages.at(-1)
  return {
    rows,
    isLoading: read.isLoading,
    isReading: read.isFetchingNextPage,
    error: read.error,
    retry: read.refetch,
    atMs: read.dataUpdatedAt,
    /** Reads the next page, if there is one. */
    more: read.hasNextPage && !read.isFetchingNextPage ? () => void read.fetchNextPage() : undefined,
    /** The last page was short, although tickets before it have not been looked at. */
    isSearching: read.hasNextPage && (last?.data.length ?? 0) < pageRows,
  }
}
