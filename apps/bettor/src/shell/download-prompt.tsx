import { Trans } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { useState, useSyncExternalStore } from 'react'
import { stored } from '../state/browser.ts'
import style from './download-prompt.module.css'

type InstallEvent = Event & { prompt: () => Promise<unknown> }
const restMs = 30 * 86_400_000
let offered: InstallEvent | undefined
const listeners = new Set<() => void>()

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offered = event as InstallEvent
  for (const listener of listeners) listener()
})
const sessions = Number(stored.read('sessions') ?? 0) + 1
stored.write('sessions', sessions)

/** Offers to install the app from the second visit on, where the browser can; a no rests for thirty days. */
export function DownloadPrompt() {
  const event = useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => offered,
  )
  const [hidden, setHidden] = useState(() => stored.read('install-dismissed') === true)
  if (!event || hidden || sessions < 2) return null
  const dismiss = (): void => {
    stored.write('install-dismissed', true, restMs)
    setHidden(true)
  }
  return (
    <section className={style.card}>
      <p>
        <Trans>Put Nare on your home screen. It takes less than 300 KB.</Trans>
      </p>
      <Button
        small
        onClick={() => {
          void event.prompt()
          dismiss()
        }}
      >
        <Trans>Install</Trans>
      </Button>
      <Button small look="plain" onClick={dismiss}>
        <Trans>Not now</Trans>
      </Button>
    </section>
  )
}
