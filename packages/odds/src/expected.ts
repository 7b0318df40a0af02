import { lineText, quartersOf } from '@nare/bets/line'
import { lineOf, selection, type Market, type Selection } from '@nare/bets/markets'
import type { Score } from '@nare/bets/result'
import type { Price } from '@nare/money/money'
import { type DevigMethod, devig } from './devig.ts'
import { verbatimPrices } from './given-lines.ts'
import { lineShares } from './line-shares.ts'
import type { MatchModel } from './match-model.ts'
import { type Share, winProbability } from './probabilities.ts'
import { priceLine } from './pricing.ts'
import { type BetSelection, selectionShare } from './selection-share.ts'

/** A line on offer: its outcomes with their present prices, null if an outcome has none. */
export type PresentLine = { readonly keys: readonly string[]; readonly prices: readonly (Price | null)[] }

/** What is known of a match at one moment. */
export type MatchNow = {
  /** The present score, 0:0 before kick-off. */
  readonly score: Score
  /** The score distribution behind the prices; undefined for other sports and matches without one. */
  readonly model: MatchModel | undefined
  /** Whether draws and whole lines may refund a stake where no model gives the chance of that. */
  readonly refunds: boolean
  /** A line that is on offer now. */
  readonly present: (marketId: string, line: string) => PresentLine | undefined
}

/** What a share of 1 multiplies the stake by when it is won: thousandths of the placed price (DOMAIN 1.5). */
export function expectedMultiplier({ win, refund }: Share, placed: Price): number {
  return (win * Number(placed)) / 1000 + refund
}

/**
 * The present expectation of a placed selection, as shares that win and that are refunded. The chance of a soccer selection is that of
 * the margin-free grid, moved as far as the present prices of its line have moved from those that the grid gives; without a model it
 * is Shin's on the present prices. A line that is not on offer has the grid's chance, if the grid explains the present prices of the match
 * winner. Undefined if the chance is unknown.
 */
export function expectedShare(bet: BetSelection, now: MatchNow): Share | undefined {
  const placed = selection(bet.marketId, bet.oddKey)
  if (!placed) return undefined
  const grid = now.model && selectionShare(now.model, bet)
  const current = asPlacedNow(placed, bet, now.score)
  const found = current === undefined ? undefined : selection(bet.marketId, current)
  const line = found && now.present(bet.marketId, found.line)
  const method = found && methodOf(found, now)
  const chance = line && method && chancesOf(line, found.market, method)?.get(current ?? '')
  if (!found || chance === undefined) return grid && explainsWinner(now) ? grid : undefined
  if (!grid) return now.refunds && mayRefund(found) ? undefined : { win: chance, refund: 0 }
  if (grid.refund >= 1) return grid
  const own = method === 'power' ? modelLine(found, now) : undefined
  const then = own && chancesOf(own, found.market, 'power')?.get(current ?? '')
  const p = then === undefined ? chance : moved(winProbability(grid), { from: then, to: chance })
  return { win: p * (1 - grid.refund), refund: grid.refund }
}

/**
 * The key that a selection would have if it were placed now. A handicap since the bet counts goals from it on, so a lead since then is a
 * start on the line that counts from now; the rest of the match has no such line. Every other key stays.
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

/** Given prices are inverted by Shin, as for the fit of their grid; ours by the power method, with which they were made. */
function methodOf({ market, line }: Selection, { model }: MatchNow): DevigMethod {
  return !model || (model.given && verbatimPrices(model.given, market.id, line)) ? 'shin' : 'power'
}

/** The chances of a line's outcomes that have a price; undefined if they are no book. */
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

/** The line as the model prices it; undefined if it is decided. */
function modelLine({ market, line }: Selection, { model, score }: MatchNow): PresentLine | undefined {
  const ruled = model && lineShares(market.id, line)
  if (!model || !ruled) return undefined
  const chances = ruled.keys.map((key) => {
    const share = selectionShare(model, { marketId: market.id, oddKey: key, scoreAtBet: score })
    return { key, probability: share && share.refund < 1 ? winProbability(share) : NaN }
  })
  const priced = chances.some(({ probability }) => Number.isNaN(probability))
    ? undefined
    : priceLine(market, line, chances)
  if (!priced) return undefined
  const given = model.given && verbatimPrices(model.given, market.id, line)
  return {
    keys: priced.outcomes.map(({ key }) => key),
    prices: priced.outcomes.map((one) => given?.[one.key] ?? one.price),
  }
}

const surest = 1e-9

/** A chance moved by the change of another one's odds. */
function moved(chance: number, { from, to }: { from: number; to: number }): number {
  if (from === to) return chance
  const odds = (p: number): number => clamped(p) / (1 - clamped(p))
  const next = (odds(chance) * odds(to)) / odds(from)
  return next / (1 + next)
}

const clamped = (p: number): number => Math.min(1 - surest, Math.max(surest, p))

/** How far the model may be from the present prices of the match winner and still speak for lines that are not on offer. */
const explainedWithin = 0.03

/** Whether a model gives about the present prices of the match winner; true if the winner is not on offer. */
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
