import { protection as calls } from '@nare/contract/protection'
import type { Answer } from '@nare/contract/route'
import { lazy, Suspense, useEffect, useState } from 'react'
import { speakAll } from '../../shell/locale.ts'
import { loadPart } from '../../shell/part.ts'
import { call, serverNow, session, stored } from '../../state/browser.ts'
import { checkKept, readCheck, type Check } from './check-time.ts'

export type Told = Answer<typeof calls.protection>

const tickMs = 15_000
const key = 'reality-check'

const Dialog = lazy(() =>
  loadPart(() => Promise.all([import('./check-dialog.tsx'), speakAll()])).then(([{ CheckDialog }]) => ({
    default: CheckDialog,
  })),
)

/**
 * Interrupts the play every so many minutes, as the bettor set it, with the time, what was staked and the net result of the
 * session. Tabs of one browser share the count, and a bettor who was away for a quarter of an hour starts anew.
 */
export function RealityWatch() {
  const [minutes, setMinutes] = useState<number | undefined>()
  const [told, setTold] = useState<Told | undefined>()

  useEffect(() => {
    void call(calls.protection, {}).then((reply) => {
      if (reply.ok) setMinutes(reply.body.reality_check.interval_minutes)
    })
  }, [])

  const shown = told !== undefined
  useEffect(() => {
    if (minutes === undefined || shown) return
    const look = async (): Promise<void> => {
      if (document.hidden) return
      const { next, due } = checkKept(kept(), { nowMs: serverNow(), everyMs: minutes * 60_000 })
      keep(next)
      if (!due) return
      const reply = await call(calls.protection, {})
      if (!reply.ok) return
      const interval = reply.body.reality_check.interval_minutes
      setMinutes(interval)
      if (checkKept(kept(), { nowMs: serverNow(), everyMs: interval * 60_000 }).due) setTold(reply.body)
    }
    void look()
    const timer = setInterval(() => void look(), tickMs)
    return () => clearInterval(timer)
  }, [minutes, shown])

  const goOn = (): void => {
    const now = serverNow()
    keep({ sinceMs: now, seenMs: now })
    setTold(undefined)
  }
  return told ? (
    <Suspense>
      <Dialog told={told} onDone={goOn} />
    </Suspense>
  ) : null
}

const owner = (): unknown => session.user()?.['id']
const kept = (): Check | undefined => readCheck(stored.read(key), owner())
const keep = (check: Check): void => stored.write(key, { ...check, user: owner() })
