import { attribution } from '@nare/client/request'
import type { Session, StoredUser } from '@nare/client/session'
import type { Entries } from '@nare/client/storage'
import { auth, type SignedUser } from './auth.ts'
import { betting, type BettingState, type JackpotSlip } from './betting.ts'
import type { DataState } from './data.ts'
import { isSlip } from './picks.ts'
import type { AppStore, RootState } from './store.ts'
import { virtualLeague } from './virtual-league.ts'

export type PersistenceOptions = { stored: Entries; session: Session; onToken: () => void }

const isList = (value: unknown): value is never[] => Array.isArray(value)
const isJackpotSlip = (value: unknown): value is JackpotSlip | null =>
  value === null || (typeof value === 'object' && 'jackpot_id' in value && 'picks' in value && isList(value.picks))

/** The three slips under the names they have in the browser's storage. */
const slips = [
  { key: 'betslip', field: 'slip', reads: isSlip },
  { key: 'kironbetslip', field: 'kiron_slip', reads: isSlip },
  { key: 'jackpotbetslip', field: 'jackpot_slip', reads: isJackpotSlip },
] as const

const lists = [
  { key: 'markets', field: 'markets_data' },
  { key: 'competitions', field: 'competitions_data' },
] as const

/** The state as the browser kept it: slips, user (a stored token is a login), markets, competitions. */
export function restoredState({ stored, session }: Pick<PersistenceOptions, 'stored' | 'session'>): Partial<RootState> {
  const user = session.user()
  const kept: Partial<BettingState> = {}
  for (const { key, field, reads } of slips) {
    const value = stored.read(key)
    if (value !== undefined && reads(value)) Object.assign(kept, { [field]: value })
  }
  const league: object = Object.fromEntries(
    lists.map(({ key, field }) => [field, stored.read(key)]).filter(([, value]) => isList(value)),
  )
  return {
    betting: { ...betting.getInitialState(), ...kept },
    auth: { ...auth.getInitialState(), ...(user?.token ? { user: asUser(user), isLoggedIn: true } : {}) },
    virtualLeague: { ...virtualLeague.getInitialState(), ...league },
  }
}

/** From now on what changes in the state is kept in the browser's storage, unless it is there already. */
export function persistState(store: AppStore, { stored, session, onToken }: PersistenceOptions): void {
  const keep = (key: string, value: unknown): void => {
    if (!same(stored.read(key), value)) stored.write(key, value)
  }
  let before = store.getState()
  store.subscribe(() => {
    const now = store.getState()
    const earlier = before
    before = now
    for (const { key, field } of slips) {
      if (now.betting[field] !== earlier.betting[field]) keep(key, now.betting[field])
    }
    for (const { key, field } of lists) {
      if (now.virtualLeague[field] !== earlier.virtualLeague[field]) keep(key, now.virtualLeague[field])
    }
    if (now.auth.user !== earlier.auth.user) keepUser({ now, before: earlier, session, onToken })
    if (paidNow(now.data, earlier.data)) for (const key of ['utm_source', 'utm_campaign']) stored.remove(key)
  })
}

type UserChange = { now: RootState; before: RootState; session: Session; onToken: () => void }

/** A login replaces the stored record; what is learnt later is kept only while that session is still stored. */
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

/** A deposit that was taken, or confirmed, ends the campaign that brought the bettor. */
function paidNow(now: DataState, before: DataState): boolean {
  const taken = now.deposits_message !== before.deposits_message && now.deposits_message !== null
  const confirmed = now.deposits_confirm_message !== before.deposits_confirm_message
  return taken || (confirmed && now.deposits_confirm_message?.success === true)
}

/**
 * Takes over what another tab of the same browser did to the slips or the session. `key` is the entry that changed;
 * null means all of them, as when the storage was emptied or this tab slept.
 */
export function syncFromStorage(store: AppStore, { stored, session }: PersistenceOptions, key: string | null): void {
  const { set } = betting.actions
  for (const slip of slips) {
    if (key !== null && key !== slip.key) continue
    const value = stored.read(slip.key) ?? betting.getInitialState()[slip.field]
    if (slip.reads(value) && !same(value, store.getState().betting[slip.field])) {
      store.dispatch(set({ field: slip.field, value } as Parameters<typeof set>[0]))
    }
  }
  if (key !== null && key !== 'user') return
  const user = session.user()
  if (user?.token === store.getState().auth.user?.token) return
  store.dispatch(auth.actions.set({ field: 'user', value: user?.token ? asUser(user) : null }))
  store.dispatch(auth.actions.set({ field: 'isLoggedIn', value: Boolean(user?.token) }))
}

/** Keeps where the bettor came from: utm_source, utm_campaign and btag of the address. */
export function storeCampaign(stored: Entries, query: URLSearchParams): void {
  for (const key of attribution) {
    const value = query.get(key)
    if (value) stored.write(key, value.slice(0, 200))
  }
}

/** A message that the live line or a call told about the bettor, merged into the user there is. */
export function mergeUser(store: AppStore, told: unknown): void {
  const { user } = store.getState().auth
  if (user && typeof told === 'object' && told !== null) {
    store.dispatch(auth.actions.set({ field: 'user', value: { ...user, ...told } }))
  }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
/** A stored record with a token was written by a login of ours. */
const asUser = (user: StoredUser): SignedUser => user as unknown as SignedUser
