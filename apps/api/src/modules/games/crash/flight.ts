import { multiplierAt, reachedAt } from '@nare/games/crash'
import type { CrashBetRow } from './bet-store.ts'

/** The minimum multiplier of a manual cash-out, in hundredths. */
const manualOutMin = 101

/**
 * A bet on a flight. `cap` is the multiplier of its automatic cash-out, and `outAt` the multiplier at which it has cashed out, both in
 * hundredths. `command` is the id of a manual cash-out.
 */
export type FlightBet = {
  readonly row: Pick<CrashBetRow, 'betId' | 'bettor' | 'stake' | 'cap'>
  outAt: number | undefined
  command: string | undefined
}

export type ManualDecision<B> =
  | { readonly kind: 'out' | 'repeated'; readonly bet: B }
  | { readonly kind: 'too_early' | 'too_late' | 'not_found' | 'id_reused' }

/** The largest multiplier in hundredths at which a stake returns at most `maxWin`, but never below the manual minimum. */
export function capOf({ stake, maxWin }: { stake: bigint; maxWin: bigint }): number {
  return Math.max(manualOutMin, Number((maxWin * 100n) / stake))
}

/** The return of a stake at a multiplier in hundredths, rounded down. */
export const returnAt = (stake: bigint, hundredths: number): bigint => (stake * BigInt(hundredths)) / 100n

/**
 * The bets of one flight. Only this object decides their cash-outs, each bet once. Times are whole milliseconds since the start.
 * `crashPoint` is in hundredths.
 */
export function openFlight<B extends FlightBet>(crashPoint: number, bets: readonly B[]) {
  const crashMs = reachedAt(crashPoint)
  const byId = new Map(bets.map((bet) => [bet.row.betId, bet]))
  const byCommand = new Map<string, B>()
  const waiting = bets.filter(({ row }) => row.cap <= crashPoint).toSorted((a, b) => a.row.cap - b.row.cap)
  let next = 0

  return {
    crashPoint,
    /** The first millisecond at which the multiplier has reached the crash point. */
    crashMs,
    bets,

    /** Decides a manual cash-out that the server read `ms` milliseconds after the start. */
    decideManual({
      betId,
      bettor,
      command,
      ms,
    }: {
      betId: bigint
      bettor: bigint
      command: string
      ms: number
    }): ManualDecision<B> {
      const bet = byId.get(betId)
      if (!bet || bet.row.bettor !== bettor) return { kind: 'not_found' }
      const earlier = byCommand.get(`${bettor} ${command}`)
      if (earlier) return earlier === bet ? { kind: 'repeated', bet } : { kind: 'id_reused' }
      if (bet.outAt !== undefined || ms >= crashMs) return { kind: 'too_late' }
      const at = multiplierAt(Math.max(0, ms))
      if (at >= bet.row.cap) return { kind: 'too_late' }
      if (at < manualOutMin) return { kind: 'too_early' }
      bet.outAt = at
      bet.command = command
      byCommand.set(`${bettor} ${command}`, bet)
      return { kind: 'out', bet }
    },

    /** Undoes a manual cash-out whose commit was refused. If the automatic cash-out was skipped meanwhile, it is due now. */
    undoCashOut(bet: B): void {
      byCommand.delete(`${bet.row.bettor} ${bet.command}`)
      bet.outAt = undefined
      bet.command = undefined
      const skipped = waiting.indexOf(bet)
      if (skipped >= 0) next = Math.min(next, skipped)
    },

    /** The bets whose automatic cash-out is due by this millisecond. Each bet is returned once. */
    due(ms: number): B[] {
      const at = ms >= crashMs ? crashPoint : multiplierAt(ms)
      const due: B[] = []
      for (; (waiting[next]?.row.cap ?? Infinity) <= at; next++) {
        const bet = waiting[next]
        if (!bet || bet.outAt !== undefined) continue
        bet.outAt = bet.row.cap
        due.push(bet)
      }
      return due
    },

    /** The millisecond of the next automatic cash-out; undefined if there is none before the crash. */
    nextDueMs(): number | undefined {
      while (waiting[next] && waiting[next]?.outAt !== undefined) next++
      const bet = waiting[next]
      return bet && reachedAt(bet.row.cap)
    },
  }
}

/**
 * The outcome of a bet after its flight. `unwatched`: the process that ran the round died, and the crash came after its last heartbeat.
 * `target` is null for a bet without an automatic cash-out; such a bet on an unwatched flight is void.
 */
export function outcomeOf(
  bet: {
    readonly stake: bigint
    readonly target: number | null
    readonly cap: number
    readonly outAt: number | undefined
  },
  { crashPoint, unwatched }: { crashPoint: number; unwatched: boolean },
): { readonly state: 'won' | 'lost' | 'void'; readonly outAt: number | null; readonly returned: bigint } {
  const outAt = bet.outAt ?? (bet.cap <= crashPoint ? bet.cap : undefined)
  if (outAt !== undefined) return { state: 'won', outAt, returned: returnAt(bet.stake, outAt) }
  if (unwatched && bet.target === null) return { state: 'void', outAt: null, returned: bet.stake }
  return { state: 'lost', outAt: null, returned: 0n }
}
