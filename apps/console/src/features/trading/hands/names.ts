import type { SheetMarket } from '@nare/contract/operator-trading-board'
import { labelOf } from '../../../parts/format.ts'
import { marketTitle } from '../chosen.ts'

type Markets = readonly SheetMarket[]

/** What a market, or with a line that line of it, is called; its number where the page does not know it. */
export function marketName(markets: Markets, id: string, line?: string | null): string {
  const found = markets.find((one) => one.sub_type_id === id && (!line || one.line === line))
  return line ? marketTitle({ name: found?.name ?? `market ${id}`, line }) : (found?.name ?? `market ${id}`)
}

/** An outcome with its market, as the page lists it: "1X2: Draw". */
export function outcomeName(markets: Markets, id: string, oddKey: string): string {
  const found = outcomeOf(markets, id, oddKey)
  return found ? `${marketTitle(found.market)}: ${found.outcome.display}` : `market ${id}: ${labelOf(oddKey)}`
}

/** An outcome of the match with its market, if the page has it. */
export function outcomeOf(markets: Markets, id: string, oddKey: string) {
  for (const market of markets)
    for (const outcome of market.outcomes)
      if (market.sub_type_id === id && outcome.odd_key === oddKey) return { market, outcome }
  return undefined
}
