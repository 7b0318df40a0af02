import { devig } from './devig.ts'
import { fitGrid } from './fit.ts'
import type { Grid, GridParams } from './grid.ts'
import { inPlay, type Moment } from './inplay.ts'
import type { GivenPrices, MatchModel } from './match-model.ts'

/** Prices cut to the ladder leave no more than this; a grid that is further from them does not give them. */
const explainedWithin = 0.003

/**
 * The model at a moment in play whose grid gives these prices, whatever the minute at which `match` would have them: three goal parameters are
 * fitted to the winner and to the total, and its goals before half-time are those of the minute. Undefined if no grid gives them.
 */
export function inPlayFromPrices(match: MatchModel, moment: Moment, given: GivenPrices): MatchModel | undefined {
  const winner = [given.home_odd, given.neutral_odd, given.away_odd]
  const total = [given.over, given.under]
  if (![...winner, ...total].every((odds) => odds > 1)) return undefined
  const [home = 0, draw = 0, away = 0] = devig(winner, 'power')
  const [over = 0] = devig(total, 'power')
  const at = (params: GridParams): MatchModel => inPlay({ ...match, params }, moment)
  const final = { ...match.model, grid: (params: GridParams) => finalScores(at(params)) }
  const { residual, ...params } = fitGrid({ home, draw, away, over, line: given.line ?? 2.5 }, final)
  return residual <= explainedWithin ? at(params) : undefined
}

/** The final scores of a match in play: its score so far, and the goals that are still to come. */
function finalScores({ score, rest }: MatchModel): Grid {
  const size = rest.size + Math.max(score.home, score.away)
  const cells = new Float64Array(size * size)
  for (let home = 0; home < rest.size; home++)
    for (let away = 0; away < rest.size; away++)
      cells[(score.home + home) * size + score.away + away] = rest.cells[home * rest.size + away] ?? 0
  return { size, cells }
}
