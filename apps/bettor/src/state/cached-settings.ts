import type { Entries } from '@nare/client/storage'
import { content } from '@nare/contract/content'
import type { Answer, Route } from '@nare/contract/route'
import type { Command } from './thunk.ts'
import { data, fetchSettings } from './data.ts'
import type { AppStore } from './store.ts'

/** How long settings and carousel banners are cached: 30 minutes. */
const cacheMs = 1_800_000

type Asking<R extends Route> = {
  /** The name of the entry in the browser's storage. */
  key: string
  route: R
  thunk: Command<Answer<R>, Record<string, never>>
  take: (answer: Answer<R>) => void
}

/**
 * Passes the response cached less than half an hour ago to `take`, else requests it and caches it for half an hour. A cached
 * response that does not match the current contract (another release stored it) is requested again.
 */
export async function cachedOrFetched<R extends Route>(
  { store, stored }: { store: AppStore; stored: Entries },
  { key, route, thunk, take }: Asking<R>,
): Promise<void> {
  const cached = route.answer.safeParse(stored.read(key))
  if (cached.success) return take(cached.data as Answer<R>)
  const result = await store.dispatch(thunk({}))
  if (thunk.fulfilled.match(result)) stored.write(key, result.payload, cacheMs)
}

/** Stores the settings in the state: those in the page, then cached ones up to half an hour old, else requested ones. */
export function loadSettings(store: AppStore, stored: Entries): Promise<void> {
  const take = ({ message }: Answer<typeof content.settings>): void => {
    if (!store.getState().data.app_config) store.dispatch(data.actions.set({ field: 'app_config', value: message }))
  }
  const first = globalThis.firstPage?.settings()
  if (first) take(first)
  return cachedOrFetched({ store, stored }, { key: 'settings', route: content.settings, thunk: fetchSettings, take })
}

/** Data that the server wrote into the page of a first visit (index.html): its rows and the settings used to render them. */
declare global {
  var firstPage: { isShown(): boolean; settings(): Answer<typeof content.settings> | null } | undefined
}
