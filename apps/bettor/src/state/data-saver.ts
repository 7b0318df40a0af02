import type { Entries } from '@nare/client/storage'

/** A choice by hand does not fade: ten years. */
const keptMs = 3.2e11

export const saverChoices = ['auto', 'lite', 'full'] as const
export type SaverChoice = (typeof saverChoices)[number]

/** What the browser says about the link and the phone, where it says anything. */
export type Hints = {
  saveData?: boolean | undefined
  effectiveType?: string | undefined
  deviceMemory?: number | undefined
}

/** Whether Lite holds: by hand, or on its own where data is saved, the link is slow or memory is small. */
export function isLite(choice: SaverChoice, { saveData, effectiveType, deviceMemory }: Hints): boolean {
  if (choice !== 'auto') return choice === 'lite'
  return saveData === true || /^(slow-)?2g$/.test(effectiveType ?? '') || (deviceMemory ?? 8) <= 1
}

/** The data saver: the choice kept on this device, whether Lite holds now, and who hears that it changed. */
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
    /** The link changed by itself. */
    changed(): void {
      for (const listener of listeners) listener()
    },
    listen(changed: () => void): () => void {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
  }
}

/** What the browser at hand says; a browser that says nothing is taken for a good one. */
export function browserHints(): Hints {
  const { connection, deviceMemory } = navigator as Navigator & { connection?: Hints; deviceMemory?: number }
  return { saveData: connection?.saveData, effectiveType: connection?.effectiveType, deviceMemory }
}

/** Bytes that this session took from the network: what the browser counted, and what came over the socket. */
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
