import { protection as calls } from '@nare/contract/protection'
import type { Answer } from '@nare/contract/route'
import { useEffect, useState, type ComponentType } from 'react'
import { loadAllMessages } from '../../i18n/locale.ts'
import { loadChunk } from '../../loading/chunk.ts'
import { useRetryUntilResolved } from '../../state/use-retry-until-resolved.ts'
import { call, serverNow, session, stored } from '../../state/browser.ts'
import { checkKept, readCheck, type Check } from './check-time.ts'

export type Told = Answer<typeof calls.protection>

const tickMs = 15_000
const key = 'reality-check'

type Shown = { told: Told; Dialog: ComponentType<{ told: Told; onDone: () => void }> }

/**
 * Interrupts the play every so many minutes, as the bettor set it, with the time, what was staked and the net result of the
 * session. Tabs of one browser share the count, and a bettor who was away for a quarter of an hour starts anew.
 */
export function RealityWatch() {
  const [minutes, setMinutes] = useState<number | undefined>()
  const [shown, setShown] = useState<Shown | undefined>()

  useRetryUntilResolved(async () => {
    if (minutes !== undefined) return false
    const reply = await Promise.race([call(calls.protection, {}), tooLong()])
    if (!reply?.ok) return true
    setMinutes(reply.body.reality_check.interval_minutes)
    return false
  }, undefined)

  const open = shown !== undefined
  useEffect(() => {
    if (minutes === undefined || open) return
    const look = async (): Promise<void> => {
      if (document.hidden) return
      const { next, due } = checkKept(kept(), { nowMs: serverNow(), everyMs: minutes * 60_000 })
      keep(next)
      if (!due) return
      const reply = await call(calls.protection, {})
      if (!reply.ok) return
      const interval = reply.body.reality_check.interval_minutes
      setMinutes(interval)
      if (!checkKept(kept(), { nowMs: serverNow(), everyMs: interval * 60_000 }).due) return
      const Dialog = await loadDialog()
      if (Dialog) setShown({ told: reply.body, Dialog })
    }
    void look()
    const timer = setInterval(() => void look(), tickMs)
    return () => clearInterval(timer)
  }, [minutes, open])

  const goOn = (): void => {
    const now = serverNow()
    keep({ sinceMs: now, seenMs: now })
    setShown(undefined)
  }
  return shown ? <shown.Dialog told={shown.told} onDone={goOn} /> : null
}

const tooLong = (): Promise<undefined> => new Promise((done) => setTimeout(done, tickMs, undefined))

/** The dialog with its texts; undefined where it could not be fetched now, and the next look tries again. */
function loadDialog(): Promise<Shown['Dialog'] | undefined> {
  return loadChunk(() => Promise.all([import('./check-dialog.tsx'), loadAllMessages()])).then(
    ([{ CheckDialog }]) => CheckDialog,
    () => undefined,
  )
}

const owner = (): unknown => session.user()?.['id']
const kept = (): Check | undefined => readCheck(stored.read(key), owner())
const keep = (check: Check): void => stored.write(key, { ...check, user: owner() })
