import type { Failed } from '@nare/client/call'
import { jackpot, type JackpotView } from '@nare/contract/jackpot'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { serverNow } from '../../state/browser.ts'
import { fetchJackpots } from '../../state/calls-jackpot.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { signal, useSignal } from '../../state/signal.ts'
import { useNow } from '../../state/use-now.ts'
import { useRead } from '../../state/use-read.ts'

const everyMs = 30_000
/** The delay after a closing time before the pools are requested again: by then the server has closed the pool. */
const afterCloseMs = 1500

/** The id of the displayed pool, so that the slip column shows the same pool. It stays when the pool closes. */
const shownId = signal<string | undefined>(undefined)
/** The last listed data of every pool of this visit: a pool that closes leaves the list, but its matches stay visible. */
const known = new Map<string, JackpotView>()

export type Pools = { pools: readonly JackpotView[] | null; failed: Failed | null; loading: boolean; again: () => void }

/** Loads the open pools and refreshes them while the page is visible. Only one screen at a time may use it. */
export function usePoolsLoader(): Pools {
  const send = useSend()
  const pools = useApp(({ betting }) => betting.jackpot)
  const [failed, setFailed] = useState<Failed | null>(null)
  const [loading, setLoading] = useState(true)
  const load = (): Promise<void> =>
    send(fetchJackpots({})).then((answer) => {
      setLoading(false)
      if (fetchJackpots.fulfilled.match(answer)) {
        for (const pool of answer.payload.data) known.set(pool.jackpot_id, pool)
        setFailed(null)
      } else if (answer.payload) setFailed(answer.payload)
    })
  const reload = useEffectEvent(load)
  const closings = (pools ?? []).map(({ closes_at }) => Date.parse(closes_at))
  const next = Math.min(...closings.filter((at) => at > serverNow()))
  useEffect(() => {
    const refreshIfVisible = (): void => void (document.hidden || reload())
    void reload()
    const timer = setInterval(refreshIfVisible, everyMs)
    addEventListener('online', refreshIfVisible)
    document.addEventListener('visibilitychange', refreshIfVisible)
    return () => {
      clearInterval(timer)
      removeEventListener('online', refreshIfVisible)
      document.removeEventListener('visibilitychange', refreshIfVisible)
    }
  }, [])
  useEffect(() => {
    const wait = next - serverNow() + afterCloseMs
    if (!(wait < everyMs)) return
    const timer = setTimeout(() => void reload(), wait)
    return () => clearTimeout(timer)
  }, [next])
  const again = (): void => {
    setLoading(true)
    void load()
  }
  return { pools, failed, loading, again }
}

/**
 * The displayed pool: the pool of the URL, else the pool shown before, else the pool of the slip, else the pool that closes first. A
 * pool that has closed keeps its matches.
 */
export function useShownPool(): JackpotView | undefined {
  const [query] = useSearchParams()
  const pools = useApp(({ betting }) => betting.jackpot)
  const ofSlip = useApp(({ betting }) => betting.jackpot_slip?.jackpot_id)
  const before = useSignal(shownId)
  const first = pools?.find(({ jackpot_id }) => jackpot_id === ofSlip) ?? pools?.[0]
  const id = query.get('id') ?? before ?? first?.jackpot_id
  const listed = pools?.find(({ jackpot_id }) => jackpot_id === id)
  const isGone = pools !== null && id !== undefined && !listed
  const read = useRead(jackpot.jackpot, isGone ? { id } : undefined, everyMs).body?.data
  useEffect(() => shownId.set(id), [id])
  if (listed || !isGone) return listed
  const last = known.get(id)
  return read ?? (last && { ...last, state: 'closed' })
}

/** Clears the displayed pool when the screen is left. */
export function useForgetShown(): void {
  useEffect(() => () => shownId.set(undefined), [])
}

/** True while a pool accepts tickets, by the server's clock. */
export function useIsOpen(pool: Pick<JackpotView, 'state' | 'closes_at'> | undefined): boolean {
  const now = useNow()
  return pool !== undefined && pool.state === 'open' && Date.parse(pool.closes_at) > now
}
