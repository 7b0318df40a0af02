import { drawSegment, kinds, phases, segments } from './games/sunset-wheel.ts'
import { machine } from './machine.ts'
import { Refused, times, type Session, type Table, type Taken } from './table.ts'

type Bet = { readonly session: Session; readonly on: number; readonly taken: Taken }
type Spin = {
  readonly number: number
  readonly bettingUntilMs: number
  segment: number | undefined
  readonly bets: Bet[]
}

const lastKept = 12
const betsMax = 5000

/** The wheel shared by all its players: betting, spinning and result, as long as at least one player watches. */
export function openWheel({ table, speed }: { table: Table; speed: number }) {
  const last: number[] = []
  let spin: Spin | undefined
  let number = 0
  let lookedAtMs = 0
  const of = (ms: number): number => ms / speed

  function begin(): void {
    spin = { number: ++number, bettingUntilMs: machine.ms() + of(phases.betting), segment: undefined, bets: [] }
    setTimeout(() => void turn(spin), of(phases.betting)).unref()
  }

  async function turn(now: Spin | undefined): Promise<void> {
    if (!now) return
    now.segment = drawSegment(machine.below)
    await new Promise((resolve) => setTimeout(resolve, of(phases.spinning)))
    const pays = segments[now.segment] ?? 0
    last.unshift(pays)
    last.length = Math.min(last.length, lastKept)
    await Promise.allSettled(
      now.bets.map(({ session, on, taken }) =>
        table.pay(session, taken, times(taken.stake, on === pays ? BigInt(pays) * 100n : 0n)),
      ),
    )
    await new Promise((resolve) => setTimeout(resolve, of(phases.result)))
    spin = undefined
    if (machine.ms() - lookedAtMs < of(60_000)) begin()
  }

  return {
    /** Stakes on a kind of segment in the current spin. */
    async bet(session: Session, { stake, on }: { stake?: unknown; on?: unknown }) {
      const kind = kinds.find(({ pays }) => pays === on)
      const now = spin
      if (!kind) throw new Refused('invalid')
      const isOpen = (): boolean => now !== undefined && now === spin && machine.ms() < now.bettingUntilMs
      if (!now || !isOpen() || now.bets.length >= betsMax) throw new Refused('not_now')
      const taken = await table.take(session, table.stakeOf(stake))
      if (now.segment === undefined) now.bets.push({ session, on: kind.pays, taken })
      // Too late for this spin: the stake is returned.
      else await table.pay(session, taken, taken.stake)
      return { placed: now.segment === undefined }
    },

    /** The current spin as one player sees it. Reading it keeps the wheel running. */
    state(session: Session) {
      lookedAtMs = machine.ms()
      if (!spin) begin()
      const now = spin as Spin | undefined
      const mine = (now?.bets ?? []).filter((bet) => bet.session === session)
      return {
        spin: now?.number ?? 0,
        betting_ms: Math.max(0, Math.round((now?.bettingUntilMs ?? 0) - machine.ms())),
        ...(now?.segment !== undefined && { segment: now.segment, pays: segments[now.segment] }),
        last,
        bets: mine.map(({ on, taken }) => ({ on, stake: Number(taken.stake) / 100 })),
      }
    },
  }
}

export type Wheel = ReturnType<typeof openWheel>
