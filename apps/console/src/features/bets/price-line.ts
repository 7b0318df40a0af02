import type { TicketEvidence } from '@nare/contract/console-tickets'

export type Leg = TicketEvidence['legs'][number]

export type PriceLine = {
  /** The price from each moment on; null while there was none. */
  readonly steps: readonly { readonly atMs: number; readonly price: number | null }[]
  /** When the match accepted no bets. */
  readonly stops: readonly { readonly fromMs: number; readonly toMs: number }[]
  /** The moments that the picture shows. */
  readonly fromMs: number
  readonly toMs: number
  /** The lowest and the highest price; undefined if there is no price. */
  readonly range: { readonly low: number; readonly high: number } | undefined
}

const aroundMs = 60_000

/** The parts of a combination with the price of each when the bet was placed; null where it had none, and there is nothing to draw. */
export const partLines = (
  { parts, part_prices, changes }: Pick<Leg, 'parts' | 'part_prices' | 'changes'>,
  placedAt: string,
) =>
  (part_prices ?? []).map(({ sub_type_id, odd_key, prices }) => {
    const before = prices.filter(({ at }) => Date.parse(at) <= Date.parse(placedAt)).at(-1)
    return {
      part: parts?.find((one) => one.sub_type_id === sub_type_id && one.odd_key === odd_key),
      ...{ sub_type_id, odd_key, prices },
      line: priceLine({ prices, changes }, placedAt),
      price: before?.price === null || before === undefined ? null : Number(before.price),
    }
  })

/** The price of a leg a minute around its placing, or up to ten minutes where nothing changed within the minute. */
export function priceLine({ prices, changes }: Pick<Leg, 'prices' | 'changes'>, placedAt: string): PriceLine {
  const placedMs = Date.parse(placedAt)
  const steps = prices.map((one) => ({
    atMs: Date.parse(one.at),
    price: one.price === null || one.state !== 'open' ? null : Number(one.price),
  }))
  const changedMs = [...steps.slice(1).map(({ atMs }) => atMs), ...changes.slice(1).map(({ at }) => Date.parse(at))]
  const isNear = changedMs.some((atMs) => Math.abs(atMs - placedMs) <= aroundMs)
  const spreadMs = isNear ? aroundMs : aroundMs * 10
  const [fromMs, toMs] = [placedMs - spreadMs, placedMs + spreadMs]
  const stops: { fromMs: number; toMs: number }[] = []
  let since: number | undefined
  for (const { at, suspended } of changes) {
    const atMs = Date.parse(at)
    if (suspended) since ??= atMs
    else if (since !== undefined) {
      stops.push({ fromMs: since, toMs: atMs })
      since = undefined
    }
  }
  if (since !== undefined) stops.push({ fromMs: since, toMs })
  const known = steps.flatMap(({ price }) => price ?? [])
  const range = known.length > 0 ? { low: Math.min(...known), high: Math.max(...known) } : undefined
  return { steps, stops: stops.filter((stop) => stop.toMs >= fromMs && stop.fromMs <= toMs), fromMs, toMs, range }
}
