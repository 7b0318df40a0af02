import { useEffect } from 'react'
import { useStore } from 'react-redux'
import type { Entries } from '@nare/client/storage'
import { betting, type BetType } from '../state/betting.ts'
import { stored } from '../state/browser.ts'
import { data } from '../state/data.ts'
import { picksOf, type PickSlipKind } from '../state/slips.ts'
import type { AppStore, RootState } from '../state/store.ts'

type Choice = {
  readonly key: string
  /** The choice as a text; it is stored and restored where it is not `usual`. */
  readonly of: (state: RootState) => string
  readonly usual: string
  /** The actions that restore it; none for a text that is no such choice. */
  readonly set: (text: string) => Parameters<AppStore['dispatch']>[0][]
}

/** How the picks are combined, as "multi" or "system 2,3". */
const howCombined = /^(single|multi|system)(?: ([\d,]+))?$/

const betType: Choice = {
  key: 'bet-type',
  of: ({ betting: { bet_type, system } }) => [bet_type, ...(system.length > 0 ? [system.join()] : [])].join(' '),
  usual: 'multi',
  set(text) {
    const [, type, sizes = ''] = howCombined.exec(text) ?? []
    if (!type) return []
    return [
      betting.actions.set({ field: 'bet_type', value: type as BetType }),
      betting.actions.set({ field: 'system', value: sizes.split(',').map(Number).filter(Boolean) }),
    ]
  },
}

/** What is chosen in each slip, in an entry each: the specification's entries of the slips are lists of picks alone. */
const choices: Readonly<Record<PickSlipKind, readonly Choice[]>> = {
  sports: [
    {
      key: 'stake',
      of: (state) => state.data.stake_value,
      usual: '',
      set: (value) => [data.actions.set({ field: 'stake_value', value })],
    },
    betType,
  ],
  league: [
    {
      key: 'league-stake',
      of: (state) => state.betting.kiron_stake,
      usual: '',
      set: (value) => [betting.actions.set({ field: 'kiron_stake', value })],
    },
  ],
}

type Keeping = {
  stored: Entries
  /** Runs a write when nothing more urgent waits. */
  whenIdle: (write: () => void) => void
}

type Store = Pick<AppStore, 'getState' | 'dispatch' | 'subscribe'>

/**
 * Restores what was chosen in a slip, and stores later changes until the slip is empty: placed or cleared. Returns a function that
 * writes what waits.
 */
export function keepChoices(store: Store, kind: PickSlipKind, keeping: Keeping): () => void {
  const writes = choices[kind].map((choice) => keep(store, kind, choice, keeping))
  return () => writes.forEach((write) => write())
}

function keep(
  store: Store,
  kind: PickSlipKind,
  { key, of, usual, set }: Choice,
  { stored: entries, whenIdle }: Keeping,
): () => void {
  const isEmpty = ({ betting: slips }: RootState): boolean => picksOf(slips, kind).length === 0
  const chosen = entries.read(key)
  if (typeof chosen === 'string' && of(store.getState()) === usual) set(chosen).forEach(store.dispatch)
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
    // A slip that gets its first pick has no choice of its own yet.
    if (of(now) === of(earlier) && (!isEmpty(now) || isEmpty(earlier))) return
    if (!isWaiting) whenIdle(write)
    isWaiting = true
  })
  return write
}

const kept = new Set<PickSlipKind>()

/** Keeps what is chosen in a slip over a reload, from the first time that the slip or its bar is shown. */
export function useKeptChoices(kind: PickSlipKind): void {
  const store = useStore<RootState>()
  useEffect(() => {
    if (kept.has(kind)) return
    kept.add(kind)
    addEventListener('pagehide', keepChoices(store, kind, { stored, whenIdle: (write) => setTimeout(write, 300) }))
  }, [store, kind])
}
