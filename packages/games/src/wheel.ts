import { indexOf } from '@nare/fair/stream'
import { immediateRound, refuse, risks, type Game, type Risk } from './round.ts'

export const wheelSizes = [10, 20, 30, 40, 50] as const
export type WheelOptions = { readonly segments: number; readonly risk: Risk }
/** The segment, counted from 0. */
export type WheelResult = { readonly segment: number }

const low = [150, 120, 120, 120, 0, 120, 120, 120, 120, 0]
/** The first nine segments of each ten. The tenth is 2.00, except in the first ten: there it is 3.00 plus 1.00 for each further ten. */
const medium = [0, 190, 0, 150, 0, 200, 0, 150, 0]

/** The multipliers of the segments in ten-thousandths; they sum to 0.99 a segment, exactly. */
export function wheelTable({ segments, risk }: WheelOptions): bigint[] {
  const tens = segments / 10
  const turns = Array.from({ length: tens }, (_, turn) => turn)
  const hundredths = {
    low: turns.flatMap(() => low),
    medium: turns.flatMap((turn) => [...medium, turn === 0 ? 300 + 100 * (tens - 1) : 200]),
    high: Array.from({ length: segments }, (_, segment) => (segment === segments - 1 ? 99 * segments : 0)),
  }
  return hundredths[risk].map((value) => BigInt(value) * 100n)
}

export const wheel: Game<WheelOptions, never, WheelResult> = {
  name: 'wheel',
  play(numbers, { options, terms }) {
    const { segments, risk } = options
    if (!wheelSizes.some((size) => size === segments) || !risks.includes(risk)) return refuse('bad_options')
    const table = wheelTable(options)
    const segment = indexOf(numbers(), segments)
    const largest = table.reduce((top, value) => (value > top ? value : top))
    return immediateRound(terms, { result: { segment }, multiplier: table[segment] ?? 0n, largest })
  },
}
