import type { Failed } from '@nare/client/call'
import { address, type Answer, type Route, type Sent } from '@nare/contract/route'
import { useEffect, useEffectEvent } from 'react'
import { nowMs } from './browser.ts'
import { useApp, useSend } from './hooks.ts'
import { load, reads, refresh } from './reads.ts'

export type Reading<R extends Route> = {
  body: Answer<R> | undefined
  failed: Failed | undefined
  loading: boolean
  atMs: number
  again: () => void
}

/**
 * Reads a call of the contract and caches its response by URL. Shows a response younger than `freshMs` without a new request, and
 * an older response while it is fetched again. Fetches an evicted response again. An undefined input requests nothing.
 */
export function useRead<R extends Route>(route: R, input: Sent<R> | undefined, freshMs = 15_000): Reading<R> {
  const send = useSend()
  const fields = (input ?? {}) as Record<string, unknown>
  const key = `${route.method} ${address({ ...route, method: 'GET' }, fields).url}`
  const read = useApp((state) => state.reads[key])
  const enabled = input !== undefined
  const missing = read === undefined

  const loadIfOld = useEffectEvent((): void => {
    const fresh = read && (read.loading || nowMs() - read.atMs < freshMs)
    void send(fresh ? reads.actions.used(key) : load({ key, route, input: fields }))
  })
  useEffect(() => {
    if (enabled) loadIfOld()
  }, [key, enabled, missing])

  return {
    body: read?.body as Answer<R> | undefined,
    failed: read?.failed,
    loading: enabled && (read?.loading ?? true),
    atMs: read?.atMs ?? 0,
    again: () => void send(refresh({ key, route, input: fields })),
  }
}
