import { hundredthsOf } from '@nare/games/hundredths'
import { jetAt, jetMs, jetPoint } from './games/jet.ts'
import { machine } from './machine.ts'
import { Refused, times, type Session, type Table, type Taken } from './table.ts'

/** The largest target of an automatic cash-out, in hundredths. */
const targetMax = 9_999_999

type Flight = {
  readonly taken: Taken
  readonly point: number
  readonly target: number | undefined
  readonly startedMs: number
  /** Resolves with the multiplier of the cash-out; undefined if the flight crashed first. */
  readonly end: Promise<number | undefined>
  readonly leave: (at: number | undefined) => void
  /** Resolves once the wallet has received the payout. */
  readonly paid: Promise<void>
}

/** The flights of the crash game, one per session. `speed` makes them shorter, for tests. */
export function openJet({ table, speed }: { table: Table; speed: number }) {
  const flights = new Map<string, Flight>()
  const last: number[] = []

  const elapsed = (flight: Flight): number => (machine.ms() - flight.startedMs) * speed

  async function start(session: Session, { stake, auto }: { stake?: unknown; auto?: unknown }) {
    if (flights.has(session.id)) throw new Refused('not_now')
    const target = auto === undefined || auto === '' ? undefined : targetOf(auto)
    const taken = await table.take(session, table.stakeOf(stake))
    const point = jetPoint(BigInt(`0x${machine.bytes(7).toString('hex')}`) >> 4n)
    let leave: Flight['leave'] = () => undefined
    const end = new Promise<number | undefined>((resolve) => (leave = resolve))
    const reached = target !== undefined && target <= point ? target : undefined
    const timer = setTimeout(() => leave(reached), Math.min(2 ** 30, jetMs(reached ?? point) / speed))
    const paid = end.then((at) => {
      clearTimeout(timer)
      flights.delete(session.id)
      last.unshift(point)
      last.length = Math.min(last.length, 20)
      return table.pay(session, taken, times(taken.stake, BigInt(at ?? 0)))
    })
    flights.set(session.id, { taken, point, target, startedMs: machine.ms(), end, leave, paid })
    return { started: true }
  }

  return {
    start,
    /** Cashes out now; too late if the flight has crashed. */
    async cashOut(session: Session) {
      const flight = flights.get(session.id)
      if (!flight) throw new Refused('not_now')
      const at = jetAt(elapsed(flight))
      flight.leave(at < flight.point ? Math.max(at, 100) : undefined)
      return wait(flight)
    },
    /** Waits for the end of the flight. */
    wait: (session: Session) => wait(flights.get(session.id)),
    state: (session: Session) => {
      const flight = flights.get(session.id)
      return { flying: flight !== undefined, ms: flight ? Math.round(elapsed(flight)) : 0, speed, last }
    },
  }

  async function wait(flight: Flight | undefined) {
    if (!flight) return { flying: false }
    const at = await flight.end
    await flight.paid
    const pays = times(flight.taken.stake, BigInt(at ?? 0))
    return { flying: false, left_at: at ?? null, point: flight.point, pays }
  }
}

export type Jet = ReturnType<typeof openJet>

function targetOf(given: unknown): number {
  const hundredths = typeof given === 'string' ? hundredthsOf(given) : undefined
  if (hundredths === undefined || hundredths < 101 || hundredths > targetMax) throw new Refused('invalid')
  return hundredths
}
