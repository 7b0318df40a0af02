import { outcomes, type Outcome } from './terms.ts'

/**
 * The picks of a ticket, one bit a match: bit n of `home` is set where the home win of match n is picked. A ticket of any number of
 * lines is these three numbers.
 */
export type Masks = { readonly home: bigint; readonly draw: bigint; readonly away: bigint }

/** The matches of a mask are at most 40, so that a mask is a bigint of PostgreSQL. */
export const matchesMax = 40

const maskOf: Readonly<Record<Outcome, keyof Masks>> = { home_team: 'home', draw: 'draw', away_team: 'away' }

/** The masks of picks, in the order of the matches. */
export function masksOf(picks: readonly (readonly Outcome[])[]): Masks {
  const masks = { home: 0n, draw: 0n, away: 0n }
  picks.forEach((picked, n) => {
    for (const outcome of picked) masks[maskOf[outcome]] |= 1n << BigInt(n)
  })
  return masks
}

/** The picks of so many matches, in their order; the outcomes of a match in the order home, draw, away. */
export function picksOf(masks: Masks, matches: number): Outcome[][] {
  return Array.from({ length: matches }, (_, n) =>
    outcomes.filter((outcome) => ((masks[maskOf[outcome]] >> BigInt(n)) & 1n) === 1n),
  )
}

/** What a ticket is made of: its lines, and how many of its matches have two and three outcomes. */
export type Size = { readonly lines: number; readonly doubles: number; readonly triples: number }

/** The lines of picks are the product of the outcomes picked for each match. */
export function sizeOf(picks: readonly (readonly Outcome[])[]): Size {
  return {
    lines: picks.reduce((product, picked) => product * picked.length, 1),
    doubles: picks.filter((picked) => picked.length === 2).length,
    triples: picks.filter((picked) => picked.length === 3).length,
  }
}

/** The most doubles, triples and lines of a ticket. */
export type Most = { readonly doubles: number; readonly triples: number; readonly lines: number }

export const isTooLarge = ({ lines, doubles, triples }: Size, most: Most): boolean =>
  lines > most.lines || doubles > most.doubles || triples > most.triples
