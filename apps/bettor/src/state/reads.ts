import type { Failed } from '@nare/client/call'
import { catalog } from '@nare/contract/catalog'
import { address, type Answer, type Route, type Sent } from '@nare/contract/route'
import { createAsyncThunk, createSlice } from '@reduxjs/toolkit'
import { useEffect, useEffectEvent } from 'react'
import type { Extra } from './area.ts'
import { nowMs } from './browser.ts'
import { useApp, useSend } from './hooks.ts'

/** One read of the server as the screen sees it; `body` stays while it is asked for again, which `asking` marks. */
export type Read = { body?: unknown; failed?: Failed; loading: boolean; atMs: number; asking?: string }

const kept = 40

type Reads = Readonly<Record<string, Read>>

/** One that is on its way is not asked for twice, though two leaves of one page want it at once. */
const fetchRead = createAsyncThunk<
  { key: string; body: unknown; atMs: number },
  { key: string; route: Route; input: Record<string, unknown> },
  { extra: Extra; rejectValue: Failed; state: { reads: Reads } }
>(
  'reads/fetch',
  async ({ key, route, input }, { extra, rejectWithValue }) => {
    const reply = await extra.call(route, input)
    return reply.ok ? { key, body: reply.body, atMs: nowMs() } : rejectWithValue(reply)
  },
  { condition: ({ key }, { getState }) => getState().reads[key]?.loading !== true },
)

/**
 * What screens read and nobody edits (lists, a match, bets), by address; the newest forty are kept. An answer is taken only
 * by the read that asked for it: what comes after all was forgotten may be of who was here before.
 */
export const reads = createSlice({
  name: 'reads',
  initialState: {} as Record<string, Read>,
  reducers: { forget: () => ({}) },
  extraReducers: (builder) => {
    builder
      .addCase(fetchRead.pending, (state, { meta }) => {
        state[meta.arg.key] = { atMs: 0, ...state[meta.arg.key], loading: true, asking: meta.requestId }
        for (const key of Object.keys(state).slice(0, -kept)) delete state[key]
      })
      .addCase(fetchRead.fulfilled, (state, { payload: { key, body, atMs }, meta }) => {
        if (state[key]?.asking === meta.requestId) state[key] = { body, atMs, loading: false }
      })
      .addCase(fetchRead.rejected, (state, { payload, meta }) => {
        const earlier = state[meta.arg.key]
        if (earlier?.asking !== meta.requestId) return
        earlier.loading = false
        if (payload) Object.assign(earlier, { failed: payload })
      })
  },
})

const begunEarly: readonly Route[] = [catalog.matches, catalog.match, catalog.sports]

/** The reads of addresses that the shell asked for before the app was there, so that the first screen is drawn with them. */
export function earlyReads(addresses: readonly string[]) {
  return addresses.flatMap((url) => {
    const route = begunEarly.find(({ path }) => url.startsWith(path.replace(/:.*/, '')))
    return route ? [fetchRead({ key: `GET ${url}`, route: { ...route, path: url }, input: {} })] : []
  })
}

export type Reading<R extends Route> = {
  body: Answer<R> | undefined
  failed: Failed | undefined
  loading: boolean
  atMs: number
  again: () => void
}

/**
 * Reads a call of the contract and keeps its answer by address. An answer younger than `freshMs` is not asked for
 * again; an older one is shown while it is, and one that was forgotten meanwhile is asked for. An undefined input reads nothing.
 */
export function useRead<R extends Route>(route: R, input: Sent<R> | undefined, freshMs = 15_000): Reading<R> {
  const send = useSend()
  const fields = (input ?? {}) as Record<string, unknown>
  const key = `${route.method} ${address({ ...route, method: 'GET' }, fields).url}`
  const read = useApp((state) => state.reads[key])
  const asked = input !== undefined
  const forgotten = read === undefined

  const again = (): void => void send(fetchRead({ key, route, input: fields }))
  const askIfOld = useEffectEvent((): void => {
    if (!(read && (read.loading || nowMs() - read.atMs < freshMs))) again()
  })
  useEffect(() => {
    if (asked) askIfOld()
  }, [key, asked, forgotten])

  return {
    body: read?.body as Answer<R> | undefined,
    failed: read?.failed,
    loading: asked && (read?.loading ?? true),
    atMs: read?.atMs ?? 0,
    again,
  }
}
