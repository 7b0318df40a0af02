import type { Entries } from '@nare/client/storage'

/** A manual choice does not expire: ten years. */
const keptMs = 3.2e11

export const saverChoices = ['auto', 'lite', 'full'] as const
export type SaverChoice = (typeof saverChoices)[number]

/** The browser's report on the connection and the device; unsupported fields are missing. */
export type Hints = {
  saveData?: boolean | undefined
  effectiveType?: string | undefined
  deviceMemory?: number | undefined
}

/** Whether Lite is active: chosen by the bettor, or automatically with data saving on, a slow connection or little memory. */
export function isLite(choice: SaverChoice, { saveData, effectiveType, deviceMemory }: Hints): boolean {
  if (choice !== 'auto') return choice === 'lite'
  return saveData === true || /^(slow-)?2g$/.test(effectiveType ?? '') || (deviceMemory ?? 8) <= 1
}

/** The data saver: the choice stored on this device, whether Lite is active, and the listeners for its changes. */
export function dataSaver(stored: Entries, hints: () => Hints) {
  const listeners = new Set<() => void>()
  const kept = stored.read('data-saver')
  let choice: SaverChoice = saverChoices.find((each) => each === kept) ?? 'auto'
  return {
    choice: (): SaverChoice => choice,
    lite: (): boolean => isLite(choice, hints()),
    choose(wanted: SaverChoice): void {
      choice = wanted
      if (wanted === 'auto') stored.remove('data-saver')
      else stored.write('data-saver', wanted, keptMs)
      for (const listener of listeners) listener()
    },
    /** The connection changed without a choice of the bettor. */
    changed(): void {
      for (const listener of listeners) listener()
    },
    listen(changed: () => void): () => void {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
  }
}

/** The report of the current browser; a browser without one counts as having a good connection. */
export function browserHints(): Hints {
  const { connection, deviceMemory } = navigator as Navigator & { connection?: Hints; deviceMemory?: number }
  return { saveData: connection?.saveData, effectiveType: connection?.effectiveType, deviceMemory }
}

/** Bytes that this session received: those counted by the browser plus those of the socket. */
export function traffic() {
  let bytes = 0
  if (typeof PerformanceObserver === 'function') {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) bytes += (entry as PerformanceResourceTiming).transferSize || 0
    }).observe({ type: 'resource', buffered: true })
    const [page] = performance.getEntriesByType('navigation')
    bytes += (page as PerformanceResourceTiming | undefined)?.transferSize ?? 0
  }
  return { add: (more: number): void => void (bytes += more), bytes: (): number => bytes }
}
