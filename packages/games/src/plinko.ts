import { indexOf } from '@nare/fair/stream'
import { plinkoHalves } from './plinko-tables.ts'
import { immediateRound, refuse, risks, type Game, type Risk } from './round.ts'

export const plinkoRows = { least: 8, most: 16 } as const
export type PlinkoOptions = { readonly rows: number; readonly risk: Risk }
/** `path`: 0 for left and 1 for right in each row; `slot`: the number of rights. */
export type PlinkoResult = { readonly path: readonly number[]; readonly slot: number }

/** The multipliers of the slots from left to right, in ten-thousandths. */
export function plinkoTable({ rows, risk }: PlinkoOptions): bigint[] {
  const half = plinkoHalves[risk][rows] ?? []
  return Array.from({ length: rows + 1 }, (_, slot) => BigInt(half[Math.min(slot, rows - slot)] ?? 0) * 100n)
}

export const plinko: Game<PlinkoOptions, never, PlinkoResult> = {
  name: 'plinko',
  play(numbers, { options, terms }) {
    const { rows, risk } = options
    const isValid = Number.isInteger(rows) && rows >= plinkoRows.least && rows <= plinkoRows.most
    if (!isValid || !risks.includes(risk)) return refuse('bad_options')
    const path = Array.from({ length: rows }, () => indexOf(numbers(), 2))
    const slot = path.reduce((rights, right) => rights + right, 0)
    const table = plinkoTable(options)
    return immediateRound(terms, { result: { path, slot }, multiplier: table[slot] ?? 0n, largest: table[0] ?? 0n })
  },
}
