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

  const loadNext = useEffectEvent(() => {
    void send(loadMore(history)).then((loaded) => setHistory((shown) => withMore(shown, loaded)))
  })
  useEffect(() => {
    if (isBehind) loadNext()
  }, [isBehind, history.pages])

  const reload = useEffectEvent(() => {
    if (history.pages === 0) return
    void send(loadMore(emptyHistory)).then((loaded) => {
      if (loaded.error === undefined) setHistory((shown) => withFirstPage(shown, loaded))
    })
  })
  useEffect(() => reload(), [round])

  return {
    bets: history.bets,
    error: history.error,
    loading: isBehind,
    more: history.next && more,
    retry: () => setHistory((shown) => ({ ...shown, error: undefined })),
  }
}
