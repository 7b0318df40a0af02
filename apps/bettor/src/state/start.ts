import { loadChunk } from '@nare/client/load-chunk'
import type { LiveTransport } from '@nare/client/live-transport'
import { logOutsKey } from '@nare/client/storage'
import { call, session, stored } from './browser.ts'
import { live, transport } from './live-connection.ts'
import { persistState, restoredState, storeCampaign, syncFromStorage, updateUser } from './persistence.ts'
import { loadSettings } from './cached-settings.ts'
import { appStore, type AppStore } from './store.ts'

/**
 * Builds the store from the browser's storage and persists its changes. Loads the settings unless they are
 * younger than half an hour, and the balance of a signed-in bettor.
 */
export function startStore(): AppStore {
  const connection = transport(() => fetchBalance(store))
  const options = { stored, session, onToken: () => connection.restart(), whenIdle }
  const store = appStore(call, restoredState(options))
  storeCampaign(stored, new URLSearchParams(location.search))
  const flush = persistState(store, options)
  addEventListener('pagehide', flush)
  const sync = (key: string | null) => {
    flush()
    syncFromStorage(store, options, key)
  }
  addEventListener('storage', ({ key }) => sync(key))
  void loadSettings(store, stored)
  if (session.token()) void fetchBalance(store)
  live.listen('balance', undefined, () => void store.dispatch(updateUser(live.read('balance'))))
  live.subscribe('balance')
  connection.start()
  endLeftSessions()
  addEventListener('online', endLeftSessions)
  onVisibility(connection, {
    onHidden: flush,
    onReturn: () => {
      sync(null)
      void loadSettings(store, stored)
    },
  })
  return store
}

/** Ends the sessions of earlier log-outs that the server has not answered. */
function endLeftSessions(): void {
  if (stored.read(logOutsKey) === undefined) return
  void loadChunk(() => import('./left-sessions.ts')).then(
    ({ leftSessions }) => leftSessions.endWaiting(),
    () => undefined,
  )
}

/** Runs a write when the browser is idle, or after 100 ms in a browser without idle callbacks. */
function whenIdle(write: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => write(), { timeout: 500 })
  else setTimeout(write, 100)
}

/** Loads the chunk of the identity screens, which has the balance call; if that fails, the live connection brings the balance. */
function fetchBalance(store: AppStore): Promise<unknown> {
  return loadChunk(() => import('./calls-identity.ts')).then(
    (calls) => store.dispatch(calls.fetchBalance({})),
    () => undefined,
  )
}

/**
 * Stops the live connection after a minute in the background and starts it again on return. A return, also from the browser's cache of pages or
 * after a loss of the network, asks whether the connection is alive: it may have died in the sleep of the device without a sign.
 */
function onVisibility(
  connection: LiveTransport,
  { onHidden, onReturn }: Record<'onHidden' | 'onReturn', () => void>,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const resume = (): void => {
    if (document.hidden) return
    connection.start()
    connection.confirm()
  }
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.hidden) {
      onHidden()
      timer = setTimeout(() => connection.stop(), 60_000)
    } else {
      resume()
      onReturn()
    }
  })
  addEventListener('pageshow', ({ persisted }) => persisted && resume())
  addEventListener('online', resume)
}
