import type { Failed } from '@nare/client/call'
import { catalog } from '@nare/contract/catalog'
import type { Route } from '@nare/contract/route'
import {
  createAsyncThunk,
  createSlice,
  type PayloadAction,
  type ThunkAction,
  type UnknownAction,
} from '@reduxjs/toolkit'
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

const cachedMost = 40

/** A read that is being requested is not requested a second time, though two components of a page need it. */
const fetchRead = createAsyncThunk<
  { key: string; body: unknown; atMs: number },
  ReadRequest,
  { extra: Extra; rejectValue: Failed; state: { reads: Reads } }
>(
  'reads/fetch',
  async ({ key, route, input }, { extra, rejectWithValue }) => {
    const reply = await extra.call(route, input)
    return reply.ok ? { key, body: reply.body, atMs: nowMs() } : rejectWithValue(reply)
  },
  { condition: ({ key }, { getState }) => getState().reads[key]?.loading !== true },
)

/** Moves a read to the end of the cache, which is ordered by last use. */
function touch(state: Record<string, Read>, key: string): void {
  const read = state[key]
  if (!read) return
  delete state[key]
  state[key] = read
}

/**
 * The data that screens read and never edit (lists, a match, bets), by address. The least recently used are evicted above
 * forty. Only the request that a read waits for may store its response: after `forget` an older one may be of another bettor.
 */
export const reads = createSlice({
  name: 'reads',
  initialState: {} as Record<string, Read>,
  reducers: {
    forget: () => ({}),
    used: (state, { payload }: PayloadAction<string>) => touch(state, payload),
    repeat: (state, { payload }: PayloadAction<string>) => {
      const read = state[payload]
      if (read) read.repeat = true
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(fetchRead.pending, (state, { meta: { arg, requestId } }) => {
        state[arg.key] = { atMs: 0, ...state[arg.key], loading: true, requestId, repeat: false }
        touch(state, arg.key)
        for (const key of Object.keys(state).slice(0, -cachedMost)) delete state[key]
      })
      .addCase(fetchRead.fulfilled, (state, { payload: { key, body, atMs }, meta }) => {
        const read = state[key]
        if (read?.requestId === meta.requestId)
          state[key] = { body, atMs, loading: false, repeat: read.repeat === true }
      })
      .addCase(fetchRead.rejected, (state, { payload, meta }) => {
        const read = state[meta.arg.key]
        if (read?.requestId !== meta.requestId) return
        read.loading = false
        if (payload) Object.assign(read, { failed: payload })
      })
  },
})

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
