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
/** After its closing time a pool is asked for again, a little later than the server has closed it. */
const afterCloseMs = 1500

/** The pool on the screen, so that the slip beside it is that pool's. It stays when the pool closes. */
const shownId = signal<string | undefined>(undefined)
/** The pools of this visit as they were last listed: one that closes leaves the list, and its picks stay in sight. */
const known = new Map<string, JackpotView>()

export type Pools = { pools: readonly JackpotView[] | null; failed: Failed | null; loading: boolean; again: () => void }

/** Loads the open pools and keeps them fresh while the page is in sight; for the one screen that is shown. */
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
    const inSight = (): void => void (document.hidden || reload())
    void reload()
    const timer = setInterval(inSight, everyMs)
    addEventListener('online', inSight)
    document.addEventListener('visibilitychange', inSight)
    return () => {
      clearInterval(timer)
      removeEventListener('online', inSight)
      document.removeEventListener('visibilitychange', inSight)
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
 * The pool that is shown: that of the address, else the one that was first shown, which is the slip's or the first to close. A pool
 * that is not open any more keeps its matches.
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

/** Forgets which pool was shown once the screen is left. */
export function useForgetShown(): void {
  useEffect(() => () => shownId.set(undefined), [])
}

/** Whether a pool takes tickets now, by the server's clock. */
export function useIsOpen(pool: Pick<JackpotView, 'state' | 'closes_at'> | undefined): boolean {
  const now = useNow()
  return pool !== undefined && pool.state === 'open' && Date.parse(pool.closes_at) > now
}
