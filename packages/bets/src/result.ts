/** The home or the away team of a fixture. */
export type Side = 'home' | 'away'

/** Goals, points, games or sets of the two sides: whole numbers from zero. */
export type Score = { readonly home: number; readonly away: number }

export const plus = (a: Score, b: Score): Score => ({ home: a.home + b.home, away: a.away + b.away })
export const minus = (a: Score, b: Score): Score => ({ home: a.home - b.home, away: a.away - b.away })

/**
 * The result of a match so far, in regular time for soccer. `halfTime` is absent until the first half has ended. `fullTime` is the final
 * score, or the score so far while `finished` is false. `goals` lists the scoring sides, in order. `periods` are the sets of tennis, in
 * games. `corners` are the corners taken and `cards` the cards shown (`cardsOf`), so far or in the match; absent if the feed does not
 * report them.
 */
export type Result = {
  readonly halfTime?: Score
  readonly fullTime?: Score
  readonly goals?: readonly Side[]
  readonly periods?: readonly Score[]
  readonly corners?: Score
  readonly cards?: Score
  readonly finished: boolean
}

/** Cards as bets count them: a yellow card counts one, a red card two. A second yellow card counts only as the red card. */
export function cardsOf({ yellows, reds }: { readonly yellows: Score; readonly reds: Score }): Score {
  return { home: yellows.home + 2 * reds.home, away: yellows.away + 2 * reds.away }
}

/** The state of a leg; the half states come from quarter lines. */
export type LegState = 'open' | 'won' | 'lost' | 'void' | 'half_won' | 'half_lost'

/** The state of a leg that is decided. */
export type DecidedState = Exclude<LegState, 'open'>
