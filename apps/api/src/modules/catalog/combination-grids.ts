import { combinationId, type NamedPart } from '@nare/bets/markets/combination'
import { sportOf } from '@nare/bets/markets/sports'
import { price } from '@nare/money/money'
import { isNearGrid } from '@nare/odds/combination'
import type { Moment } from '@nare/odds/inplay'
import { inPlayFromPrices } from '@nare/odds/fitted-in-play'
import type { GivenPrices, MatchModel } from '@nare/odds/match-model'
import { pricedMoment, type PricedTotal } from '@nare/odds/priced-moment'
import { queryRows, type Db, type Tx } from '#platform/db'
import {
  basisOf,
  byNameOf,
  cachedInPlayModel,
  modelNow,
  momentOf,
  nowOn,
  readLines,
  readMatches,
  type LineRow,
  type MatchRow,
} from './expectations.ts'
import { fittedBasis } from './fitted-basis.ts'
import { modelOf, type SoccerBasis } from './pricing.ts'
import { anyPart } from './store-stops.ts'

/** What the combinations of a soccer match are priced from, now. */
export type GridNow = {
  readonly row: MatchRow
  /** Its open and suspended lines of the markets that were asked for, by market and line. */
  readonly lines: ReadonlyMap<string, LineRow>
  /** The distribution of its scores; undefined if none is known. */
  readonly model: MatchModel | undefined
}

type PartOfMatch = NamedPart & { readonly matchId: number }

/** The grids of the matches of these parts, those of soccer alone. Runs two statements. */
export async function gridsNow(on: Db | Tx, parts: readonly PartOfMatch[]): Promise<Map<number, GridNow>> {
  const [rows, lines] = await Promise.all([readMatches(on, parts), readLines(on, parts)])
  const linesOf = Map.groupBy(lines, (line) => line.match_id)
  const soccer = rows.filter((row) => sportOf(row.sport_id) === 'soccer')
  return new Map(soccer.map((row) => [row.id, gridOf(row, linesOf.get(row.id) ?? [])]))
}

/** Prices by hand and suspensions do not move the grid: it is that of the feed. */
function gridOf(row: MatchRow, lines: readonly LineRow[]): GridNow {
  const asFed = byNameOf(lines.map((line): LineRow => ({ ...line, state: 'open', prices: line.fed })))
  const model = row.state === 'live' ? modelInPlay(row, asFed) : modelBeforePlay(row, asFed)
  return { row, lines: byNameOf(lines), model }
}

/** The grid of the feed's basis if that gives its prices of the winner and of the total, else one that is fitted to them. */
function modelBeforePlay(row: MatchRow, fed: ReadonlyMap<string, LineRow>): MatchModel | undefined {
  const now = nowOn(row, fed)
  const model = modelNow(row, 'soccer', now)
  const total = evenTotal([...fed.values()])
  if (!model || !total || isTotalNear(model, total)) return model
  const fitted = fittedBasis(now)
  return fitted ? modelOf(fitted) : model
}

const isTotalNear = (model: MatchModel, { line, over, under }: PricedTotal): boolean =>
  isNear(model, '18', { [`over ${line}`]: over, [`under ${line}`]: under })

const isWinnerNear = (model: MatchModel, { home_odd: home, neutral_odd: draw, away_odd: away }: GivenPrices): boolean =>
  isNear(model, '1', { home_team: home, draw, away_team: away })

const isNear = (model: MatchModel, marketId: string, odds: Readonly<Record<string, number>>): boolean =>
  Object.entries(odds).every(([oddKey, at]) =>
    isNearGrid(model, { marketId, oddKey }, { price: price(BigInt(Math.round(at * 1000))) }),
  )

/**
 * The basis at kick-off at the moment that the prices are of, if that gives them: prices of a feed that do not follow the clock, as those of a match that
 * is driven by hand, have a grid that is fitted to the winner and the total.
 */
function modelInPlay(row: MatchRow, fed: ReadonlyMap<string, LineRow>): MatchModel | undefined {
  const basis = basisOf(row)
  if (!basis) return undefined
  const moment = momentOf(row)
  const total = evenTotal([...fed.values()])
  const model = cachedInPlayModel(basis, cachedMoment(basis, moment, total))
  const fitted = total && fittedBasis(nowOn(row, fed))
  const winner = fitted && 'given' in fitted ? fitted.given : undefined
  if (!total || !winner || (isTotalNear(model, total) && isWinnerNear(model, winner))) return model
  return cachedFitted(basis, moment, { ...winner, ...total, line: Number(total.line) }) ?? model
}

const fittedModels = new Map<string, MatchModel | undefined>()

/** The grid that gives these prices in play; see `inPlayFromPrices`. Cached, because each tap on the screen asks again. */
function cachedFitted(basis: SoccerBasis, moment: Moment, given: GivenPrices): MatchModel | undefined {
  const name = JSON.stringify([basis, moment, given])
  const found = fittedModels.has(name) ? fittedModels.get(name) : inPlayFromPrices(modelOf(basis), moment, given)
  keepNewest(fittedModels, name, found)
  return found
}

const moments = new Map<string, Moment>()
const keptMax = 500

/** The moment that the prices are of, see `pricedMoment`. Cached, because each tap on the screen asks again. */
function cachedMoment(basis: SoccerBasis, moment: Moment, total: PricedTotal | undefined): Moment {
  if (!total) return moment
  const name = JSON.stringify([basis, moment, total])
  const found = moments.get(name) ?? pricedMoment(modelOf(basis), moment, total)
  keepNewest(moments, name, found)
  return found
}

function keepNewest<T>(kept: Map<string, T>, name: string, value: T): void {
  kept.delete(name)
  kept.set(name, value)
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
}

/** The total of all goals on a half line whose two prices are closest. */
function evenTotal(lines: readonly LineRow[]): PricedTotal | undefined {
  const totals = lines.flatMap(({ market_id, line, prices: [over, under] }): PricedTotal[] => {
    if (market_id !== 18 || !/\.5$/.test(line) || !over || !under) return []
    return [{ line, over: over / 1000, under: under / 1000 }]
  })
  const gap = ({ over, under }: PricedTotal): number => Math.abs(1 / over - 1 / under)
  return totals.toSorted((a, b) => gap(a) - gap(b))[0]
}

/** What people have stopped of the combinations of a match. `version` grows with each stop and its end. */
export type CombinationStops = {
  readonly version: number
  readonly isStopped: (oddKey: string) => boolean
}

/** The stops of combinations of these matches; matches without any are left out. */
export async function combinationStops(
  on: Db | Tx,
  matchIds: readonly number[],
): Promise<Map<number, CombinationStops>> {
  const rows = await queryRows<{ match_id: number; line: string; odd_key: string; stopped: boolean; version: number }>(
    on,
  )`
    select match_id, line, odd_key, stopped, version::int as version from catalog.market_stop
    where match_id = any(${matchIds}::int[]) and market_id = ${Number(combinationId)}::int`
  return new Map(
    [...Map.groupBy(rows, (row) => row.match_id)].map(([matchId, own]) => {
      const stopped = own.filter((row) => row.stopped)
      const isStopped = (key: string) =>
        stopped.some(({ line, odd_key }) => [anyPart, key].includes(line) && [anyPart, key].includes(odd_key))
      return [matchId, { version: own.reduce((sum, { version }) => sum + version, 0), isStopped }]
    }),
  )
}
