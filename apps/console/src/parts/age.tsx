import { nowMs, serverNow } from '../wire/browser.ts'
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
  const now = useNow()
  if (open || atMs === undefined) return null
  return (
    <span className="t3" role="status">
      {durationText((now - atMs) / 1000)} old
    </span>
  )
}

/** A read that repeats by itself counts as old after so long. */
const readOldMs = 12_000

/** The age of a read that should have repeated by now: "12 s old". `atMs` is the moment of the last answer, by the clock of the browser. */
export function ReadAge({ atMs }: { atMs: number }) {
  const ahead = serverNow() - nowMs()
  const ageMs = useNow() - ahead - atMs
  if (atMs === 0 || ageMs < readOldMs) return null
  return (
    <small className="t3" role="status">
      {durationText(ageMs / 1000)} old
    </small>
  )
}

/** How long something waits. */
export function Waits({ since }: { since: string }) {
  useNow()
  return durationText((serverNow() - Date.parse(since)) / 1000)
}
