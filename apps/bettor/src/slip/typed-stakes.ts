import { useEffect } from 'react'
import { useStore } from 'react-redux'
import type { Entries } from '@nare/client/storage'
import { betting } from '../state/betting.ts'
import { stored } from '../state/browser.ts'
import { data } from '../state/data.ts'
import { picksOf, type PickSlipKind } from '../state/slips.ts'
import type { AppStore, RootState } from '../state/store.ts'

/** Where the stake of each slip is, and the entry that stores it: the specification's entries of the slips are lists of picks alone. */
const stakes = {
  sports: {
    key: 'stake',
    of: (state: RootState) => state.data.stake_value,
    set: (value: string) => data.actions.set({ field: 'stake_value', value }),
  },
  league: {
    key: 'league-stake',
    of: (state: RootState) => state.betting.kiron_stake,
    set: (value: string) => betting.actions.set({ field: 'kiron_stake', value }),
  },
} as const

type Keeping = {
  stored: Entries
  /** Runs a write when nothing more urgent waits. */
  whenIdle: (write: () => void) => void
}

/**
 * Restores the stake typed in a slip, and stores its later changes until the slip is empty: placed or cleared. Returns a function
 * that writes what waits.
 */
export function keepStake(
  store: Pick<AppStore, 'getState' | 'dispatch' | 'subscribe'>,
  kind: PickSlipKind,
  { stored: entries, whenIdle }: Keeping,
): () => void {
  const { key, of, set } = stakes[kind]
  const isEmpty = ({ betting: slips }: RootState): boolean => picksOf(slips, kind).length === 0
  const typed = entries.read(key)
  if (typeof typed === 'string' && of(store.getState()) === '') store.dispatch(set(typed))
  let isWaiting = false
  const write = (): void => {
    if (!isWaiting) return
    isWaiting = false
    const state = store.getState()
    if (isEmpty(state)) entries.remove(key)
    else entries.write(key, of(state))
  }
  let before = store.getState()
  store.subscribe(() => {
    const now = store.getState()
    const earlier = before
    before = now
    // A slip that gets its first pick has no typed stake yet.
    if (of(now) === of(earlier) && (!isEmpty(now) || isEmpty(earlier))) return
    if (!isWaiting) whenIdle(write)
    isWaiting = true
  })
  return write
}

const kept = new Set<PickSlipKind>()

/** Keeps the stake typed in a slip over a reload, from the first time that the slip or its bar is shown. */
export function useTypedStake(kind: PickSlipKind): void {
  const store = useStore<RootState>()
  useEffect(() => {
    if (kept.has(kind)) return
    kept.add(kind)
    addEventListener('pagehide', keepStake(store, kind, { stored, whenIdle: (write) => setTimeout(write, 300) }))
  }, [store, kind])
}
