import { type Market, type Outcome, market } from '@nare/bets/markets/markets'
import type { DecidedState, Score } from '@nare/bets/result'
import type { Share } from './probabilities.ts'
import type { Grid } from './grid.ts'
import type { Joint, JointCells } from './halves.ts'

/**
 * The outcomes of one line, evaluated by their settlement rule. The rule is evaluated once for each starting score and cached in tables, so
 * that a probability is only a sum over a grid.
 */
export type LineShares = {
  readonly keys: readonly string[]
  /** The winning and refunded share of the outcome at `index` for a score of the market's period. */
  at: (index: number, score: Score) => Share
  /** The shares of every outcome over a grid whose goals are added to `from`. */
  over: (grid: Grid, from: Score) => Share[]
  /** The shares of every outcome of a market that compares the halves. Throws if such a market refunds. */
  overHalves: (joint: Joint, from: { half: Score; full: Score }) => Share[]
}

const parts: Readonly<Record<DecidedState, Share>> = {
  lost: { win: 0, refund: 0 },
  won: { win: 1, refund: 0 },
  void: { win: 0, refund: 1 },
  half_won: { win: 0.5, refund: 0.5 },
  half_lost: { win: 0, refund: 0.5 },
}

/** The shares of a market's line; undefined for an unknown market or line. */
export function lineShares(marketId: string, line: string): LineShares | undefined {
  const lines = cache.get(marketId)
  const found = lines?.get(line)
  if (found) return found
  const of = market(marketId)
  const outcomes = of?.outcomes(line) ?? []
  if (!of || outcomes.length === 0) return undefined
  const made = judge(of, outcomes)
  if (!lines) cache.set(marketId, new Map([[line, made]]))
  else if (lines.size < linesPerMarketMax) lines.set(line, made)
  return made
}

const cache = new Map<string, Map<string, LineShares>>()
const linesPerMarketMax = 200
/** Cached tables per line. Beyond this number, tables are computed on every use. */
const tablesPerLineMax = 150

function judge(of: Market, outcomes: readonly Outcome[]): LineShares {
  const nil = { home: 0, away: 0 }
  const at = (index: number, period: Score): Share => {
    const state = outcomes[index]?.judge({ period, half: of.period === 'first_half' ? period : nil, full: period })
    return parts[state ?? 'lost']
  }
  const tables = memoized((size: number, from: Score) =>
    tableOf(size, outcomes.length, (place, cell) => {
      return at(place, { home: from.home + Math.floor(cell / size), away: from.away + (cell % size) })
    }),
  )
  const winners = memoized((from: { half: Score; full: Score }, cells: JointCells) => {
    return winnersOfHalves(outcomes, from, cells)
  })
  return {
    keys: outcomes.map(({ key }) => key),
    at,
    over: ({ size, cells }, from) => {
      const table = tables(`${size}:${from.home}:${from.away}`, size, from)
      return 'winners' in table ? sharesByWinner(cells, table.winners, outcomes.length) : sharesByRow(cells, table.rows)
    },
    overHalves: ({ size, cells, p }, from) => {
      const { half, full } = from
      const name = `${size}:${half.home}:${half.away}:${full.home}:${full.away}`
      return sharesByWinner(p, winners(name, from, cells), outcomes.length)
    },
  }
}

/**
 * The result of a line in each cell of a grid: the index of the single winning outcome; or a row of shares for each outcome, if several
 * outcomes win or a share is refunded.
 */
type Table = { winners: Uint8Array } | { rows: Row[] }
type Row = { win: Float64Array; refund: Float64Array }

function tableOf(size: number, count: number, share: (place: number, cell: number) => Share): Table {
  const rows = Array.from({ length: count }, (_, place): Row => {
    const row = { win: new Float64Array(size * size), refund: new Float64Array(size * size) }
    for (let cell = 0; cell < size * size; cell++) {
      const part = share(place, cell)
      row.win[cell] = part.win
      row.refund[cell] = part.refund
    }
    return row
  })
  const winners = new Uint8Array(size * size)
  for (let cell = 0; cell < winners.length; cell++) {
    const won = rows.findIndex(({ win }) => win[cell] === 1)
    const alone = rows.every(({ win, refund }, place) => refund[cell] === 0 && (win[cell] === 0) === (place !== won))
    if (!alone) return { rows }
    winners[cell] = won
  }
  return { winners }
}

/** The outcome that wins in each cell of the halves. */
function winnersOfHalves(
  outcomes: readonly Outcome[],
  { half, full }: { half: Score; full: Score },
  { halfHome, halfAway, home, away }: JointCells,
): Uint8Array {
  return home.map((more, cell) => {
    const end = { home: full.home + more, away: full.away + (away[cell] ?? 0) }
    const middle = { home: half.home + (halfHome[cell] ?? 0), away: half.away + (halfAway[cell] ?? 0) }
    const won = outcomes.findIndex((one) => one.judge({ period: end, half: middle, full: end }) === 'won')
    if (won < 0) throw new RangeError('a market on both halves needs exactly one winner for every score')
    return won
  })
}

function sharesByWinner(p: Float64Array, winners: Uint8Array, count: number): Share[] {
  // Neighbouring cells usually share a winner. Four partial sums per outcome avoid a chain of dependent additions.
  const sums = new Float64Array(count * 4)
  for (let cell = 0; cell < p.length; cell++) {
    const place = (winners[cell] as number) * 4 + (cell & 3)
    sums[place] = (sums[place] as number) + (p[cell] as number)
  }
  const shares: Share[] = []
  for (let at = 0; at < sums.length; at += 4) {
    const win = (sums[at] as number) + (sums[at + 1] as number) + (sums[at + 2] as number) + (sums[at + 3] as number)
    shares.push({ win, refund: 0 })
  }
  return shares
}

function sharesByRow(p: Float64Array, rows: readonly Row[]): Share[] {
  return rows.map((row) => {
    let win = 0
    let refund = 0
    for (let cell = 0; cell < p.length; cell++) {
      win += (p[cell] as number) * (row.win[cell] as number)
      refund += (p[cell] as number) * (row.refund[cell] as number)
    }
    return { win, refund }
  })
}

/** Caches the results of `make` by name. */
function memoized<A extends unknown[], T>(make: (...given: A) => T): (name: string, ...given: A) => T {
  const results = new Map<string, T>()
  return (name, ...given) => {
    const cached = results.get(name)
    if (cached !== undefined) return cached
    const fresh = make(...given)
    if (results.size < tablesPerLineMax) results.set(name, fresh)
    return fresh
  }
}
