import { lineText, quartersOf } from '@nare/bets/markets/line'
import { lineOf, selection, type Market, type Selection } from '@nare/bets/markets/markets'
import type { Score } from '@nare/bets/result'
import type { Price } from '@nare/money/money'
import { type DevigMethod, devig } from './devig.ts'
import { verbatimPrices } from './given-lines.ts'
import { lineShares } from './line-shares.ts'
import type { MatchModel } from './match-model.ts'
import { type Share, winProbability } from './probabilities.ts'
import { priceLine } from './pricing.ts'
import { type BetSelection, selectionShare } from './selection-share.ts'

/** A line on offer: its outcomes with their current prices; null means no price. */
export type PresentLine = { readonly keys: readonly string[]; readonly prices: readonly (Price | null)[] }

/** The facts of a match at one moment. */
export type MatchNow = {
  /** The current score, 0:0 before kick-off. */
  readonly score: Score
  /** The score distribution behind the prices; undefined for other sports and matches without one. */
  readonly model: MatchModel | undefined
  /** Whether a line may refund a stake with a probability that is unknown without a model. */
  readonly refunds: boolean
  /** Returns a line that is on offer now, or undefined. */
  readonly present: (marketId: string, line: string) => PresentLine | undefined
}

/** The expected multiplier of the stake, given the shares that win and are refunded. `placed` is in thousandths. */
export function expectedMultiplier({ win, refund }: Share, placed: Price): number {
  return (win * Number(placed)) / 1000 + refund
}

/**
 * The current expectation of a placed selection: the shares of the stake that win and that are refunded. A soccer selection has the
 * probability of the margin-free grid, shifted in odds by as much as the current prices of its line differ from those that the grid gives.
 * Without a model it has Shin's probability at the current prices. A line that is not on offer has the grid's probability, if the grid
 * explains the current prices of the match winner. Undefined if the probability is unknown.
 */
export function expectedShare(bet: BetSelection, now: MatchNow): Share | undefined {
  if (!selection(bet.marketId, bet.oddKey)) return undefined
  const grid = now.model && selectionShare(now.model, bet)
  const { found, line } = placedNow(bet, now) ?? {}
  const current = found?.outcome.key ?? ''
  const method = found && methodOf(found, now)
  const chance = line && method && chancesOf(line, found.market, method)?.get(current)
  if (!found || chance === undefined) return grid && explainsWinner(now) ? grid : undefined
  if (!grid) return now.refunds && mayRefund(found) ? undefined : { win: chance, refund: 0 }
  if (grid.refund >= 1) return grid
  const own = method === 'power' ? modelLine(found, now) : undefined
  const then = own && chancesOf(own, found.market, 'power')?.get(current)
  const p = then === undefined ? chance : moved(winProbability(grid), { from: then, to: chance })
  return { win: p * (1 - grid.refund), refund: grid.refund }
}

/**
 * The current price of what a placed selection still has to win: of the same outcome, or of the Asian handicap shifted by the lead since the
 * bet. Undefined if that is not on offer.
 */
export function presentPrice(bet: BetSelection, now: Pick<MatchNow, 'score' | 'present'>): Price | undefined {
  const { found, line } = placedNow(bet, now) ?? {}
  return (found && line?.prices[line.keys.indexOf(found.outcome.key)]) ?? undefined
}

/** The selection that is the same as a placed one if it is placed now, and its line if that is on offer. */
function placedNow(
  bet: BetSelection,
  { score, present }: Pick<MatchNow, 'score' | 'present'>,
): { found: Selection; line: PresentLine | undefined } | undefined {
  const placed = selection(bet.marketId, bet.oddKey)
  const current = placed && asPlacedNow(placed, bet, score)
  const found = current === undefined ? undefined : selection(bet.marketId, current)
  return found && { found, line: present(bet.marketId, found.line) }
}

/**
 * The key that a selection would have if it were placed now. An Asian handicap counts the goals after the bet, so the lead since the bet is
 * added to its line. For the rest of the match there is no such line: undefined if the score has changed. Other keys do not change.
 */
function asPlacedNow(placed: Selection, { oddKey, scoreAtBet }: BetSelection, score: Score): string | undefined {
  const { market } = placed
  const since = scoreAtBet ?? { home: 0, away: 0 }
  const isSame = since.home === score.home && since.away === score.away
  if (market.since !== 'bet') return oddKey
  if (market.line !== 'asian') return isSame ? oddKey : undefined
  const lead = score.home - since.home - (score.away - since.away)
  const line = lineText((quartersOf(placed.line) ?? 0) + 4 * lead)
  const key = market.keys(line)[placed.siblings.findIndex((one) => one.key === oddKey)]
  return key !== undefined && lineOf(market.id, key) === line ? key : undefined
}

/**
 * The method that inverts the prices of a line: Shin for given prices, as in the fit of their grid; the power method for our own prices,
 * which were made with it.
 */
function methodOf({ market, line }: Selection, { model }: MatchNow): DevigMethod {
  return !model || (model.given && verbatimPrices(model.given, market.id, line)) ? 'shin' : 'power'
}

/** The probabilities of a line's priced outcomes; undefined if there are too few prices. */
export function chancesOf(
  { keys, prices }: PresentLine,
  { winners }: Pick<Market, 'winners'>,
  method: DevigMethod,
): ReadonlyMap<string, number> | undefined {
  const priced = keys.flatMap((key, at) => {
    const odd = prices[at]
    return odd === null || odd === undefined || odd <= 1000n ? [] : [{ key, odds: Number(odd) / 1000 }]
  })
  if (priced.length <= winners || priced.length < 2) return undefined
  const chances = devig(
    priced.map(({ odds }) => odds),
    method,
    winners,
  )
  return new Map(priced.map(({ key }, at) => [key, chances[at] ?? 0]))
}

/** The line at the prices of the model; undefined if it is decided. */
function modelLine({ market, line }: Selection, { model, score }: MatchNow): PresentLine | undefined {
  const ruled = model && lineShares(market.id, line)
  if (!model || !ruled) return undefined
  const chances = ruled.keys.map((key) => {
    const share = selectionShare(model, { marketId: market.id, oddKey: key, scoreAtBet: score })
    return { key, probability: share && share.refund < 1 ? winProbability(share) : NaN }
  })
  if (chances.some(({ probability }) => Number.isNaN(probability))) return undefined
  const given = model.given && verbatimPrices(model.given, market.id, line)
  const priced = priceLine(market, line, chances, { given })
  return priced && { keys: priced.outcomes.map(({ key }) => key), prices: priced.outcomes.map((one) => one.price) }
}

const surest = 1e-9

/** Multiplies the odds of `chance` by the ratio of the odds of `to` and `from`. */
function moved(chance: number, { from, to }: { from: number; to: number }): number {
  if (from === to) return chance
  const odds = (p: number): number => clamped(p) / (1 - clamped(p))
  const next = (odds(chance) * odds(to)) / odds(from)
  return next / (1 + next)
}

const clamped = (p: number): number => Math.min(1 - surest, Math.max(surest, p))

/** The largest difference to the current prices of the match winner at which the model is still used for lines that are not on offer. */
const explainedWithin = 0.03

/** Whether a model roughly gives the current prices of the match winner; true if the winner is not on offer. */
export function explainsWinner(now: MatchNow): boolean {
  const winner = selection('1', 'home_team')
  const line = now.present('1', '')
  if (!winner || !line) return true
  const method = methodOf(winner, now)
  const own = modelLine(winner, now)
  const should = own && chancesOf(own, winner.market, method)
  const is = chancesOf(line, winner.market, method)
  if (!should || !is) return false
  return [...is].every(([key, chance]) => Math.abs(chance - (should.get(key) ?? 0)) <= explainedWithin)
}

/** Whether some score refunds a stake on this line, in whole or in part. */
function mayRefund({ siblings }: Selection): boolean {
  const refunding: ReadonlySet<string> = new Set(['void', 'half_won', 'half_lost'])
  const scores = Array.from({ length: 121 }, (_, n) => ({ home: Math.floor(n / 11), away: n % 11 }))
  return scores.some((score) =>
    siblings.some(({ judge }) => refunding.has(judge({ period: score, half: score, full: score }))),
  )
}
