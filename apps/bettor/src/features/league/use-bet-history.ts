import { useEffect, useEffectEvent, useState } from 'react'
import { usePages } from '../../paging/use-pages.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { emptyHistory, loadMore, withFirstPage, withMore } from './bet-history.ts'

/** The bettor's league bets, as many pages as the history entry shows. A change of round loads the first page again. */
export function useBetHistory() {
  const send = useSend()
  const round = useApp(({ virtualLeague }) => virtualLeague.round_id)
  const { pages, more } = usePages('league bets')
  const [history, setHistory] = useState(emptyHistory)
  const isBehind = history.pages < pages && history.next !== undefined && history.error === undefined

  const loadNext = useEffectEvent(async () => {
    const loaded = await send(loadMore(history))
    setHistory((shown) => withMore(shown, loaded))
  })
  useEffect(() => {
    if (isBehind) void loadNext()
  }, [isBehind, history.pages])

  const reload = useEffectEvent(async () => {
    if (history.pages === 0) return
    const loaded = await send(loadMore(emptyHistory))
    if (loaded.error === undefined) setHistory((shown) => withFirstPage(shown, loaded))
  })
  useEffect(() => void reload(), [round])

  return {
    bets: history.bets,
    error: history.error,
    loading: isBehind,
    more: history.next && more,
    retry: () => setHistory((shown) => ({ ...shown, error: undefined })),
  }
}
