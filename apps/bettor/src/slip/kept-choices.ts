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
  /** The choice as a text. Stored while the slip has picks, restored if the current text is `defaultText`. */
  readonly textOf: (state: RootState) => string
  readonly defaultText: string
  /** The actions that restore the choice; none if the text is not valid. */
  readonly set: (text: string) => Parameters<AppStore['dispatch']>[0][]
}

/** The bet type with the sizes of a system, as "multi" or "system 2,3". */
const betTypePattern = /^(single|multi|system)(?: ([\d,]+))?$/

const betType: Choice = {
  key: 'bet-type',
  textOf: ({ betting: { bet_type, system } }) => [bet_type, ...(system.length > 0 ? [system.join()] : [])].join(' '),
  defaultText: 'multi',
  set(text) {
    const [, type, sizes = ''] = betTypePattern.exec(text) ?? []
    if (!type) return []
    return [
      betting.actions.set({ field: 'bet_type', value: type as BetType }),
      betting.actions.set({ field: 'system', value: sizes.split(',').map(Number).filter(Boolean) }),
    ]
  },
}

/** The choices stored for each slip, each under a separate key, because the specification's slip entries hold picks only. */
const choices: Readonly<Record<PickSlipKind, readonly Choice[]>> = {
  sports: [
    {
      key: 'stake',
      textOf: (state) => state.data.stake_value,
      defaultText: '',
      set: (value) => [data.actions.set({ field: 'stake_value', value })],
    },
    betType,
  ],
  league: [
    {
      key: 'league-stake',
      textOf: (state) => state.betting.kiron_stake,
      defaultText: '',
      set: (value) => [betting.actions.set({ field: 'kiron_stake', value })],
    },
  ],
}

type StorageOptions = {
  stored: Entries
  /** Schedules a write for later. */
  whenIdle: (write: () => void) => void
}

type Store = Pick<AppStore, 'getState' | 'dispatch' | 'subscribe'>

/**
 * Restores the choices of a slip and stores later changes. Once the slip is empty (placed or cleared), removes the stored choices.
 * Returns a function that writes pending changes immediately.
 */
export function storeChoices(store: Store, kind: PickSlipKind, options: StorageOptions): () => void {
  const writes = choices[kind].map((choice) => storeChoice(store, kind, choice, options))
  return () => writes.forEach((write) => write())
}

function storeChoice(
  store: Store,
  kind: PickSlipKind,
  { key, textOf, defaultText, set }: Choice,
  { stored: entries, whenIdle }: StorageOptions,
): () => void {
  const isEmpty = ({ betting: slips }: RootState): boolean => picksOf(slips, kind).length === 0
  const storedText = entries.read(key)
  if (typeof storedText === 'string' && textOf(store.getState()) === defaultText)
    set(storedText).forEach(store.dispatch)
  let isPending = false
  const write = (): void => {
    if (!isPending) return
    isPending = false
    const state = store.getState()
    if (isEmpty(state)) entries.remove(key)
    else entries.write(key, textOf(state))
  }
  let before = store.getState()
  store.subscribe(() => {
    const now = store.getState()
    const earlier = before
    before = now
    // Nothing to write: the choice has not changed and the slip has not just become empty.
    if (textOf(now) === textOf(earlier) && (!isEmpty(now) || isEmpty(earlier))) return
    if (!isPending) whenIdle(write)
    isPending = true
  })
  return write
}

const startedKinds = new Set<PickSlipKind>()

/** Keeps the choices of a slip across reloads, from the first time that the slip or its bar is shown. */
export function useKeptChoices(kind: PickSlipKind): void {
  const store = useStore<RootState>()
  useEffect(() => {
    if (startedKinds.has(kind)) return
    startedKinds.add(kind)
    addEventListener('pagehide', storeChoices(store, kind, { stored, whenIdle: (write) => setTimeout(write, 300) }))
  }, [store, kind])
}
