import type { JackpotView } from '@nare/contract/jackpot'
import { useStore } from 'react-redux'
import { forgetRefusal } from '../../slip/placement.ts'
import { timers } from '../../state/browser.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { signal, useSignal } from '../../state/signal.ts'
import type { RootState } from '../../state/store.ts'
import {
  brokenBound,
  costOf,
  sizeOf,
  toggledOutcome,
  withTheRest,
  type Bound,
  type JackpotPick,
  type Outcome,
} from './picks.ts'
import { clearPicks, drafts, picksFor, setPicks } from './slip-picks.ts'

/** The limit that the last tap would have exceeded, until the picks change. */
const metBound = signal<Bound | undefined>(undefined)

export type TicketNow = {
  picks: readonly JackpotPick[]
  /** The numbers of matches of the pool with and without a pick. */
  picked: number
  missing: number
  doubles: number
  triples: number
  lines: number
  /** Lines × stake, decimal text. */
  cost: string
  hasAuto: boolean
  bound: Bound | undefined
  toggle: (match_id: string, outcome: Outcome) => void
  remove: (match_id: string) => void
  pickRest: () => void
  clear: () => void
}

/** The ticket in progress for a pool: picks, price, and the functions that change them. A tap that exceeds a limit changes nothing. */
export function useTicket(pool: JackpotView): TicketNow {
  const send = useSend()
  const kept = useSignal(drafts)
  const bound = useSignal(metBound)
  const store = useStore<RootState>()
  const inPool = (all: readonly JackpotPick[]): JackpotPick[] =>
    all.filter(({ match_id }) => pool.matches.some((match) => match.match_id === match_id))
  const picks = inPool(useApp(({ betting }) => picksFor(pool.jackpot_id, betting, kept)))
  const size = sizeOf(picks)
  // Reads the picks at the time of the tap: a row that has not rendered since must not restore old picks.
  const change = (by: (picks: readonly JackpotPick[]) => JackpotPick[]): void => {
    const next = by(inPool(picksFor(pool.jackpot_id, store.getState().betting, drafts.get())))
    const broken = brokenBound(next, pool)
    metBound.set(broken)
    if (broken) return
    void send(forgetRefusal('jackpot'))
    void send(setPicks(pool.jackpot_id, next))
  }
  return {
    picks,
    picked: picks.length,
    missing: pool.matches.length - picks.length,
    ...size,
    cost: costOf(size.lines, pool.stake),
    hasAuto: picks.some(({ auto }) => auto),
    bound,
    toggle: (match_id, outcome) => change((now) => toggledOutcome(now, match_id, outcome)),
    remove: (match_id) => change((now) => now.filter((pick) => pick.match_id !== match_id)),
    pickRest: () => change((now) => withTheRest(now, pool.matches, timers.random)),
    clear: () => {
      metBound.set(undefined)
      void send(forgetRefusal('jackpot'))
      void send(clearPicks(pool.jackpot_id))
    },
  }
}
