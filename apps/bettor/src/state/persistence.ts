import { attribution } from '@nare/client/request'
import type { Session, StoredUser } from '@nare/client/session'
import type { Entries } from '@nare/client/storage'
import { auth, balanceCall, type SignedUser } from './auth.ts'
import { betting, type BettingState } from './betting.ts'
import type { DataState } from './data.ts'
import { slip, slipKinds } from './slips.ts'
import type { AppStore, RootState, Steps } from './store.ts'
import { virtualLeague } from './virtual-league.ts'

export type PersistenceOptions = {
  stored: Entries
  session: Session
  onToken: () => void
  /** Schedules the writes of the slips; without it they run immediately. */
  whenIdle?: (write: () => void) => void
}

const isList = (value: unknown): value is never[] => Array.isArray(value)
const slips = slipKinds.map((kind) => slip(kind))

const lists = [
  { key: 'markets', field: 'markets_data' },
  { key: 'competitions', field: 'competitions_data' },
] as const

/** The state restored from the browser's storage: slips, user (logged in if a token is stored), markets, competitions. */
export function restoredState({ stored, session }: Pick<PersistenceOptions, 'stored' | 'session'>): Partial<RootState> {
  const user = session.user()
  const restored: Partial<BettingState> = {}
  for (const { key, field, accepts } of slips) {
    const value = stored.read(key)
    if (value !== undefined && accepts(value)) Object.assign(restored, { [field]: value })
  }
  const league: object = Object.fromEntries(
    lists.map(({ key, field }) => [field, stored.read(key)]).filter(([, value]) => isList(value)),
  )
  return {
    betting: { ...betting.defaults, ...restored },
    auth: { ...auth.defaults, ...(user?.token ? { user: asUser(user), isLoggedIn: true } : {}) },
    virtualLeague: { ...virtualLeague.defaults, ...league },
  }
}

/**
 * Writes later changes of these fields to the browser's storage: the slips when the browser is idle, so that a tap on a price does
 * not wait for the write, and the rest immediately. Returns a function that writes pending changes immediately.
 */
export function persistState(
  store: AppStore,
  { stored, session, onToken, whenIdle = (write) => write() }: PersistenceOptions,
): () => void {
  const storeIfChanged = (key: string, value: unknown): void => {
    if (!isSame(stored.read(key), value)) stored.write(key, value)
  }
  const pendingWrites = new Map<string, unknown>()
  const flush = (): void => {
    const due = [...pendingWrites]
    pendingWrites.clear()
    for (const [key, value] of due) storeIfChanged(key, value)
  }
  const scheduleStore = (key: string, value: unknown): void => {
    const isFirst = pendingWrites.size === 0
    pendingWrites.set(key, value)
    if (isFirst) whenIdle(flush)
  }
  let before = store.getState()
  store.subscribe(() => {
    const now = store.getState()
    const earlier = before
    before = now
    for (const { key, field } of slips) {
      if (now.betting[field] !== earlier.betting[field]) scheduleStore(key, now.betting[field])
    }
    for (const { key, field } of lists) {
      if (now.virtualLeague[field] !== earlier.virtualLeague[field]) storeIfChanged(key, now.virtualLeague[field])
    }
    if (now.auth.user !== earlier.auth.user) storeUser({ now, before: earlier, session, onToken })
    if (isDepositJustMade(now.data, earlier.data)) for (const key of ['utm_source', 'utm_campaign']) stored.remove(key)
  })
  return flush
}

type UserChange = { now: RootState; before: RootState; session: Session; onToken: () => void }

/** A login replaces the stored record; later changes are written only while that session is still stored. */
function storeUser({ now, before, session, onToken }: UserChange): void {
  const { user } = now.auth
  if (user?.token === before.auth.user?.token) {
    if (user) session.update(user)
    return
  }
  if (!user) {
    if (session.token() === before.auth.user?.token) session.remove()
  } else if (!isSame(session.user(), user)) session.save(user)
  onToken()
}

/** True if a deposit was just accepted or confirmed; the stored campaign is then removed. */
function isDepositJustMade(now: DataState, before: DataState): boolean {
  const accepted = now.deposits_message !== before.deposits_message && now.deposits_message !== null
  const confirmed = now.deposits_confirm_message !== before.deposits_confirm_message
  return accepted || (confirmed && now.deposits_confirm_message?.success === true)
}

/**
 * Applies changes of the slips or the session from another tab of this browser. `key` is the changed entry; null means all
 * entries, for example after the storage was cleared or this tab was in the background.
 */
export function syncFromStorage(store: AppStore, { stored, session }: PersistenceOptions, key: string | null): void {
  const { set } = betting.actions
  for (const entry of slips) {
    if (key !== null && key !== entry.key) continue
    const value = stored.read(entry.key) ?? betting.defaults[entry.field]
    if (entry.accepts(value) && !isSame(value, store.getState().betting[entry.field])) {
      store.dispatch(set({ field: entry.field, value } as Parameters<typeof set>[0]))
    }
  }
  if (key !== null && key !== 'user') return
  const user = session.user()
  if (user?.token === store.getState().auth.user?.token) return
  store.dispatch(auth.actions.set({ field: 'user', value: user?.token ? asUser(user) : null }))
  store.dispatch(auth.actions.set({ field: 'isLoggedIn', value: Boolean(user?.token) }))
}

/** Stores the campaign parameters of the address: utm_source, utm_campaign and btag. */
export function storeCampaign(stored: Entries, query: URLSearchParams): void {
  for (const key of attribution) {
    const value = query.get(key)
    if (value) stored.write(key, value.slice(0, 200))
  }
}

/** Merges fields such as a new balance into the user. The response to an earlier balance request is then ignored. */
export function updateUser(fields: unknown): Steps {
  return async (send, getState, { order }) => {
    const { user } = getState().auth
    if (!user || typeof fields !== 'object' || fields === null) return
    order.supersede(balanceCall)
    send(auth.actions.set({ field: 'user', value: { ...user, ...fields } }))
  }
}

const isSame = (value: unknown, other: unknown): boolean => JSON.stringify(value) === JSON.stringify(other)
/** Only the app's login stores a record with a token, so its shape is trusted. */
const asUser = (user: StoredUser): SignedUser => user as unknown as SignedUser
