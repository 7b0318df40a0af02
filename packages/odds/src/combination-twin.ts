import { combinablePart, type NamedPart } from '@nare/bets/combination'
import { linesForTests, winsByText } from '@nare/bets/combination-twin'
import { soccerMarkets } from '@nare/bets/markets'
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
  const { size } = joint
  let total = 0
  let at = 0
  for (let home = 0; home < size; home++)
    for (let away = 0; away < size; away++)
      for (let early = 0; early <= home; early++)
        for (let against = 0; against <= away; against++) {
          const half = halfTime ?? { home: score.home + early, away: score.away + against }
          const full = { home: score.home + home, away: score.away + away }
          const p = joint.p[at++] ?? 0
          if (p > 0 && parts.every((part) => winsByText(part, { half, full }))) total += p
        }
  return total
}
