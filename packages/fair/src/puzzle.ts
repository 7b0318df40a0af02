import { sha256 } from './hash.ts'

/**
 * A proof of work: a whole number, in decimal digits, for which the SHA-256 of `<challenge>.<number>` begins with `bits` zero bits. Each
 * further bit doubles the hashes that it takes, on average 2^bits.
 */
export function isSolution({ challenge, bits }: Puzzle, solution: string): boolean {
  const hash = sha256(`${challenge}.${solution}`)
  for (let at = 0; at < bits; at += 8) {
    const zeros = Math.min(8, bits - at)
    if ((hash[at >> 3] ?? 0xff) >> (8 - zeros) !== 0) return false
  }
  return true
}

export type Puzzle = { readonly challenge: string; readonly bits: number }

/** Tries `count` numbers from `from` on. Returns the first solution, or undefined if none of them is one. */
export function trySolutions(puzzle: Puzzle, { from, count }: { from: number; count: number }): string | undefined {
  for (let n = from; n < from + count; n++) if (isSolution(puzzle, String(n))) return String(n)
  return undefined
}
