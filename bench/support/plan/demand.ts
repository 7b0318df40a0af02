import { parse } from 'csv-parse/sync'

/** The requests of a minute. `sockets` counts open sockets, `visits` counts new connections, `codes` counts codes sent by SMS. */
export const flows = [
  ...([
    'visits',
    'sockets',
    'pages',
    'matchPages',
    'balances',
    'bets',
    'cashOutQuotes',
    'cashOuts',
    'logins',
    'codes',
  ] as const),
  ...(['deposits', 'crashBets', 'leagueBets', 'walletCalls', 'settledLegs', 'priceChanges'] as const),
] as const
export type Flow = (typeof flows)[number]
export type Demand = Readonly<Record<Flow, number>>

export const minutesOfDay = 1440

/** A peak at a minute of the day: `rise` and `fall` are minutes for a factor of e, `share` is its part of the day's total. */
export type Bump = { readonly at: number; readonly share: number; readonly rise: number; readonly fall: number }

export type Curve = {
  readonly about: string
  /** Twenty-four weights, which distribute the requests outside of bumps over the hours. */
  readonly hours: readonly number[]
  /** Bumps of visits and of all requests of visitors. */
  readonly bumps: readonly Bump[]
  /** Bumps of single flows, which replace `bumps`. */
  readonly own: Readonly<Partial<Record<Flow, readonly Bump[]>>>
  /** The requests of one bettor in the day. */
  readonly each: Readonly<Record<Exclude<Flow, 'sockets' | 'priceChanges' | 'settledLegs'>, number>>
  readonly visitMinutes: number
  readonly legs: number
  /** Price changes per second: at rest, and between these minutes of the day. */
  readonly prices: { readonly rest: number; readonly live: number; readonly from: number; readonly to: number }
}

/** The demand of each minute of a day with this number of bettors, from a curve. */
export function demandOf(curve: Curve, bettors: number): Demand[] {
  const total = (flow: Flow): number => {
    if (flow === 'settledLegs') return bettors * curve.each.bets * curve.legs
    return flow === 'sockets' || flow === 'priceChanges' ? 0 : bettors * curve.each[flow]
  }
  const spreads = new Map(flows.map((flow) => [flow, spread(curve.hours, curve.own[flow] ?? curve.bumps)]))
  const minutes = Array.from({ length: minutesOfDay }, (_, minute) =>
    Object.fromEntries(flows.map((flow) => [flow, total(flow) * (spreads.get(flow)?.[minute] ?? 0)])),
  ) as Record<Flow, number>[]
  let open = 0
  for (const [minute, demand] of minutes.entries()) {
    // Little's law: visits of exponential length leave at the rate of one in `visitMinutes`.
    open += demand.visits - open / curve.visitMinutes
    const { rest, live, from, to } = curve.prices
    minutes[minute] = { ...demand, sockets: open, priceChanges: 60 * (minute >= from && minute < to ? live : rest) }
  }
  return minutes
}

/** Parts of a day's total by minute, which sum to one. */
function spread(hours: readonly number[], bumps: readonly Bump[]): number[] {
  const day = Array.from({ length: minutesOfDay }, (_, minute) => hours[Math.floor(minute / 60)] ?? 0)
  const parts = bumps.map(({ at, share, rise, fall }) => {
    const weights = day.map((_, minute) => Math.exp(minute < at ? (minute - at) / rise : (at - minute) / fall))
    return { share, weights }
  })
  const flat = 1 - parts.reduce((sum, { share }) => sum + share, 0)
  if (flat < 0) throw new Error('the bumps of a curve exceed its whole day')
  const all = [{ share: flat, weights: day }, ...parts]
  const sums = all.map(({ weights }) => weights.reduce((sum, weight) => sum + weight, 0))
  return day.map((_, minute) =>
    all.reduce((sum, { share, weights }, n) => sum + (share * (weights[minute] ?? 0)) / (sums[n] ?? 1), 0),
  )
}

/**
 * Parses a curve from CSV: a heading of flows, and a row for each minute with its counts (`sockets` are the open ones). Missing flows are
 * zero. Throws for unknown headings, for values that are negative or not numbers, and for more than a week.
 */
export function demandOfCsv(text: string): Demand[] {
  const rows: Record<string, string>[] = parse(text, { columns: true, skip_empty_lines: true, trim: true })
  if (rows.length === 0 || rows.length > 7 * minutesOfDay)
    throw new Error('a curve needs 1 to 10,080 rows, one for each minute')
  const unknown = Object.keys(rows[0] ?? {}).filter((name) => name !== 'minute' && !flows.some((flow) => flow === name))
  if (unknown.length > 0) throw new Error(`unknown columns: ${unknown.join(', ')}; known are ${flows.join(', ')}`)
  return rows.map((row, n) => {
    const values = flows.map((flow): [Flow, number] => {
      const value = Number(row[flow] ?? 0)
      if (row[flow] === '' || !(value >= 0 && value < Infinity)) throw new Error(`row ${n + 1}: ${flow} is not a count`)
      return [flow, value]
    })
    return Object.fromEntries(values) as Record<Flow, number>
  })
}
