import { refused, type Outcome } from '@nare/contract/outcome'
import { monotonicMs } from '#platform/clock'
import { openSemaphore } from '#platform/concurrency'

const keptMs = 20_000
const keptMost = 12
const waitingMost = 6

type Drawn = Outcome<Buffer, 'not_found'>

/**
 * PDFs are drawn one at a time and served again for 20 seconds, so that any number of people who print cost a bounded share of the
 * process. Beyond six lists that are drawn or wait, a request is refused as overloaded.
 */
export function openPdfFiles() {
  const files = new Map<string, { readonly untilMs: number; readonly body: Promise<Drawn> }>()
  const inTurn = openSemaphore(1)
  let unfinished = 0

  /** The file of a key, drawn at most once at a time. */
  return async (key: string, draw: () => Promise<Drawn>): Promise<Outcome<Buffer, 'not_found' | 'overloaded'>> => {
    const kept = files.get(key)
    if (kept && kept.untilMs > monotonicMs()) return kept.body
    if (unfinished >= waitingMost) return refused('overloaded', { retry_after_s: 3 })
    unfinished++
    const body = inTurn(draw).finally(() => unfinished--)
    files.delete(key)
    files.set(key, { untilMs: monotonicMs() + keptMs, body })
    if (files.size > keptMost) for (const oldest of files.keys()) if (files.delete(oldest)) break
    const drawn = await body.catch(() => undefined)
    if (!drawn?.ok && files.get(key)?.body === body) files.delete(key)
    return body
  }
}
