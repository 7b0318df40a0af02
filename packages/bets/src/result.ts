/** A team by its place in the fixture. */
export type Side = 'home' | 'away'

/** Goals, points, games or sets of the two sides: whole numbers from zero. */
export type Score = { readonly home: number; readonly away: number }

/**
 * What is known of a match, in regular time for soccer.
 * `halfTime` appears only once the first half has ended. `fullTime` is the final score, or the score so far while
 * `finished` is false. `goals` lists who scored, in order. `periods` are the sets of tennis, in games.
 */
export type Result = {
  readonly halfTime?: Score
  readonly fullTime?: Score
  readonly goals?: readonly Side[]
  readonly periods?: readonly Score[]
  readonly finished: boolean
}

/** The states a leg can be in; the half states come from quarter lines. */
export type LegState = 'open' | 'won' | 'lost' | 'void' | 'half_won' | 'half_lost'

/** A leg whose outcome is known. */
export type DecidedState = Exclude<LegState, 'open'>
