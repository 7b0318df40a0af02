import { refused, type Outcome } from '@nare/contract/outcome'
import { monotonicMs } from '#platform/clock'
import { openSemaphore } from '#platform/concurrency'

const keptMs = 20_000
const keptMost = 12
const waitingMost = 6
const ofOneMost = 3

type Drawn = Outcome<Buffer, 'not_found'>

/**
 * PDFs are drawn one at a time and served again for 20 seconds, so that any number of people who print cost a bounded share of the
 * process. Beyond six lists that are drawn or wait, or three that one address has asked for, a request is refused as overloaded.
 */
export function openPdfFiles() {
  const files = new Map<string, { readonly untilMs: number; readonly body: Promise<Drawn> }>()
  const inTurn = openSemaphore(1)
  /** The addresses of the lists that are drawn or wait. */
  const unfinished: string[] = []

  const isFull = (address: string): boolean =>
    unfinished.length >= waitingMost || unfinished.filter((one) => one === address).length >= ofOneMost

  /** The file of a key for somebody at an address, drawn at most once at a time. */
  return async (
    { key, address }: { readonly key: string; readonly address: string },
    draw: () => Promise<Drawn>,
  ): Promise<Outcome<Buffer, 'not_found' | 'overloaded'>> => {
    const kept = files.get(key)
    if (kept && kept.untilMs > monotonicMs()) return kept.body
    if (isFull(address)) return refused('overloaded', { retry_after_s: 3 })
    unfinished.push(address)
    const body = inTurn(draw).finally(() => unfinished.splice(unfinished.indexOf(address), 1))
    files.delete(key)
    files.set(key, { untilMs: monotonicMs() + keptMs, body })
    if (files.size > keptMost) for (const oldest of files.keys()) if (files.delete(oldest)) break
    const drawn = await body.catch(() => undefined)
    if (!drawn?.ok && files.get(key)?.body === body) files.delete(key)
    return body
  }
}
