/** The prices of an outcome from their moments on, null for none, and the stakes from the beginning of each part of the time. */
export type OverTime = {
  readonly prices: readonly { readonly at: string; readonly price: string | null }[]
  readonly stakes: readonly { readonly at: string; readonly bets: number; readonly staked: string }[]
}

/** Moments in seconds, and at each the price that holds and the stakes of the part that begins there. */
export type Plotted = {
  readonly atS: readonly number[]
  readonly price: readonly (number | null)[]
  readonly staked: readonly (number | null)[]
}

/** Prices and stakes on one line of time, up to now. */
export function plotted({ prices, stakes }: OverTime, nowMs: number): Plotted {
  const priceAt = new Map(prices.map(({ at, price }) => [secondsOf(at), price === null ? null : Number(price)]))
  const stakedAt = new Map(stakes.map(({ at, staked }) => [secondsOf(at), Number(staked)]))
  const atS = [...new Set([...priceAt.keys(), ...stakedAt.keys(), nowMs / 1000])].toSorted((a, b) => a - b)
  let last: number | null = null
  const price = atS.map((at) => {
    const found = priceAt.get(at)
    if (found !== undefined) last = found
    return last
  })
  return { atS, price, staked: atS.map((at) => stakedAt.get(at) ?? null) }
}

const secondsOf = (iso: string): number => Date.parse(iso) / 1000

/** What the picture shows, in a sentence. */
export function spokenOf(title: string, { prices, stakes }: OverTime): string {
  const known = prices.flatMap(({ price }) => (price === null ? [] : [Number(price)]))
  const last = prices.at(-1)?.price
  const bets = stakes.reduce((sum, part) => sum + part.bets, 0)
  if (known.length === 0) return `${title}: no price so far; ${bets} bets`
  const [low, high] = [Math.min(...known).toFixed(2), Math.max(...known).toFixed(2)]
  return `${title}: price from ${low} to ${high}, now ${last ?? 'none'}; ${bets} bets`
}
