import { serverNow } from '../wire/browser.ts'
import { connection } from '../wire/live.ts'
import { useSignal } from '../wire/signal.ts'
import { durationText } from './format.ts'
import { useNow } from './use-now.ts'

/**
 * The age of what lives on the screen, in grey: nothing while it is live, "12 s old" once the connection is lost. `at` is the moment of the
 * last answer in milliseconds, of the server's clock.
 */
export function Age({ atMs }: { atMs: number | undefined }) {
  const { open } = useSignal(connection)
  const nowMs = useNow()
  if (open || atMs === undefined) return null
  return (
    <span className="t3" role="status">
      {durationText((nowMs - atMs) / 1000)} old
    </span>
  )
}

/** How long something waits. */
export function Waits({ since }: { since: string }) {
  useNow()
  return durationText((serverNow() - Date.parse(since)) / 1000)
}
