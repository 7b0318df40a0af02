import { useState } from 'react'
import { isoDay } from '@nare/ui/format'
import { nowMs, stored } from '../state/browser.ts'
import { useApp } from '../state/hooks.ts'
import { signal, useSignal } from '../state/signal.ts'
import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'

type InstallEvent = Event & { prompt: () => Promise<unknown> }
const dismissedForMs = 30 * 86_400_000

const InstallCard = lazyPart(
  () => loadWithMessages(() => import('./install-card.tsx'), ['device']).then((card) => card.InstallCard),
  {
    failed: null,
  },
)
const offered = signal<InstallEvent | undefined>(undefined)

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offered.set(event as InstallEvent)
})
/** The last two days with a visit. */
const day = isoDay(nowMs())
const visits = [...new Set([...visitDays(), day])].slice(-2)
stored.write('visits', visits)

function visitDays(): unknown[] {
  const kept = stored.read('visits')
  return Array.isArray(kept) ? kept : []
}

/** Offers to install the app on the second day of use or after a bet, if the browser supports it. A dismissal lasts thirty days. */
export function InstallPrompt() {
  const event = useSignal(offered)
  const [hidden, setHidden] = useState(() => stored.read('install-dismissed') === true)
  const placed = useApp(({ betting }) => betting.receipts.length > 0)
  if (!event || hidden || (visits.length < 2 && !placed && stored.read('last-stake') === undefined)) return null
  const dismiss = (): void => {
    stored.write('install-dismissed', true, dismissedForMs)
    setHidden(true)
  }
  return (
    <InstallCard
      onInstall={() => {
        void event.prompt()
        dismiss()
      }}
      onDismiss={dismiss}
    />
  )
}
