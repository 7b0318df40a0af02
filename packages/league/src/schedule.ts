/** A fixture, as indexes into the list of teams. */
export type Fixture = { readonly home: number; readonly away: number }

/**
 * The rounds of a double round robin by the circle method (the tables of Johann Berger): every team meets every other once at
 * home and once away, and plays in each round. In the first half of the season a team's home and away games differ by at most one;
 * the second half is the first with home and away swapped. Throws for fewer than two teams or an odd number.
 */
export function scheduleOf(teams: number): Fixture[][] {
  if (!Number.isInteger(teams) || teams < 2 || teams % 2 !== 0)
    throw new RangeError('a league needs an even number of teams')
  const first = Array.from({ length: teams - 1 }, (_, round) => roundOf(round, teams))
  return [...first, ...first.map((round) => round.map(({ home, away }) => ({ home: away, away: home })))]
}

/** All teams but the last rotate around a circle; the last one is fixed. */
function roundOf(round: number, teams: number): Fixture[] {
  const rotating = teams - 1
  const fixed = round % 2 === 0 ? { home: rotating, away: round } : { home: round, away: rotating }
  const others = Array.from({ length: teams / 2 - 1 }, (_, k): Fixture => {
    const first = (round + k + 1) % rotating
    const other = (round - k - 1 + rotating) % rotating
    return k % 2 === 0 ? { home: first, away: other } : { home: other, away: first }
  })
  return [fixed, ...others]
}
