import { countsOf, isFormation, positions, type Counts, type Position } from './team.ts'

/** A place on the bench: the position of who sits there, and whether he took part in the week. */
export type BenchPlace = { readonly position: Position; readonly played: boolean }

/** One of the bench by his index comes in for a player of a position who did not take part. */
export type Substitution = { readonly bench: number; readonly outPosition: Position }

/**
 * Who of the bench comes in. `counts` is the formation that was chosen, `absent` how many of it took no part. Again and again the first of
 * the bench who took part comes in, for the first position of GK, DF, MF, FW with an absent player that leaves a formation, his own
 * position before the others. Who exactly of a position goes out makes no difference to the points.
 */
export function substitutions(counts: Counts, absent: Counts, bench: readonly BenchPlace[]): Substitution[] {
  const made: Substitution[] = []
  const [now, left] = [{ ...counts }, { ...absent }]
  for (;;) {
    const next = firstPossible(now, left, bench, made)
    if (!next) return made
    const inPosition = bench[next.bench]?.position ?? 'GK'
    now[next.outPosition] -= 1
    now[inPosition] += 1
    left[next.outPosition] -= 1
    made.push(next)
  }
}

function firstPossible(
  now: Counts,
  left: Counts,
  bench: readonly BenchPlace[],
  made: readonly Substitution[],
): Substitution | undefined {
  for (const [at, { position, played }] of bench.entries()) {
    if (!played || made.some((one) => one.bench === at)) continue
    const order = [position, ...positions.filter((other) => other !== position)]
    const outPosition = order.find((out) => left[out] > 0 && isFormation(swapped(now, out, position)))
    if (outPosition) return { bench: at, outPosition }
  }
  return undefined
}

const swapped = (now: Counts, out: Position, into: Position): Counts => {
  const counts = { ...now }
  counts[out] -= 1
  counts[into] += 1
  return counts
}

export type Placed = { readonly id: string; readonly position: Position; readonly played: boolean }

/** For each of the bench who comes in, whom of the eleven he replaces: of each position the first who took no part. */
export function cameInFor(eleven: readonly Placed[], bench: readonly Placed[]): Map<string, string> {
  const absent = eleven.filter(({ played }) => !played)
  const counts = countsOf(eleven.map(({ position }) => position))
  const made = substitutions(counts, countsOf(absent.map(({ position }) => position)), bench)
  const out = new Set<string>()
  return new Map(
    made.flatMap(({ bench: at, outPosition }): [string, string][] => {
      const replaced = absent.find(({ id, position }) => position === outPosition && !out.has(id))
      const player = bench[at]
      if (!replaced || !player) return []
      out.add(replaced.id)
      return [[player.id, replaced.id]]
    }),
  )
}
