import { outcomes, type Outcome } from './terms.ts'

/**
 * The picks of a ticket, one bit per match: bit n of `home` is set if the home win of match n is picked. These three numbers store a ticket
 * of any number of lines.
 */
export type Masks = { readonly home: bigint; readonly draw: bigint; readonly away: bigint }

/** The maximum number of matches of a pool: a mask must fit into a bigint of PostgreSQL. */
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

/** The picks in the order of the matches; the outcomes of a match in the order home, draw, away. */
export function picksOf(masks: Masks, matches: number): Outcome[][] {
  return Array.from({ length: matches }, (_, n) =>
    outcomes.filter((outcome) => ((masks[maskOf[outcome]] >> BigInt(n)) & 1n) === 1n),
  )
}

/** The size of a ticket: its lines, and the number of matches with two and with three outcomes. */
export type TicketSize = { readonly lines: number; readonly doubles: number; readonly triples: number }

/** The size of picks. The number of lines is the product of the number of outcomes picked for each match. */
export function sizeOf(picks: readonly (readonly Outcome[])[]): TicketSize {
  return {
    lines: picks.reduce((product, picked) => product * picked.length, 1),
    doubles: picks.filter((picked) => picked.length === 2).length,
    triples: picks.filter((picked) => picked.length === 3).length,
  }
}

/** The maximum number of doubles, triples and lines of a ticket. */
export type TicketLimits = { readonly doubles: number; readonly triples: number; readonly lines: number }

export const isTooLarge = ({ lines, doubles, triples }: TicketSize, most: TicketLimits): boolean =>
  lines > most.lines || doubles > most.doubles || triples > most.triples
