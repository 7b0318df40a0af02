import type { default as highsLoader, Highs, ModelData } from 'highs'
import { combinedState } from '@nare/bets/markets/combination'
import { selection } from '@nare/bets/markets/markets'
import { outcome } from '@nare/bets/grading/outcome'
import type { DecidedState, Result, Score } from '@nare/bets/result'
import { legFactor } from '@nare/bets/ticket/settle'
import { price } from '@nare/money/money'
import type { LinePrices } from '../feeds/port.ts'

/** An outcome on offer at decimal odds. */
export type Bet = { readonly marketId: string; readonly key: string; readonly odds: bigint }

/** The outcomes that have a price on open lines. */
export function betsOf(lines: readonly LinePrices[]): Bet[] {
  return lines.flatMap(({ marketId, state, keys, prices }) =>
    keys.flatMap((key, n): Bet[] => {
      const odds = prices[n]
      return state === 'open' && odds !== null && odds !== undefined ? [{ marketId, key, odds }] : []
    }),
  )
}

const codes: readonly DecidedState[] = ['lost', 'won', 'void', 'half_won', 'half_lost']

/** The possible ends of a match, with the settlement of every outcome at each. `from` is the score at the bet. */
export type Ends = {
  readonly results: readonly Result[]
  readonly settled: (bet: Pick<Bet, 'marketId' | 'key'>) => Uint8Array
  /** The ends that limited the last boards: the first constraints of the next. */
  readonly limiting: Set<number>
}

/** Settles outcomes at these ends, each outcome once. */
export function openEnds(results: readonly Result[], from?: Score): Ends {
  const cache = new Map<string, Uint8Array>()
  const at = from ? { scoreAtBet: from } : {}
  const settled = ({ marketId, key }: Settled): Uint8Array => {
    const name = `${marketId} ${key}`
    const known = cache.get(name)
    if (known) return known
    const parts = selection(marketId, key)?.outcome.parts
    if (parts) return together(parts.map((part) => settled({ marketId: part.market.id, key: part.outcome.key })))
    const states = Uint8Array.from(results, (result) => {
      const code = codes.indexOf(outcome(marketId, key, result, at) as DecidedState)
      if (code < 0) throw new Error(`${name} is not decided at the end`)
      return code
    })
    cache.set(name, states)
    return states
  }
  return { results, limiting: new Set(), settled }
}

type Settled = Pick<Bet, 'marketId' | 'key'>

/** The settlement of a combination by that of its parts. It is not kept, because there is no end of combinations. */
function together(parts: readonly Uint8Array[]): Uint8Array {
  const [first = new Uint8Array()] = parts
  return first.map((_, end) =>
    codes.indexOf(combinedState(parts.map((states) => codes[states[end] ?? 0] ?? 'lost')) as DecidedState),
  )
}

/** What one shilling returns in each state of settlement, in the order of `codes`. */
function returnsOf({ odds }: Bet): number[] {
  return codes.map((state) => {
    const { numerator, denominator } = legFactor(state, price(odds))
    return Number(numerator) / Number(denominator)
  })
}

/** The most that is returned for certain, and the stakes that return it. */
export type SureReturn = { readonly value: number; readonly stakes: readonly (readonly [bet: Bet, stake: number])[] }

const exact = 1e-9
const firstRowsMax = 40
const newRowsMax = 30
const limitingMax = 150

let loading: Promise<Highs> | undefined

/** Loaded with the first board, because few processes ever judge one. */
async function loadHighs(): Promise<Highs> {
  const { default: loader } = await import('highs')
  // The package's types describe its CommonJS form, whose default export is a property; here the import itself is the loader.
  return (loader as unknown as (typeof highsLoader)['default'])()
}

/**
 * The most that one shilling returns for certain when it is spread over these bets: the largest t and stakes x ≥ 0 with Σ x = 1 that return
 * at least t at every end, by linear programming. Ends become constraints when the stakes found so far return less there. So the value only
 * falls: one that is at most `enough` is an upper bound, with which the search stops.
 */
export async function sureReturn(bets: readonly Bet[], ends: Ends, { enough = 1 } = {}): Promise<SureReturn> {
  const highs = await (loading ??= loadHighs())
  const columns = bets.map((bet) => ({ settled: ends.settled(bet), returns: returnsOf(bet) }))
  const { length: count } = ends.results
  const used = new Set<number>()
  return highs.withModel(emptyModel(highs, bets.length), (model) => {
    model.options.set({ output_flag: false })
    const spread = Array.from({ length: Math.min(count, firstRowsMax) }, (_, n) =>
      Math.floor((n * count) / firstRowsMax),
    )
    let added = [...new Set([...spread, ...ends.limiting])]
    for (;;) {
      for (const end of added) {
        used.add(end)
        model.addRow(0, highs.infinity, rowOf(columns, end))
      }
      model.run()
      const value = model.getObjectiveValue()
      const { colValue: stakes, rowDual } = model.getSolution()
      added = value <= enough + exact ? [] : worstEnds(columns, { stakes, value }).filter((end) => !used.has(end))
      if (added.length > 0) continue
      for (const [n, end] of [...used].entries())
        if (Math.abs(rowDual[n + 1] ?? 0) > exact && ends.limiting.size < limitingMax) ends.limiting.add(end)
      return {
        value,
        stakes: bets.flatMap((bet, n) => ((stakes[n] ?? 0) > exact ? [[bet, stakes[n] ?? 0] as const] : [])),
      }
    }
  })
}

type Column = { readonly settled: Uint8Array; readonly returns: readonly number[] }

/** Maximize t, the last column, where the stakes sum to 1. */
function emptyModel({ infinity, constants }: Highs, bets: number): ModelData {
  const all = Array.from({ length: bets + 1 }, (_, n) => n)
  return {
    numCols: bets + 1,
    numRows: 1,
    sense: constants.objectiveSense.maximize,
    colCost: all.map((n) => (n === bets ? 1 : 0)),
    colLower: all.map((n) => (n === bets ? -infinity : 0)),
    colUpper: all.map(() => infinity),
    rowLower: [1],
    rowUpper: [1],
    matrix: {
      format: 'csr',
      numRows: 1,
      numCols: bets + 1,
      starts: [0, bets],
      indices: all.slice(0, bets),
      values: all.slice(0, bets).map(() => 1),
    },
  }
}

/** What the stakes return at one end, less t. */
function rowOf(columns: readonly Column[], end: number): { indices: number[]; values: number[] } {
  const returns = columns.map(({ settled, returns: by }) => by[settled[end] ?? 0] ?? 0)
  const indices = returns.flatMap((value, n) => (value > 0 ? [n] : []))
  return { indices: [...indices, columns.length], values: [...indices.map((n) => returns[n] ?? 0), -1] }
}

/** The ends at which these stakes return less than `value`, the worst first. */
function worstEnds(columns: readonly Column[], { stakes, value }: { stakes: Float64Array; value: number }): number[] {
  const totals = new Float64Array(columns[0]?.settled.length ?? 0)
  for (const [n, { settled, returns }] of columns.entries()) {
    const stake = stakes[n] ?? 0
    if (stake < exact) continue
    const paid = returns.map((one) => one * stake)
    for (let end = 0; end < totals.length; end++)
      totals[end] = (totals[end] as number) + (paid[settled[end] as number] as number)
  }
  const short = Array.from(totals, (total, end) => ({ total, end })).filter(({ total }) => total < value - 1e-7)
  return short
    .toSorted((a, b) => a.total - b.total)
    .slice(0, newRowsMax)
    .map(({ end }) => end)
}
