import type { JackpotView } from '@nare/contract/jackpot'
import { useStore } from 'react-redux'
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
import { forgetRefusal } from './place-jackpot.ts'
import { clearPicks, drafts, picksFor, setPicks } from './slip-picks.ts'

/** The bound that the last tap met, until the next change of the picks. */
const metBound = signal<Bound | undefined>(undefined)

export type TicketNow = {
  picks: readonly JackpotPick[]
  /** How many matches of the pool have a pick, and how many have none. */
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

/** The ticket being made for a pool: its picks and price, and what changes them. A tap that breaks a bound changes nothing. */
export function useTicket(pool: JackpotView): TicketNow {
  const send = useSend()
  const kept = useSignal(drafts)
  const bound = useSignal(metBound)
  const store = useStore<RootState>()
  const inPool = (all: readonly JackpotPick[]): JackpotPick[] =>
    all.filter(({ match_id }) => pool.matches.some((match) => match.match_id === match_id))
  const picks = inPool(useApp(({ betting }) => picksFor(pool.jackpot_id, betting, kept)))
  const size = sizeOf(picks)
  // By the picks as they are at the tap: a row that was not rendered again since must not bring back old ones.
  const change = (by: (picks: readonly JackpotPick[]) => JackpotPick[]): void => {
    const next = by(inPool(picksFor(pool.jackpot_id, store.getState().betting, drafts.get())))
    const broken = brokenBound(next, pool)
    metBound.set(broken)
    if (broken) return
    forgetRefusal()
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
      forgetRefusal()
      void send(clearPicks(pool.jackpot_id))
    },
  }
}
