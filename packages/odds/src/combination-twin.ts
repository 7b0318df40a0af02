import { combinablePart, type NamedPart } from '@nare/bets/markets/combination'
import { linesForTests, winsByText } from '@nare/bets/markets/combination-twin'
import { soccerMarkets } from '@nare/bets/markets/markets'
import { inPlay } from './inplay.ts'
import { matchModelFromPrices, matchModelFromStrengths, type MatchModel } from './match-model.ts'

/** A match at a moment, for tests. */
export type Moment = { readonly match: MatchModel; readonly inPlay: boolean }

/** Before play, in the first half at 1:0, in the second half at 1:2 after 1:0, and after the first half without its score. */
export function modelsForTests(): readonly [early: Moment, live: Moment, late: Moment, blind: Moment] {
  const given = { home_odd: 1.85, neutral_odd: 3.6, away_odd: 4.5, over: 1.9, under: 1.9 }
  const match = matchModelFromStrengths({ lh: 1.7, la: 1.1, x: 0.05 })
  return [
    { match: matchModelFromPrices(given), inPlay: false },
    { match: inPlay(match, { minute: 30, score: { home: 1, away: 0 } }), inPlay: true },
    {
      match: inPlay(match, { minute: 61, score: { home: 1, away: 2 }, halfTime: { home: 1, away: 0 } }),
      inPlay: true,
    },
    { match: inPlay(match, { minute: 61, score: { home: 1, away: 2 } }), inPlay: true },
  ]
}

/** Every pick that combines before play, with some lines of each market. */
export const combinableParts = (): NamedPart[] =>
  soccerMarkets
    .flatMap((of) => linesForTests.flatMap((line) => of.keys(line).map((oddKey) => ({ marketId: of.id, oddKey }))))
    .filter((part) => combinablePart(part))

/** The slow twin of the chance of a combination: the sum over the split of every score of those that win every part by its text. For tests only. */
export function chanceByEnumeration({ joint, score, halfTime }: MatchModel, parts: readonly NamedPart[]): number {
  if (!joint) return NaN
  const { halfHome, halfAway, home, away } = joint.cells
  let total = 0
  for (const [at, p] of joint.p.entries()) {
    const early = { home: score.home + (halfHome[at] ?? 0), away: score.away + (halfAway[at] ?? 0) }
    const full = { home: score.home + (home[at] ?? 0), away: score.away + (away[at] ?? 0) }
    if (p > 0 && parts.every((part) => winsByText(part, { half: halfTime ?? early, full }))) total += p
  }
  return total
}
