import { live as liveCalls } from '@nare/contract/live'
import { useEffect, useState } from 'react'
import { useLite } from '../../preferences/use-lite.ts'
import { useOnline } from '../../slip/use-online.ts'
import { call, monotonicMs, nowMs, serverNow } from '../../state/browser.ts'
import { live } from '../../state/live-connection.ts'
import { useConnected } from '../../state/use-connected.ts'
import { roundClock } from './clock.ts'

const clock = roundClock({ monotonicMs, appNow: serverNow })
/** The server's time in milliseconds, by which the crash round is drawn. */
export const crashNow = clock.now

const beatMs = 1000
/** The state is requested after this long without a message. */
const quietMaxMs = 3000
const disconnectedAfterMs = 4500
const answerWithinMs = 3000

/**
 * Watches whether the state of the round reaches this page. Without pushed messages (Lite, no socket, or silence) the state is
 * requested every second; after some seconds without a response the page counts as disconnected.
 */
export function useRoundConnection(): { isDisconnected: boolean } {
  const connected = useConnected()
  const online = useOnline()
  const lite = useLite()
  const [silent, setSilent] = useState(false)
  const pushes = connected && !lite
  useEffect(() => {
    let atMs = nowMs()
    let asking = false
    const check = (): void => setSilent(nowMs() - atMs > disconnectedAfterMs)
    const received = (): void => {
      atMs = nowMs()
      check()
    }
    const request = async (): Promise<void> => {
      const reply = await call(liveCalls.states, { topics: 'crash' })
      if (!reply.ok) return
      for (const message of reply.body.data) live.receive(message)
      received()
    }
    // A late response counts as well: its states have versions.
    const ask = async (): Promise<void> => {
      asking = true
      await Promise.race([request(), new Promise((done) => setTimeout(done, answerWithinMs))])
      asking = false
    }
    const tick = (): void => {
      check()
      if (asking || document.hidden || (pushes && nowMs() - atMs < quietMaxMs)) return
      void ask()
    }
    const note = (): void => {
      const state = live.read('crash') as { server_time?: unknown } | undefined
      if (typeof state?.server_time === 'string') clock.note(state.server_time)
    }
    // A state that another screen has received is old by now, so its time is behind the server and never ahead.
    note()
    const stop = live.listen('crash', undefined, () => {
      note()
      received()
    })
    const timer = setInterval(tick, beatMs)
    if (!pushes) tick()
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [pushes])
  return { isDisconnected: silent || !online }
}
