import type { Sport } from '@nare/bets/markets/sports'

/**
 * A team and its strength as multipliers about 1: `attack` of what it scores (above 1 is better), `defence` of what its
 * opponent scores (below 1 is better).
 */
export type SimTeam = { readonly name: string; readonly attack: number; readonly defence: number }

/** A competition: teams, scoring level and schedule. */
export type SimCompetition = {
  /** Stable text id, unique across all competitions. */
  readonly id: string
  readonly sport: Sport
  readonly name: string
  /** A country, or 'International'. */
  readonly category: string
  /** Display rank within its sport, from 1. */
  readonly rank: number
  /** Mean score of a match, both teams together: goals, points, games or runs. */
  readonly pace: number
  /** Ratio of home to away scoring between equal teams; 1 means a neutral ground. */
  readonly homeEdge: number
  readonly teams: readonly SimTeam[]
  /** Starting times, 'HH:MM' in Africa/Nairobi. */
  readonly kickOffs: readonly string[]
  /** Weekdays with matches, 0 Sunday to 6 Saturday, as dates in Africa/Nairobi. */
  readonly days: readonly number[]
}

/**
 * The expected score of each team. Independent multiplicative strengths with a home advantage, after M. J. Maher, "Modelling
 * association football scores" (1982). For simulated prices and results only, not money.
 */
export function expectedScore(
  { pace, homeEdge }: Pick<SimCompetition, 'pace' | 'homeEdge'>,
  { home, away }: { home: SimTeam; away: SimTeam },
): { home: number; away: number } {
  const each = pace / 2
  const edge = Math.sqrt(homeEdge)
  return { home: each * home.attack * away.defence * edge, away: (each * away.attack * home.defence) / edge }
}
