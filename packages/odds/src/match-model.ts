import type { Counted } from '@nare/bets/markets/markets'
import type { Score } from '@nare/bets/result'
import { type DevigMethod, devig } from './devig.ts'
import { fitGrid } from './fit.ts'
import { type Grid, type GridModel, type GridParams, cmpModel, gridSize } from './grid.ts'
import { type Joint, firstHalfShare, splitHalves } from './halves.ts'

/** Decimal odds of the three results, and of over and under `line` (2.5) goals. */
export type GivenPrices = {
  home_odd: number
  neutral_odd: number
  away_odd: number
  over: number
  under: number
  line?: number
}

/**
 * A match at one moment: the score and the distribution of further goals (`rest`). `joint` splits them at half-time; it is absent if the
 * first half is over and its score is missing. `halfTime` is present after the first half. `params` always describe the full match. `given`
 * prices are offered unchanged. `counts` has the corners and cards so far; it is set only if the feed reports them, and their totals are
 * offered only then.
 */
export type MatchModel = {
  model: GridModel
  params: GridParams
  score: Score
  halfTime?: Score
  rest: Grid
  joint?: Joint
  given?: GivenPrices
  counts?: Counts
}

/** The minute, and the totals of both sides at it. */
export type Counts = { readonly minute: number } & Readonly<Partial<Record<Counted, number>>>

/** The model of a match before its kick-off, with the totals of corners and cards. */
export function withCounts(match: MatchModel): MatchModel {
  return { ...match, counts: { minute: 0, corners: 0, cards: 0 } }
}

/**
 * Fits a match model to five prices: removes the margin (Shin by default), then fits a grid (CMP by default). With `verbatim`,
 * the five prices themselves are offered for 1X2 and that total.
 */
export function matchModelFromPrices(
  given: GivenPrices,
  {
    verbatim = false,
    method = 'shin',
    model = cmpModel(),
  }: { verbatim?: boolean; method?: DevigMethod; model?: GridModel } = {},
): MatchModel {
  const [home = 0, draw = 0, away = 0] = devig([given.home_odd, given.neutral_odd, given.away_odd], method)
  const [over = 0] = devig([given.over, given.under], method)
  const { lh, la, x } = fitGrid({ home, draw, away, over, line: given.line ?? 2.5 }, model)
  const match = beforeKickOff({ lh, la, x }, model)
  return verbatim ? { ...match, given } : match
}

/** A match model from two goal rates, with the CMP grid of `nu` and the draw factor e^x. */
export function matchModelFromStrengths({
  lh,
  la,
  nu,
  x = 0,
}: {
  lh: number
  la: number
  nu?: number
  x?: number
}): MatchModel {
  return beforeKickOff({ lh, la, x }, cmpModel(nu))
}

function beforeKickOff(params: GridParams, model: GridModel): MatchModel {
  const rest = model.grid(params, gridSize)
  return { model, params, score: { home: 0, away: 0 }, rest, joint: splitHalves(rest, firstHalfShare) }
}
