import { protection as calls } from '@nare/contract/protection'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { loadMessages } from '../../i18n/locale.ts'
import { loadChunk } from '../../loading/chunk.ts'
import { useRetryUntilResolved } from '../../commands/use-retry-until-resolved.ts'
import { call, serverNow, session, stored } from '../../state/browser.ts'
import { useRead } from '../../state/use-read.ts'
import { checkDue, readCheck, type Check } from './check-time.ts'
import type { ProtectionData } from './protection-data.ts'

const tickMs = 15_000
const freshMs = 60_000
const key = 'reality-check'

type Shown = { data: ProtectionData; Dialog: ComponentType<{ data: ProtectionData; onDone: () => void }> }

/**
 * The reality check: interrupts play at the bettor's interval, a shorter one as soon as it is chosen, with the session's time, stakes and net result. The tabs of a
 * browser share one timer; it restarts after 15 minutes away.
 */
export function RealityWatch() {
  const { body, again } = useRead(calls.protection, {}, freshMs)
  const minutes = body?.reality_check.interval_minutes
  const [shown, setShown] = useState<Shown | undefined>()

  useRetryUntilResolved(async () => {
    if (minutes === undefined) again()
    return minutes === undefined
  }, undefined)

  const open = shown !== undefined
  const refresh = useEffectEvent(again)
  useEffect(() => {
    if (minutes === undefined || open) return
    const check = async (): Promise<void> => {
      if (document.hidden) return
      const { next, due } = checkDue(storedCheck(), { nowMs: serverNow(), everyMs: minutes * 60_000 })
      store(next)
      if (!due) return
      const reply = await call(calls.protection, {})
      if (!reply.ok) return
      const everyMs = reply.body.reality_check.interval_minutes * 60_000
      if (!checkDue(storedCheck(), { nowMs: serverNow(), everyMs }).due) return refresh()
      const Dialog = await loadDialog()
      if (Dialog) setShown({ data: reply.body, Dialog })
    }
    void check()
    const timer = setInterval(() => void check(), tickMs)
    return () => clearInterval(timer)
  }, [minutes, open])

  const continuePlay = (): void => {
    const now = serverNow()
    store({ sinceMs: now, seenMs: now })
    setShown(undefined)
  }
  return shown ? <shown.Dialog data={shown.data} onDone={continuePlay} /> : null
}

/** Loads the dialog and its texts; undefined if that fails, so that the next check retries. */
function loadDialog(): Promise<Shown['Dialog'] | undefined> {
  return loadChunk(() => Promise.all([import('./check-dialog.tsx'), loadMessages('protection')])).then(
    ([{ CheckDialog }]) => CheckDialog,
    () => undefined,
  )
}

const owner = (): unknown => session.user()?.['id']
const storedCheck = (): Check | undefined => readCheck(stored.read(key), owner())
const store = (check: Check): void => stored.write(key, { ...check, user: owner() })
