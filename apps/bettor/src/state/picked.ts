import { useCallback, useSyncExternalStore } from 'react'
import { useStore } from 'react-redux'
import type { BettingState } from './betting.ts'
import { picksOf, type PickSlipKind } from './slips.ts'
import type { RootState } from './store.ts'
import type { Pick } from './picks.ts'

type Listener = () => void
type SlipStore = { getState: () => { betting: BettingState }; subscribe: (changed: Listener) => unknown }
export type PickedMarks = ReturnType<typeof pickedMarks>

/** The outcomes of a slip, by their `ucn`. Calls only the listeners of an added or removed outcome. */
export function pickedMarks(store: SlipStore, kind: PickSlipKind = 'sports') {
  const listeners = new Map<string, Set<Listener>>()
  let picks: readonly Pick[] = []
  let marks: ReadonlySet<string> = new Set()

  const current = (): ReadonlySet<string> => {
    const now = picksOf(store.getState().betting, kind)
    if (now !== picks) {
      picks = now
      marks = new Set(now.map(({ ucn }) => ucn))
    }
    return marks
  }
  const call = (mark: string): void => {
    for (const listener of listeners.get(mark) ?? []) listener()
  }
  let published = current()
  store.subscribe(() => {
    const before = published
    published = current()
    if (published === before) return
    for (const mark of published) if (!before.has(mark)) call(mark)
    for (const mark of before) if (!published.has(mark)) call(mark)
  })

  return {
    has: (mark: string): boolean => current().has(mark),
    listen(mark: string, listener: Listener): () => void {
      const set = listeners.get(mark) ?? new Set()
      listeners.set(mark, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(mark) === set) listeners.delete(mark)
      }
    },
  }
}

const ofStores = new WeakMap<object, Partial<Record<PickSlipKind, PickedMarks>>>()

function marksOf(store: SlipStore, kind: PickSlipKind): PickedMarks {
  const known = ofStores.get(store) ?? {}
  ofStores.set(store, known)
  return (known[kind] ??= pickedMarks(store, kind))
}

/** True if an outcome is in a slip. A list of hundreds of cells subscribes to the store once, and a tap renders one cell. */
export function usePicked(mark: string, kind: PickSlipKind = 'sports'): boolean {
  const marks = marksOf(useStore<RootState>(), kind)
  const listen = useCallback((changed: Listener) => marks.listen(mark, changed), [marks, mark])
  return useSyncExternalStore(listen, () => marks.has(mark))
}
