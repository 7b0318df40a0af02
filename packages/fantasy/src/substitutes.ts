import { countsOf, isFormation, positions, type Counts, type Position } from './team.ts'

/** A bench player: his position and whether he took part in the week. */
export type BenchPlace = { readonly position: Position; readonly played: boolean }

/** A substitution: the bench player with index `bench` replaces an absent player of position `outPosition`. */
export type Substitution = { readonly bench: number; readonly outPosition: Position }

/**
 * The substitutions of a team. `counts` is the chosen formation; `absent` counts the players in it who did not take part. Repeatedly, the
 * first bench player who took part replaces an absent player, if a valid formation results: of his own position if possible, otherwise of
 * the first possible position of GK, DF, MF, FW. Which absent player of a position he replaces does not change the points.
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

/** The replaced player of each bench player who comes in, by id: the first player of the position who did not take part. */
export function replacedPlayers(eleven: readonly Placed[], bench: readonly Placed[]): Map<string, string> {
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
