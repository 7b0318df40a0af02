/** A fixture by the places of its sides in the list of teams. */
export type Fixture = { readonly home: number; readonly away: number }

/**
 * The rounds of a double round robin by the circle method (the tables of Johann Berger): everybody meets everybody once at home and
 * once away, and plays in each round. In the first half of the season the games at home and away of a side differ by one at most; the
 * second half is the first with the sides exchanged. Throws for fewer than two teams or an odd number.
 */
export function scheduleOf(teams: number): Fixture[][] {
  if (!Number.isInteger(teams) || teams < 2 || teams % 2 !== 0)
    throw new RangeError('a league needs an even number of teams')
  const first = Array.from({ length: teams - 1 }, (_, round) => roundOf(round, teams))
  return [...first, ...first.map((round) => round.map(({ home, away }) => ({ home: away, away: home })))]
}

/** All but the last team move around a circle; the last one stays where it is and meets who comes by. */
function roundOf(round: number, teams: number): Fixture[] {
  const moving = teams - 1
  const fixed = round % 2 === 0 ? { home: moving, away: round } : { home: round, away: moving }
  const others = Array.from({ length: teams / 2 - 1 }, (_, k): Fixture => {
    const one = (round + k + 1) % moving
    const other = (round - k - 1 + moving) % moving
    return k % 2 === 0 ? { home: one, away: other } : { home: other, away: one }
  })
  return [fixed, ...others]
}
