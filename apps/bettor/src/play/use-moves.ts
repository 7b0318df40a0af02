import { LiveContext } from '@nare/client/use-live'
import { useContext, useEffect, useEffectEvent } from 'react'

type Combination = { match_id: string; parts?: readonly { sub_type_id: string }[] | undefined }

/**
 * Calls `run` after the match of one of these combinations or the market of one of their parts has changed, since their prices may have
 * changed with it: at most once in `ms`. Combinations have no topics of their own. Subscribes to those of their parts.
 */
export function useMoves(combinations: readonly Combination[], ms: number, run: () => void): void {
  const store = useContext(LiveContext)
  const onMove = useEffectEvent(run)
  const topics = [
    ...new Set(
      combinations.flatMap(({ match_id, parts = [] }) =>
        parts.flatMap(({ sub_type_id }) => [`match:${match_id}`, `market:${match_id}:${sub_type_id}`]),
      ),
    ),
  ].join('\n')
  useEffect(() => {
    if (!store || topics === '') return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const moved = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        onMove()
      }, ms)
    }
    const stops = topics.split('\n').flatMap((topic) => [store.subscribe(topic), store.listen(topic, undefined, moved)])
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [store, topics, ms])
}
