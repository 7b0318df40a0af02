import { loadChunk } from '@nare/client/load-chunk'
import { call, live, session, socket, stored } from './browser.ts'
import { syncFromStorage, storeCampaign, persistState, restoredState, mergeUser } from './persistence.ts'
import { loadSettings } from './cached-settings.ts'
import { appStore, type AppStore } from './store.ts'

/**
 * Builds the store from what the browser kept and keeps it there from now on; asks for the settings unless they are
 * younger than half an hour, and for the balance of who is logged in.
 */
export function startStore(): AppStore {
  const keeping = { stored, session, onToken: () => socket.restart() }
  const store = appStore(call, restoredState(keeping))
  storeCampaign(stored, new URLSearchParams(location.search))
  persistState(store, keeping)
  addEventListener('storage', ({ key }) => syncFromStorage(store, keeping, key))
  void loadSettings(store, stored)
  if (session.token()) void balance(store)
  live.listen('balance', undefined, () => mergeUser(store, live.read('balance')))
  live.hold('balance')
  socket.start()
  onReturn((hidden) => {
    if (hidden) return
    syncFromStorage(store, keeping, null)
    void loadSettings(store, stored)
  })
  return store
}

/** Its call comes with the screens of identity, so the front page need not carry it; unloaded, the live line tells the balance. */
function balance(store: AppStore): Promise<unknown> {
  return loadChunk(() => import('./calls-identity.ts')).then(
    ({ fetchBalance }) => store.dispatch(fetchBalance({})),
    () => undefined,
  )
}

/** The live line is dropped after a minute out of sight and opened again on return. */
function onReturn(changed: (hidden: boolean) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(() => socket.stop(), 60_000)
    else socket.start()
    changed(document.hidden)
  })
}
