import '@nare/ui/tokens.css'
import './global.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { LiveContext } from '@nare/client/use-live'
import { content } from '@nare/contract/content'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { leaveWithSession, loginAddress } from './features/session/end-session.ts'
import { onKey } from './parts/keys.ts'
import { router } from './routes.tsx'
import { nowMs, setServerClock } from './wire/browser.ts'
import { call, onSessionEnd } from './wire/calls.ts'
import { live } from './wire/live.ts'
import { knownPerson } from './wire/me.ts'
import { queries } from './wire/use-read.ts'

/** Mounts the console into its root element. */
export function mount(root: HTMLElement): void {
  // The page is loaded anew, so that nothing of the person whose session ended stays in its memory.
  onSessionEnd(() => {
    if (knownPerson() !== undefined) location.assign(loginAddress(router.state.location.href))
  })
  leaveWithSession()
  addEventListener('keydown', onKey)
  void readServerClock()
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queries}>
          <LiveContext value={live}>
            <RouterProvider router={router} />
          </LiveContext>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )
}

async function readServerClock(): Promise<void> {
  const sentMs = nowMs()
  const reply = await call(content.settings, {})
  if (reply.ok) setServerClock(reply.body.message.server_time, { sentMs, receivedMs: nowMs() })
}
