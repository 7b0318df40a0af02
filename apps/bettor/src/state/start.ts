import { loadPart } from '@nare/client/part'
import { call, live, session, socket, stored } from './browser.ts'
import { followStorage, keepCampaign, keepInStorage, keptState, mergeUser } from './persistence.ts'
import { showSettings } from './cached-settings.ts'
import { appStore, type AppStore } from './store.ts'

/**
 * Builds the store from what the browser kept and keeps it there from now on; asks for the settings unless they are
 * younger than half an hour, and for the balance of who is logged in.
 */
export function startStore(): AppStore {
  const keeping = { stored, session, onToken: () => socket.restart() }
  const store = appStore(call, keptState(keeping))
  keepCampaign(stored, new URLSearchParams(location.search))
  keepInStorage(store, keeping)
  addEventListener('storage', ({ key }) => followStorage(store, keeping, key))
  void showSettings(store, stored)
  if (session.token()) void balance(store)
  live.listen('balance', undefined, () => mergeUser(store, live.read('balance')))
  live.hold('balance')
  socket.start()
  onReturn((hidden) => {
    if (hidden) return
    followStorage(store, keeping, null)
    void showSettings(store, stored)
  })
  return store
}

/** Its call comes with the screens of identity, so the front page need not carry it; unloaded, the live line tells the balance. */
function balance(store: AppStore): Promise<unknown> {
  return loadPart(() => import('./calls-identity.ts')).then(
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
