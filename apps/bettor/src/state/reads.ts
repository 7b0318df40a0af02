import type { Failed } from '@nare/client/call'
import { catalog } from '@nare/contract/catalog'
import type { Route } from '@nare/contract/route'
import type { UnknownAction } from 'redux'
import type { ThunkAction } from 'redux-thunk'
import type { Extra } from './thunk.ts'
import { nowMs } from './browser.ts'

/**
 * One cached read. `body` stays while request `requestId` fetches it again. `repeat` means that `refresh` was called during this
 * request, so another request follows.
 */
export type Read = {
  body?: unknown
  failed?: Failed
  loading: boolean
  atMs: number
  requestId?: string
  repeat?: boolean
}
type Reads = Readonly<Record<string, Read>>
export type ReadRequest = { key: string; route: Route; input: Record<string, unknown> }
type ReadThunk = ThunkAction<Promise<void>, { reads: Reads }, Extra, UnknownAction>

type Change =
  | { type: 'reads/forget' }
  | { type: 'reads/used' | 'reads/repeat'; key: string }
  | { type: 'reads/begun'; key: string; requestId: string }
  | { type: 'reads/answered'; key: string; requestId: string; body: unknown; atMs: number }
  | { type: 'reads/failed'; key: string; requestId: string; failed: Failed | undefined }

/**
 * More reads than one screen shows: a list has at most fifty pages (paging/use-pages.ts), each with one read. With a lower maximum
 * mounted reads would evict each other and load again endlessly.
 */
const cachedMax = 100

/** Moves a read to the end: reads are ordered by last use. */
function movedToEnd(state: Reads, key: string, read: Read): Reads {
  const { [key]: _, ...others } = state
  return { ...others, [key]: read }
}

/** Evicts the least recently used reads above the maximum. */
const bounded = (state: Reads): Reads => Object.fromEntries(Object.entries(state).slice(-cachedMax))

/**
 * The data that screens read and never edit (lists, a match, bets), by address. Only the latest request of a read may store its
 * response: after `forget`, an older response may belong to another bettor.
 */
function reducer(state: Reads = {}, action: UnknownAction | Change): Reads {
  const change = action as Change
  if (change.type === 'reads/forget') return {}
  const read = 'key' in change ? state[change.key] : undefined
  switch (change.type) {
    case 'reads/used':
      return read ? movedToEnd(state, change.key, read) : state
    case 'reads/repeat':
      return read ? { ...state, [change.key]: { ...read, repeat: true } } : state
    case 'reads/begun': {
      const { key, requestId } = change
      return bounded(movedToEnd(state, key, { atMs: 0, ...read, loading: true, requestId, repeat: false }))
    }
    case 'reads/answered': {
      const { key, requestId, body, atMs } = change
      if (read?.requestId !== requestId) return state
      return { ...state, [key]: { body, atMs, loading: false, repeat: read.repeat === true } }
    }
    case 'reads/failed': {
      const { key, requestId, failed } = change
      if (read?.requestId !== requestId) return state
      return { ...state, [key]: { ...read, loading: false, ...(failed && { failed }) } }
    }
    default:
      return state
  }
}

export const reads = {
  reducer,
  actions: {
    forget: (): Change => ({ type: 'reads/forget' }),
    used: (key: string): Change => ({ type: 'reads/used', key }),
    repeat: (key: string): Change => ({ type: 'reads/repeat', key }),
  },
}

let requests = 0

/** Sends no second request while a read is loading, even if two components need it. */
function fetchRead({ key, route, input }: ReadRequest): ReadThunk {
  return async (send, getState, { call }) => {
    if (getState().reads[key]?.loading) return
    const requestId = String(++requests)
    const put = (change: Change): unknown => send(change)
    put({ type: 'reads/begun', key, requestId })
    const reply = await call(route, input).catch(() => undefined)
    if (reply?.ok) put({ type: 'reads/answered', key, requestId, body: reply.body, atMs: nowMs() })
    else put({ type: 'reads/failed', key, requestId, failed: reply })
  }
}

/** Requests a read, and repeats the request if `refresh` was called during it. */
export function load(request: ReadRequest): ReadThunk {
  return async (send, getState) => {
    const current = () => getState().reads[request.key]
    do await send(fetchRead(request))
    while (current()?.repeat && !current()?.loading)
  }
}

/** Requests a read. If it is already loading, requests it once more afterwards: the pending response may be outdated. */
export function refresh(request: ReadRequest): ReadThunk {
  return async (send, getState) => {
    if (getState().reads[request.key]?.loading) send(reads.actions.repeat(request.key))
    else await send(load(request))
  }
}

const prefetchedRoutes: readonly Route[] = [catalog.matches, catalog.match, catalog.sports]

/** The reads of the addresses that index.html requested before the app was loaded, for the first render. */
export function earlyReads(addresses: readonly string[]): ReadThunk[] {
  return addresses.flatMap((url) => {
    const route = prefetchedRoutes.find(({ path }) => url.startsWith(path.replace(/:.*/, '')))
    return route ? [load({ key: `GET ${url}`, route: { ...route, path: url }, input: {} })] : []
  })
}
