import { useCallback, useSyncExternalStore } from 'react'
import { useStore } from 'react-redux'
import type { Pick } from './picks.ts'
import type { RootState } from './store.ts'

type Listener = () => void
type SlipStore = { getState: () => { betting: { slip: readonly Pick[] } }; subscribe: (changed: Listener) => unknown }
export type PickedMarks = ReturnType<typeof pickedMarks>

/** Which outcomes are in the slip, by their marks; only who listens to a mark that came or went is told. */
export function pickedMarks(store: SlipStore) {
  const listeners = new Map<string, Set<Listener>>()
  let slip: readonly Pick[] = []
  let marks: ReadonlySet<string> = new Set()

  const now = (): ReadonlySet<string> => {
    const present = store.getState().betting.slip
    if (present !== slip) {
      slip = present
      marks = new Set(present.map(({ ucn }) => ucn))
    }
    return marks
  }
  let told = now()
  store.subscribe(() => {
    const before = told
    told = now()
    if (told === before) return
    for (const mark of told) if (!before.has(mark)) tell(mark)
    for (const mark of before) if (!told.has(mark)) tell(mark)
  })
  const tell = (mark: string): void => {
    for (const listener of listeners.get(mark) ?? []) listener()
  }

  return {
    has: (mark: string): boolean => now().has(mark),
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

const known = new WeakMap<object, PickedMarks>()

/** Whether an outcome is in the slip. A list of hundreds of cells asks the state once, and one tap renders one cell. */
export function usePicked(mark: string): boolean {
  const store = useStore<RootState>()
  const marks = known.get(store) ?? pickedMarks(store)
  known.set(store, marks)
  const listen = useCallback((changed: Listener) => marks.listen(mark, changed), [marks, mark])
  return useSyncExternalStore(listen, () => marks.has(mark))
}
