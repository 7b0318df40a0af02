import { refused, type Outcome } from '@nare/contract/outcome'
import { monotonicMs } from '#platform/clock'
import { openSemaphore } from '#platform/concurrency'

const keptMs = 60_000
const keptMax = 12
const waitingMax = 6
const ofOneMax = 3

type Drawn = Outcome<Buffer, 'not_found'>

/**
 * Draws PDFs one at a time and caches each for a minute, so that printing uses a bounded share of the machine. If six lists are being drawn
 * or waiting, or three of one address, a request is refused as overloaded.
 */
export function openPdfFiles() {
  const files = new Map<string, { readonly untilMs: number; readonly body: Promise<Drawn> }>()
  const inTurn = openSemaphore(1)
  /** The requesting address of each list that is being drawn or waiting. */
  const unfinished: string[] = []

  const isFull = (address: string): boolean =>
    unfinished.length >= waitingMax || unfinished.filter((one) => one === address).length >= ofOneMax

  /** The file of a key, requested by an address. Concurrent requests for one key share one drawing. */
  return async (
    { key, address }: { readonly key: string; readonly address: string },
    draw: () => Promise<Drawn>,
  ): Promise<Outcome<Buffer, 'not_found' | 'overloaded'>> => {
    const cached = files.get(key)
    if (cached && cached.untilMs > monotonicMs()) return cached.body
    if (isFull(address)) return refused('overloaded', { retry_after_s: 3 })
    unfinished.push(address)
    const body = inTurn(draw).finally(() => unfinished.splice(unfinished.indexOf(address), 1))
    files.delete(key)
    files.set(key, { untilMs: monotonicMs() + keptMs, body })
    if (files.size > keptMax) for (const oldest of files.keys()) if (files.delete(oldest)) break
    const drawn = await body.catch(() => undefined)
    if (!drawn?.ok && files.get(key)?.body === body) files.delete(key)
    return body
  }
}
