import type { Failed } from '@nare/client/call'
import { catalog } from '@nare/contract/catalog'
import type { Route } from '@nare/contract/route'
import type { UnknownAction } from 'redux'
import type { ThunkAction } from 'redux-thunk'
import type { Extra } from './area.ts'
import { nowMs } from './browser.ts'

/**
 * One read of the server. `body` stays while it is requested again by `requestId`; `repeat` means that a refresh was
 * requested meanwhile and follows this request.
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

const cachedMax = 40

/** The reads with this one at the end: they are ordered by last use. */
function withLast(state: Reads, key: string, read: Read): Reads {
  const { [key]: _, ...others } = state
  return { ...others, [key]: read }
}

/** The reads of the last forty addresses. */
const bounded = (state: Reads): Reads => Object.fromEntries(Object.entries(state).slice(-cachedMax))

/**
 * The data that screens read and never edit (lists, a match, bets), by address. The least recently used are evicted above
 * forty. Only the request that a read waits for may store its response: after `forget` an older one may be of another bettor.
 */
function reducer(state: Reads = {}, action: UnknownAction | Change): Reads {
  const change = action as Change
  if (change.type === 'reads/forget') return {}
  const read = 'key' in change ? state[change.key] : undefined
  switch (change.type) {
    case 'reads/used':
      return read ? withLast(state, change.key, read) : state
    case 'reads/repeat':
      return read ? { ...state, [change.key]: { ...read, repeat: true } } : state
    case 'reads/begun': {
      const { key, requestId } = change
      return bounded(withLast(state, key, { atMs: 0, ...read, loading: true, requestId, repeat: false }))
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

/** A read that is being requested is not requested a second time, though two components of a page need it. */
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

/** Requests a read, and once more for as long as `refresh` was called during the request. */
export function load(request: ReadRequest): ReadThunk {
  return async (send, getState) => {
    const current = () => getState().reads[request.key]
    do await send(fetchRead(request))
    while (current()?.repeat && !current()?.loading)
  }
}

/** Requests a read; when it is being requested already, the new request follows, because that response may be outdated. */
export function refresh(request: ReadRequest): ReadThunk {
  return async (send, getState) => {
    if (getState().reads[request.key]?.loading) send(reads.actions.repeat(request.key))
    else await send(load(request))
  }
}

const begunEarly: readonly Route[] = [catalog.matches, catalog.match, catalog.sports]

/** The reads of the addresses that index.html requested before the app was loaded, for the first render. */
export function earlyReads(addresses: readonly string[]): ReadThunk[] {
  return addresses.flatMap((url) => {
    const route = begunEarly.find(({ path }) => url.startsWith(path.replace(/:.*/, '')))
    return route ? [load({ key: `GET ${url}`, route: { ...route, path: url }, input: {} })] : []
  })
}
