import { LiveContext, useSubscription } from '@nare/client/use-live'
import { matchEvents, type EventState } from '@nare/contract/match-events'
import { useCallback, useContext, useMemo, useRef, useSyncExternalStore } from 'react'
import { useRead } from '../../../state/use-read.ts'
import { mergeEvents } from './event-rows.ts'

type States = readonly (readonly [id: string, state: unknown])[]
const none: States = []

/** The events of a match in order, merged from its live topic and a read; undefined until one of them has arrived. */
export function useEvents(matchId: string): { events: EventState[] | undefined; failed: boolean; again: () => void } {
  const topic = `events:${matchId}`
  useSubscription(topic)
  const { body, failed, again } = useRead(matchEvents.events, { match_id: matchId }, 5_000)
  const states = useStates(topic)
  const events = useMemo(
    () => (body || states.length > 0 ? mergeEvents(body?.data ?? [], states) : undefined),
    [body, states],
  )
  return { events, failed: failed !== undefined && events === undefined, again }
}

/** All states of a live topic. The array keeps its identity until a state changes. */
function useStates(topic: string): States {
  const store = useContext(LiveContext)
  const last = useRef(none)
  const listen = useCallback(
    (changed: () => void) => store?.listen(topic, undefined, changed) ?? (() => {}),
    [store, topic],
  )
  return useSyncExternalStore(listen, () => {
    const now = store?.readAll(topic) ?? none
    const same = now.length === last.current.length && now.every(([id, state], n) => isAt(last.current, n, id, state))
    if (!same) last.current = now
    return last.current
  })
}

const isAt = (states: States, n: number, id: string, state: unknown): boolean =>
  states[n]?.[0] === id && states[n]?.[1] === state
