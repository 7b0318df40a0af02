import { data, fetchSettings, keptForMs, type DataState } from './data.ts'
import { auth, fetchBalance, type SignedUser } from './auth.ts'
import { betting } from './betting.ts'
import { call, keepServerTime, live, session, socket, stored } from './browser.ts'
import { isSlip } from './picks.ts'
import { appStore, type AppStore } from './store.ts'

/**
 * Builds the store from what the browser kept: the slip, the user (a stored token is a login), the settings of the
 * last half hour. From then on the slip, the user and the settings are written back when they change.
 */
export function startStore(): AppStore {
  const slip = stored.read('betslip')
  const user = session.user()
  const settings = stored.read('settings')
  const store = appStore(call, {
    betting: { ...betting.getInitialState(), slip: isSlip(slip) ? slip : [] },
    auth: { ...auth.getInitialState(), ...(user?.token ? { user: user as SignedUser, isLoggedIn: true } : {}) },
    data: { ...data.getInitialState(), ...(settings ? { app_config: settings as never } : {}) },
  })
  keepCampaign(new URLSearchParams(location.search))
  keepInStorage(store)
  followOtherTabs(store)
  if (!settings) void store.dispatch(fetchSettings({}))
  if (user?.token) void store.dispatch(fetchBalance({}))
  live.listen('balance', undefined, () => takeBalance(store))
  live.hold('balance')
  socket.start()
  stopWhileHidden()
  return store
}

function keepInStorage(store: AppStore): void {
  let before = store.getState()
  store.subscribe(() => {
    const now = store.getState()
    if (now.betting.slip !== before.betting.slip) stored.write('betslip', now.betting.slip)
    if (now.auth.user !== before.auth.user && now.auth.user) session.save(now.auth.user)
    if (now.auth.user?.token !== before.auth.user?.token) {
      if (!now.auth.user) session.remove()
      socket.restart()
    }
    if (now.data.app_config !== before.data.app_config && now.data.app_config) {
      stored.write('settings', now.data.app_config, keptForMs)
      keepServerTime(now.data.app_config.server_time)
    }
    if (paidNow(now.data, before.data)) for (const key of ['utm_source', 'utm_campaign']) stored.remove(key)
    before = now
  })
}

/** A deposit that was taken, or confirmed, ends the campaign that brought the bettor. */
function paidNow(now: DataState, before: DataState): boolean {
  const taken = now.deposits_message !== before.deposits_message && now.deposits_message !== null
  const confirmed = now.deposits_confirm_message !== before.deposits_confirm_message
  return taken || (confirmed && now.deposits_confirm_message?.success === true)
}

/** What another tab of the same browser did to the slip or the session holds here too. */
function followOtherTabs(store: AppStore): void {
  addEventListener('storage', ({ key }) => {
    if (key === 'betslip') {
      const slip = stored.read('betslip')
      if (isSlip(slip)) store.dispatch(betting.actions.set({ field: 'slip', value: slip }))
    }
    if (key !== 'user') return
    const user = session.user()
    if (user?.token === store.getState().auth.user?.token) return
    store.dispatch(auth.actions.set({ field: 'user', value: user?.token ? (user as SignedUser) : null }))
    store.dispatch(auth.actions.set({ field: 'isLoggedIn', value: Boolean(user?.token) }))
  })
}

function takeBalance(store: AppStore): void {
  const told = live.read('balance')
  const { user } = store.getState().auth
  if (user && typeof told === 'object' && told !== null) {
    store.dispatch(auth.actions.set({ field: 'user', value: { ...user, ...told } }))
  }
}

function keepCampaign(query: URLSearchParams): void {
  for (const key of ['utm_source', 'utm_campaign', 'btag']) {
    const value = query.get(key)
    if (value) stored.write(key, value.slice(0, 200))
  }
}

/** The live line is dropped after a minute out of sight and opened again on return. */
function stopWhileHidden(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(() => socket.stop(), 60_000)
    else socket.start()
  })
}
