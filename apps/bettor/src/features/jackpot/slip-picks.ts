import { stored } from '../../state/browser.ts'
import { signal } from '../../state/signal.ts'
import { slip } from '../../state/slips.ts'
import type { BettingState } from '../../state/betting.ts'
import type { Steps } from '../../state/store.ts'
import type { JackpotPick } from './picks.ts'

/** Picks for the pools that are not in the slip, by pool, so that changing the tab loses none. */
type Drafts = Readonly<Record<string, readonly JackpotPick[]>>

const key = 'jackpot-drafts'
const keptMs = 7 * 24 * 3_600_000
const draftsMax = 5

export const drafts = signal<Drafts>(readDrafts())

const none: readonly JackpotPick[] = []

/** The picks for a pool: from the slip, or from the drafts if the slip has another pool. */
export function picksFor(jackpotId: string, state: Pick<BettingState, 'jackpot_slip'>, kept: Drafts) {
  const now = state.jackpot_slip
  if (now?.jackpot_id === jackpotId) return now.picks
  return (Object.hasOwn(kept, jackpotId) ? kept[jackpotId] : undefined) ?? none
}

/** Puts the picks for a pool into the slip. If the slip had another pool, its picks become a draft. */
export function setPicks(jackpotId: string, picks: readonly JackpotPick[]): Steps {
  return async (send, getState) => {
    const before = slip('jackpot').of(getState().betting)
    const others = Object.entries(drafts.get()).filter(([id]) => id !== jackpotId && id !== before?.jackpot_id)
    const left = before && before.jackpot_id !== jackpotId && before.picks.length > 0
    keep(left ? [...others, [before.jackpot_id, before.picks]] : others)
    send(slip('jackpot').set(picks.length > 0 ? { jackpot_id: jackpotId, picks: [...picks] } : null))
  }
}

/** Removes the picks for a pool from the slip and the drafts. */
export function clearPicks(jackpotId: string): Steps {
  return async (send, getState) => {
    if (slip('jackpot').of(getState().betting)?.jackpot_id === jackpotId) send(slip('jackpot').clear())
    keep(Object.entries(drafts.get()).filter(([id]) => id !== jackpotId))
  }
}

function keep(entries: readonly (readonly [string, readonly JackpotPick[]])[]): void {
  const value: Drafts = Object.fromEntries(entries.slice(-draftsMax))
  if (entries.length === 0 && Object.keys(drafts.get()).length === 0) return
  drafts.set(value)
  if (entries.length > 0) stored.write(key, value, keptMs)
  else stored.remove(key)
}

function readDrafts(): Drafts {
  const value = stored.read(key)
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, picks]) => Array.isArray(picks)))
}
