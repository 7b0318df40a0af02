import { operatorBoard, zBoardRow, type BoardRow } from '@nare/contract/operator-trading-board'
import { LiveContext } from '@nare/client/use-live'
import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { nowMs } from '../../wire/browser.ts'
import { call, ReadFailed } from '../../wire/calls.ts'
import { connection } from '../../wire/live.ts'
import { useSignal } from '../../wire/signal.ts'
import { openBoardRows } from './board-rows.ts'

export const boardTopic = 'operator:board'
const pageRows = 2_000
const pagesMax = 25
/** The whole board is read again so often, in case a change was missed. */
const everyMs = 120_000

/** The rows of the board: read once, then live. After a lost connection they are read again. */
export function useBoard() {
  const { open } = useSignal(connection)
  const store = useContext(LiveContext)
  const [rows] = useState(() =>
    openBoardRows({
      nowMs,
      nextFrame: (run) => void requestAnimationFrame(run),
      rowOf: (state) => zBoardRow.safeParse(state).data,
    }),
  )
  const read = useQuery({
    queryKey: [operatorBoard.board.path, 'all'],
    refetchInterval: everyMs,
    staleTime: everyMs,
    queryFn: async (): Promise<readonly BoardRow[]> => {
      const all: BoardRow[] = []
      for (let page = 1; page <= pagesMax; page++) {
        const reply = await call(operatorBoard.board, { page, limit: pageRows })
        if (!reply.ok) throw new ReadFailed(reply)
        all.push(...reply.body.data)
        if (all.length >= reply.body.meta.total || reply.body.data.length === 0) break
      }
      return all
    },
  })
  const { data, refetch } = read
  const wasOpen = useRef(open)
  useEffect(() => {
    if (open && !wasOpen.current) void refetch()
    wasOpen.current = open
  }, [open, refetch])
  useEffect(() => {
    if (data) rows.read(data)
  }, [rows, data])
  useEffect(() => {
    if (!store) return
    const leave = store.subscribe(boardTopic)
    const stop = store.listen(boardTopic, undefined, () => rows.push(store.readAll(boardTopic)))
    return () => {
      stop()
      leave()
    }
  }, [rows, store])
  return {
    rows: useSyncExternalStore(rows.listen, rows.list),
    rowNow: rows,
    isLoading: read.isPending,
    error: read.error,
    retry: () => void refetch(),
    atMs: read.dataUpdatedAt || undefined,
  }
}
