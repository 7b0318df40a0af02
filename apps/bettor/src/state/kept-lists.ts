import type { Entries } from '@nare/client/storage'
import type { Command } from './area.ts'
import { data, fetchSettings, type DataState } from './data.ts'
import type { AppStore } from './store.ts'

/** How long settings and carousel banners are kept: 30 minutes. */
export const keptForMs = 1_800_000

type Asking<Value> = {
  /** The name of the entry in the browser's storage. */
  key: string
  take: (value: Value) => void
  /** What of the answer is kept; undefined keeps nothing. */
  fresh: () => Promise<Value | undefined>
}

/** Takes what was kept less than half an hour ago, else asks the server and keeps its answer that long. */
export async function keptOrAsked<Value>(stored: Entries, { key, take, fresh }: Asking<Value>): Promise<void> {
  const kept = stored.read(key)
  if (kept !== undefined) return take(kept as Value)
  const value = await fresh()
  if (value !== undefined) stored.write(key, value, keptForMs)
}

/** The answer of a command that takes nothing, or undefined when it failed. */
export async function answered<Told>(
  store: AppStore,
  thunk: Command<Told, Record<string, never>>,
): Promise<Told | undefined> {
  const result = await store.dispatch(thunk({}))
  return thunk.fulfilled.match(result) ? result.payload : undefined
}

/** Puts the settings into the state: those of the last half hour, else asked for. `told` hears of new ones. */
export function showSettings(
  store: AppStore,
  stored: Entries,
  told: (settings: NonNullable<DataState['app_config']>) => void = () => {},
): Promise<void> {
  return keptOrAsked<NonNullable<DataState['app_config']>>(stored, {
    key: 'settings',
    take: (settings) => {
      if (!store.getState().data.app_config) {
        store.dispatch(data.actions.set({ field: 'app_config', value: settings }))
      }
    },
    fresh: async () => {
      const settings = (await answered(store, fetchSettings))?.message
      if (settings) told(settings)
      return settings
    },
  })
}
