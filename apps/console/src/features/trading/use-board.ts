import { operatorBoard, zBoardRow, type BoardRow } from '@nare/contract/operator-trading-board'
import { LiveContext } from '@nare/client/use-live'
import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { call, ReadFailed } from '../../wire/calls.ts'
import { connection } from '../../wire/live.ts'
import { useSignal } from '../../wire/signal.ts'
import { newerRows } from './newer-rows.ts'

export const boardTopic = 'operator:board'
const pageRows = 2_000
const pagesMax = 25
/** The whole board is read again so often, in case a change was missed. */
const everyMs = 120_000

/** The rows of the board: read once, then live. After a lost connection they are read again. */
export function useBoard() {
  const { open } = useSignal(connection)
  const read = useQuery({
    queryKey: [operatorBoard.board.path, 'all'],
    refetchInterval: everyMs,
    staleTime: everyMs,
    queryFn: async (): Promise<readonly BoardRow[]> => {
      const rows: BoardRow[] = []
      for (let page = 1; page <= pagesMax; page++) {
        const reply = await call(operatorBoard.board, { page, limit: pageRows })
        if (!reply.ok) throw new ReadFailed(reply)
        rows.push(...reply.body.data)
        if (rows.length >= reply.body.meta.total || reply.body.data.length === 0) break
      }
      return rows
    },
  })
  const { refetch } = read
  const wasOpen = useRef(open)
  useEffect(() => {
    if (open && !wasOpen.current) void refetch()
    wasOpen.current = open
  }, [open, refetch])
  const pushed = useLiveRows()
  const rows = useMemo(() => newerRows(read.data ?? [], pushed), [read.data, pushed])
  return {
    rows,
    isLoading: read.isPending,
    error: read.error,
    retry: () => void refetch(),
    atMs: read.dataUpdatedAt || undefined,
  }
}

/** The rows that were pushed so far, by match; another map when some of them have changed. */
function useLiveRows(): ReadonlyMap<string, BoardRow> {
  const store = useContext(LiveContext)
  const [rows, setRows] = useState<ReadonlyMap<string, BoardRow>>(new Map())
  useEffect(() => {
    if (!store) return
    const known = new Map<string, { readonly state: unknown; readonly row: BoardRow | undefined }>()
    const take = (): void => {
      for (const [key, state] of store.readAll(boardTopic))
        if (known.get(key)?.state !== state) known.set(key, { state, row: zBoardRow.safeParse(state).data })
      setRows(new Map([...known].flatMap(([key, { row }]) => (row ? [[key, row] as const] : []))))
    }
    const leave = store.subscribe(boardTopic)
    const stop = store.listen(boardTopic, undefined, take)
    return () => {
      stop()
      leave()
    }
  }, [store])
  return rows
}
