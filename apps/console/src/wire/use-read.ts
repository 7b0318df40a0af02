import type { Answer, Route, Sent } from '@nare/contract/route'
import { keepPreviousData, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call, ReadFailed } from './calls.ts'

const isTemporary = (fault: unknown): boolean =>
  !(fault instanceof ReadFailed) || fault.reply.status === 0 || fault.reply.status >= 500

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, fault) => failures < 2 && isTemporary(fault),
      staleTime: 5_000,
      networkMode: 'always',
    },
  },
})

/** A read of the contract for TanStack Query. */
export const readOf = <R extends Route>(route: R, input: Sent<R>) =>
  queryOptions<Answer<R>, ReadFailed>({
    queryKey: [route.path, input],
    queryFn: async () => {
      const reply = await call(route, input)
      if (reply.ok) return reply.body
      throw new ReadFailed(reply)
    },
  })

type Reading = {
  enabled?: boolean | undefined
  /** Reads again after so many milliseconds while the page is visible. */
  everyMs?: number | undefined
  /** Whether the answer is forgotten once nothing shows it, so that it is never shown again in place of a new one. */
  isForgotten?: boolean | undefined
}

/** A read of the contract; while another page or filter loads, the last answer stays. */
export function useRead<R extends Route>(
  route: R,
  input: Sent<R>,
  { enabled = true, everyMs, isForgotten }: Reading = {},
) {
  return useQuery({
    ...readOf(route, input),
    enabled,
    placeholderData: keepPreviousData,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    ...(isForgotten && { gcTime: 0 }),
  })
}
