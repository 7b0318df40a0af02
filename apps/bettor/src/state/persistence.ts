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
  /** Runs a write of the slips when nothing more urgent waits; at once unless given. */
  whenIdle?: (write: () => void) => void
}

const isList = (value: unknown): value is never[] => Array.isArray(value)
const slips = slipKinds.map((kind) => slip(kind))

const lists = [
  { key: 'markets', field: 'markets_data' },
  { key: 'competitions', field: 'competitions_data' },
] as const

/** The state from the browser's storage: slips, user (a stored token is a login), markets, competitions. */
export function restoredState({ stored, session }: Pick<PersistenceOptions, 'stored' | 'session'>): Partial<RootState> {
  const user = session.user()
  const kept: Partial<BettingState> = {}
  for (const { key, field, accepts } of slips) {
    const value = stored.read(key)
    if (value !== undefined && accepts(value)) Object.assign(kept, { [field]: value })
  }
  const league: object = Object.fromEntries(
    lists.map(({ key, field }) => [field, stored.read(key)]).filter(([, value]) => isList(value)),
  )
  return {
    betting: { ...betting.defaults, ...kept },
    auth: { ...auth.defaults, ...(user?.token ? { user: asUser(user), isLoggedIn: true } : {}) },
    virtualLeague: { ...virtualLeague.defaults, ...league },
  }
}

/**
 * Writes every later change of these fields to the browser's storage: the slips when the browser is idle, so that a tap on a price
 * does not wait for it, and the rest at once. Returns a function that writes what waits.
 */
export function persistState(
  store: AppStore,
  { stored, session, onToken, whenIdle = (write) => write() }: PersistenceOptions,
): () => void {
  const keep = (key: string, value: unknown): void => {
    if (!same(stored.read(key), value)) stored.write(key, value)
  }
  const waiting = new Map<string, unknown>()
  const writeWaiting = (): void => {
    const due = [...waiting]
    waiting.clear()
    for (const [key, value] of due) keep(key, value)
  }
  const keepLater = (key: string, value: unknown): void => {
    const isFirst = waiting.size === 0
    waiting.set(key, value)
    if (isFirst) whenIdle(writeWaiting)
  }
  let before = store.getState()
  store.subscribe(() => {
    const now = store.getState()
    const earlier = before
    before = now
    for (const { key, field } of slips) {
      if (now.betting[field] !== earlier.betting[field]) keepLater(key, now.betting[field])
    }
    for (const { key, field } of lists) {
      if (now.virtualLeague[field] !== earlier.virtualLeague[field]) keep(key, now.virtualLeague[field])
    }
    if (now.auth.user !== earlier.auth.user) keepUser({ now, before: earlier, session, onToken })
    if (paidNow(now.data, earlier.data)) for (const key of ['utm_source', 'utm_campaign']) stored.remove(key)
  })
  return writeWaiting
}

type UserChange = { now: RootState; before: RootState; session: Session; onToken: () => void }

/** A login replaces the stored record; later changes are written only while that session is still stored. */
function keepUser({ now, before, session, onToken }: UserChange): void {
  const { user } = now.auth
  if (user?.token === before.auth.user?.token) {
    if (user) session.update(user)
    return
  }
  if (!user) {
    if (session.token() === before.auth.user?.token) session.remove()
  } else if (!same(session.user(), user)) session.save(user)
  onToken()
}

/** An accepted or confirmed deposit ends the campaign that brought the bettor. */
function paidNow(now: DataState, before: DataState): boolean {
  const accepted = now.deposits_message !== before.deposits_message && now.deposits_message !== null
  const confirmed = now.deposits_confirm_message !== before.deposits_confirm_message
  return accepted || (confirmed && now.deposits_confirm_message?.success === true)
}

/**
 * Applies what another tab of this browser changed in the slips or the session. `key` is the changed entry; null means all
 * of them, as after the storage was cleared or this tab was in the background.
 */
export function syncFromStorage(store: AppStore, { stored, session }: PersistenceOptions, key: string | null): void {
  const { set } = betting.actions
  for (const each of slips) {
    if (key !== null && key !== each.key) continue
    const value = stored.read(each.key) ?? betting.defaults[each.field]
    if (each.accepts(value) && !same(value, store.getState().betting[each.field])) {
      store.dispatch(set({ field: each.field, value } as Parameters<typeof set>[0]))
    }
  }
  if (key !== null && key !== 'user') return
  const user = session.user()
  if (user?.token === store.getState().auth.user?.token) return
  store.dispatch(auth.actions.set({ field: 'user', value: user?.token ? asUser(user) : null }))
  store.dispatch(auth.actions.set({ field: 'isLoggedIn', value: Boolean(user?.token) }))
}

/** Stores the campaign of the address: utm_source, utm_campaign and btag. */
export function storeCampaign(stored: Entries, query: URLSearchParams): void {
  for (const key of attribution) {
    const value = query.get(key)
    if (value) stored.write(key, value.slice(0, 200))
  }
}

/** Merges a pushed balance into the user; the response to a balance request sent before is late from then on. */
export function updateUser(fields: unknown): Steps {
  return async (send, getState, { order }) => {
    const { user } = getState().auth
    if (!user || typeof fields !== 'object' || fields === null) return
    order.supersede(balanceCall)
    send(auth.actions.set({ field: 'user', value: { ...user, ...fields } }))
  }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
/** A stored record with a token was written by a login of ours. */
const asUser = (user: StoredUser): SignedUser => user as unknown as SignedUser
