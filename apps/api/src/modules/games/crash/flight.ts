import { multiplierAt, reachedAt } from '@nare/games/crash'
import type { CrashBetRow } from './bet-store.ts'

/** The least multiplier of a cash-out by hand, in hundredths. */
const leastOut = 101

/**
 * A bet of a flight. `cap` is the multiplier in hundredths at which it cashes out by itself; `outAt` the one at which it has cashed out,
 * with the id of the bettor's command if it was by hand.
 */
export type FlightBet = {
  readonly row: Pick<CrashBetRow, 'betId' | 'bettor' | 'stake' | 'cap'>
  outAt: number | undefined
  command: string | undefined
}

export type Judged<B> =
  | { readonly kind: 'out' | 'repeated'; readonly bet: B }
  | { readonly kind: 'too_early' | 'too_late' | 'not_found' | 'id_reused' }

/** The greatest multiplier in hundredths at which a stake still returns no more than `maxWin`. */
export function capOf({ stake, maxWin }: { stake: bigint; maxWin: bigint }): number {
  return Math.max(leastOut, Number((maxWin * 100n) / stake))
}

/** What a stake returns at a multiplier in hundredths. Rounds down. */
export const returnAt = (stake: bigint, hundredths: number): bigint => (stake * BigInt(hundredths)) / 100n

/**
 * The bets of one flight. It alone decides who has cashed out: all times are whole milliseconds since the start, and a bet is decided
 * once. `crashPoint` is in hundredths.
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

    /** Judges a cash-out by hand that was read `ms` milliseconds after the start. */
    judge({ betId, bettor, command, ms }: { betId: bigint; bettor: bigint; command: string; ms: number }): Judged<B> {
      const bet = byId.get(betId)
      if (!bet || bet.row.bettor !== bettor) return { kind: 'not_found' }
      const earlier = byCommand.get(`${bettor} ${command}`)
      if (earlier) return earlier === bet ? { kind: 'repeated', bet } : { kind: 'id_reused' }
      if (bet.outAt !== undefined || ms >= crashMs) return { kind: 'too_late' }
      const at = multiplierAt(Math.max(0, ms))
      if (at >= bet.row.cap) return { kind: 'too_late' }
      if (at < leastOut) return { kind: 'too_early' }
      bet.outAt = at
      bet.command = command
      byCommand.set(`${bettor} ${command}`, bet)
      return { kind: 'out', bet }
    },

    /** Takes back a cash-out by hand that could not be accepted for another reason. */
    takeBack(bet: B): void {
      byCommand.delete(`${bet.row.bettor} ${bet.command}`)
      bet.outAt = undefined
      bet.command = undefined
    },

    /** The bets that cash out by themselves until this millisecond and have not been returned yet. */
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

    /** The millisecond at which the next bet cashes out by itself; undefined if none does before the crash. */
    nextDueMs(): number | undefined {
      while (waiting[next] && waiting[next]?.outAt !== undefined) next++
      const bet = waiting[next]
      return bet && reachedAt(bet.row.cap)
    },
  }
}

/** What becomes of a bet whose flight is over. `unwatched`: the flight ended without its owner, after the last heartbeat. */
export function decided(
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
