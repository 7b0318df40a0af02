import { combinationId, type NamedPart } from '@nare/bets/combination'
import { sportOf } from '@nare/bets/sports'
import { price } from '@nare/money/money'
import { isNearGrid } from '@nare/odds/combination'
import type { Moment } from '@nare/odds/inplay'
import type { MatchModel } from '@nare/odds/match-model'
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
  const model = row.state === 'live' ? modelInPlay(row, [...asFed.values()]) : modelBeforePlay(row, asFed)
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

function isTotalNear(model: MatchModel, { line, over, under }: PricedTotal): boolean {
  const isNear = (side: string, odds: number): boolean => {
    const at = price(BigInt(Math.round(odds * 1000)))
    return isNearGrid(model, { marketId: '18', oddKey: `${side} ${line}` }, { price: at })
  }
  return isNear('over', over) && isNear('under', under)
}

function modelInPlay(row: MatchRow, fed: readonly LineRow[]): MatchModel | undefined {
  const basis = basisOf(row)
  return basis && cachedInPlayModel(basis, cachedMoment(basis, momentOf(row), evenTotal(fed)))
}

const moments = new Map<string, Moment>()
const momentsMax = 500

/** The moment that the prices are of, see `pricedMoment`. Cached, because each tap on the screen asks again. */
function cachedMoment(basis: SoccerBasis, moment: Moment, total: PricedTotal | undefined): Moment {
  if (!total) return moment
  const name = JSON.stringify([basis, moment, total])
  const found = moments.get(name) ?? pricedMoment(modelOf(basis), moment, total)
  moments.delete(name)
  moments.set(name, found)
  const [oldest] = moments.keys()
  if (moments.size > momentsMax && oldest !== undefined) moments.delete(oldest)
  return found
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
