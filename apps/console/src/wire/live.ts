import { liveSocket, type SocketLike } from '@nare/client/live-socket'
import { liveStore } from '@nare/client/live-store'
import { LiveContext } from '@nare/client/use-live'
import { useCallback, useContext, useEffect, useSyncExternalStore } from 'react'
import { nowMs, timers } from './browser.ts'
import { signal } from './signal.ts'

export const live = liveStore((run) => void requestAnimationFrame(run))

/** Whether live states arrive, and since when not; open until the first connection has failed. */
export const connection = signal<{ open: boolean; sinceMs: number }>({ open: true, sinceMs: nowMs() })

export const socket = liveSocket({
  store: live,
  open: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/v1/live`) as unknown as SocketLike,
  token: () => undefined,
  timers,
  onConnection: connection.set,
})

/**
 * Keeps the socket open while the page is visible, and for a minute after, until the returned function is called. The socket reads the cookie
 * when it opens, so it is opened only once somebody is logged in.
 */
export function followLive(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const resume = (): void => {
    clearTimeout(timer)
    socket.start()
    socket.confirm()
  }
  const onVisibility = (): void => {
    if (document.hidden) timer = setTimeout(() => socket.stop(), 60_000)
    else resume()
  }
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('online', resume)
  socket.start()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('online', resume)
    socket.stop()
  }
}

/** The live state of a topic's key, as it was received; undefined until one arrives. Without a topic, none. */
export function useTopic(topic: string | undefined, key: string): unknown {
  const store = useContext(LiveContext)
  useEffect(() => (topic === undefined ? undefined : store?.subscribe(topic)), [store, topic])
  const listen = useCallback(
    (changed: () => void) => (topic === undefined ? undefined : store?.listen(topic, key, changed)) ?? (() => {}),
    [store, topic, key],
  )
  return useSyncExternalStore(listen, () => (topic === undefined ? undefined : store?.read(topic, key)))
}
