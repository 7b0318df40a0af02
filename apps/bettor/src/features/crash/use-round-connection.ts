import { live as liveCalls } from '@nare/contract/live'
import { useEffect, useState } from 'react'
import { useLite } from '../../preferences/use-lite.ts'
import { useOnline } from '../../slip/use-online.ts'
import { call, nowMs, serverNow } from '../../state/browser.ts'
import { live } from '../../state/live-connection.ts'
import { useConnected } from '../../state/use-connected.ts'
import { pushedClock } from './clock.ts'

const clock = pushedClock(nowMs)
/** The pushed clock is inexact after a long silence; the app's own clock may correct it by less than this. */
const correctionMaxMs = 60_000

/** The server's time in milliseconds, by which the crash round is drawn. */
export function crashNow(): number {
  const [pushed, app] = [clock.now(), serverNow()]
  if (pushed === undefined) return app
  const ahead = app - pushed
  return ahead > 0 && ahead < correctionMaxMs ? app : pushed
}

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
    const ask = async (): Promise<void> => {
      asking = true
      const late = new Promise<undefined>((done) => setTimeout(done, answerWithinMs, undefined))
      const reply = await Promise.race([call(liveCalls.states, { topics: 'crash' }), late])
      asking = false
      if (!reply?.ok) return
      for (const message of reply.body.data) live.receive(message)
      received()
    }
    const tick = (): void => {
      check()
      if (asking || document.hidden || (pushes && nowMs() - atMs < quietMaxMs)) return
      void ask()
    }
    const stop = live.listen('crash', undefined, () => {
      const state = live.read('crash') as { server_time?: unknown } | undefined
      if (typeof state?.server_time === 'string') clock.note(state.server_time)
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
