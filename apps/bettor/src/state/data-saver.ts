import type { Entries } from '@nare/client/storage'
import { signal } from './signal.ts'

/** Ten years: a manual choice does not expire in practice. */
const storedMs = 3.2e11

export const saverChoices = ['auto', 'lite', 'full'] as const
export type SaverChoice = (typeof saverChoices)[number]

/** The browser's report on the connection and the device; unsupported fields are missing. */
export type Hints = {
  saveData?: boolean | undefined
  effectiveType?: string | undefined
  deviceMemory?: number | undefined
}

/** True if Lite is active: chosen by the bettor, or automatic with data saving on, a slow connection or little memory. */
export function isLite(choice: SaverChoice, { saveData, effectiveType, deviceMemory }: Hints): boolean {
  if (choice !== 'auto') return choice === 'lite'
  return saveData === true || /^(slow-)?2g$/.test(effectiveType ?? '') || (deviceMemory ?? 8) <= 1
}

/** Where the choice is stored; index.html reads and writes it too. */
export const dataSaverKey = 'data-saver'

/** The data saver: the choice stored on this device and whether Lite is active. `listen` reports a changed choice. */
export function dataSaver(stored: Entries, hints: () => Hints) {
  const storedChoice = stored.read(dataSaverKey)
  const choice = signal<SaverChoice>(saverChoices.find((known) => known === storedChoice) ?? 'auto')
  return {
    choice: choice.get,
    lite: (): boolean => isLite(choice.get(), hints()),
    choose(newChoice: SaverChoice): void {
      if (newChoice === 'auto') stored.remove(dataSaverKey)
      else stored.write(dataSaverKey, newChoice, storedMs)
      choice.set(newChoice)
    },
    listen: choice.listen,
  }
}

/** The report of the current browser; a browser without one counts as having a good connection. */
export function browserHints(): Hints {
  const { connection, deviceMemory } = navigator as Navigator & { connection?: Hints; deviceMemory?: number }
  return { saveData: connection?.saveData, effectiveType: connection?.effectiveType, deviceMemory }
}

/** The bytes received in this session: counted by the browser, plus the bytes of the socket. */
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
