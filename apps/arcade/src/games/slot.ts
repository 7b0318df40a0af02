import type { Draw } from '../machine.ts'

/** The symbols: the wild replaces every other but the drum, which pays anywhere. */
const symbols = ['sun', 'shield', 'mask', 'gourd', 'bead', 'leaf', 'drum'] as const
export type Symbol = (typeof symbols)[number]
const wild = 'sun' as const
const scatter = 'drum' as const

const letters: Readonly<Record<string, Symbol>> = {
  s: 'sun',
  h: 'shield',
  m: 'mask',
  g: 'gourd',
  b: 'bead',
  l: 'leaf',
  d: 'drum',
}
const strip = (text: string): readonly Symbol[] => [...text].flatMap((letter) => letters[letter] ?? [])

export type Reels = readonly (readonly Symbol[])[]

/** The five published reels. Each stops at every position with equal probability and shows three symbols from there. */
export const strips: Reels = [
  strip('lbghlmbdlgbmlhgbslgb'),
  strip('blgmbdlhbglmsbglhbgl'),
  strip('glbhlgmbdlsbglmbhlgb'),
  strip('lgbmlhbgdlbsgmlbhlgb'),
  strip('bglhmblgdbslgbhmlgbl'),
]

/** The rows of the ten lines on each reel, from the top. */
export const lines: readonly (readonly number[])[] = [
  [1, 1, 1, 1, 1],
  [0, 0, 0, 0, 0],
  [2, 2, 2, 2, 2],
  [0, 1, 2, 1, 0],
  [2, 1, 0, 1, 2],
  [0, 0, 1, 2, 2],
  [2, 2, 1, 0, 0],
  [1, 0, 0, 0, 1],
  [1, 2, 2, 2, 1],
  [0, 1, 1, 1, 0],
]

/** The payouts of three, four and five of a symbol from the left, in tenths of the stake (the stake of one line). */
const pays: Readonly<Record<Exclude<Symbol, 'drum'>, readonly [number, number, number]>> = {
  sun: [30, 150, 1000],
  shield: [20, 60, 300],
  mask: [15, 45, 150],
  gourd: [6, 20, 80],
  bead: [4, 15, 50],
  leaf: [3, 12, 40],
}
/** The payouts of three, four and five drums anywhere, in tenths of the stake. */
const scatterPays: readonly [number, number, number] = [20, 100, 500]

/** The published data that decides the slot's payouts. The return is `paid` / `staked`. */
export function slotRules() {
  const { paid, of } = exactReturn()
  return { strips, lines, pays, scatter_pays: scatterPays, return: { paid: paid.toString(), staked: of.toString() } }
}

export type Spin = {
  /** The first shown position of each reel. */
  readonly stops: readonly number[]
  /** The three shown symbols of each reel. */
  readonly shown: readonly (readonly Symbol[])[]
  /** Each winning line, with its number of symbols and its payout in tenths of the stake. */
  readonly wins: readonly { readonly line: number; readonly count: number; readonly tenths: number }[]
  readonly drums: number
  /** The total payout, in tenths of the stake. */
  readonly tenths: number
}

/** The payout of a line of five symbols, in tenths of the stake, and its number of paying symbols. */
export function linePay(line: readonly Symbol[]): { readonly tenths: number; readonly count: number } {
  const first = line.find((symbol) => symbol !== wild) ?? wild
  const best = [first, wild].map((symbol) => {
    if (symbol === scatter) return { tenths: 0, count: 0 }
    const end = line.findIndex((one) => one !== symbol && one !== wild)
    const own = symbol === wild ? line.findIndex((one) => one !== wild) : end
    const count = own < 0 ? line.length : own
    return { tenths: count < 3 ? 0 : (pays[symbol][count - 3] ?? 0), count }
  })
  const [a = { tenths: 0, count: 0 }, b = { tenths: 0, count: 0 }] = best
  return a.tenths >= b.tenths ? a : b
}

const scatterPay = (drums: number): number => (drums < 3 ? 0 : (scatterPays[Math.min(drums, 5) - 3] ?? 0))

/** The shown symbols and payouts at these stops. */
export function spinAt(stops: readonly number[], reels: Reels = strips): Spin {
  const shown = reels.map((reel, at) => [0, 1, 2].map((row) => reel[((stops[at] ?? 0) + row) % reel.length] ?? wild))
  const wins = lines.flatMap((rows, line) => {
    const { tenths, count } = linePay(rows.map((row, reel) => shown[reel]?.[row] ?? wild))
    return tenths > 0 ? [{ line, count, tenths }] : []
  })
  const drums = shown.filter((column) => column.includes(scatter)).length
  const tenths = wins.reduce((sum, win) => sum + win.tenths, 0) + scatterPay(drums)
  return { stops, shown, wins, drums, tenths }
}

export const spin = (draw: Draw): Spin => spinAt(strips.map((reel) => draw(reel.length)))

/**
 * The return as an exact fraction of the stake. On each line every position of every reel is equally likely, so a line's return is a sum
 * over symbols weighted by their number on each reel; the return of the drums is computed the same way over reels that show one.
 */
export function exactReturn(reels: Reels = strips): { readonly paid: bigint; readonly of: bigint } {
  const counts = reels.map((reel) => symbols.map((symbol) => BigInt(reel.filter((one) => one === symbol).length)))
  const stopsAll = reels.reduce((product, reel) => product * BigInt(reel.length), 1n)
  let lineTenths = 0n
  const walk = (line: readonly Symbol[], weight: bigint): void => {
    if (weight === 0n) return
    if (line.length === reels.length) {
      lineTenths += weight * BigInt(linePay(line).tenths)
      return
    }
    for (const [n, symbol] of symbols.entries()) walk([...line, symbol], weight * (counts[line.length]?.[n] ?? 0n))
  }
  walk([], 1n)
  const showing = reels.map((reel) =>
    BigInt(reel.filter((_, at) => [0, 1, 2].some((row) => reel[(at + row) % reel.length] === scatter)).length),
  )
  let drumTenths = 0n
  for (let set = 0; set < 2 ** reels.length; set++) {
    const weight = reels.reduce((product, reel, n) => {
      const with_ = showing[n] ?? 0n
      return product * ((set >> n) & 1 ? with_ : BigInt(reel.length) - with_)
    }, 1n)
    const drums = reels.filter((_, n) => (set >> n) & 1).length
    drumTenths += weight * BigInt(scatterPay(drums))
  }
  return { paid: BigInt(lines.length) * lineTenths + drumTenths, of: 10n * stopsAll }
}
