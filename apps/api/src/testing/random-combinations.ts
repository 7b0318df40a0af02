import { combinablePart, combinationId, combinationKey, type NamedPart } from '@nare/bets/markets/combination'
import { price, type Price } from '@nare/money/money'
import { combine } from '@nare/odds/combination'
import type { LinePrices } from '#modules/catalog/feeds/port'
import type { Board } from './random-boards.ts'

type Random = () => number
type Single = NamedPart & { readonly line: string; readonly price: Price }

/** How many pairs of lines have every combination of their outcomes, and how many other combinations there are. */
const pairsOfLines = 2
const others = 8
const partsMax = 4

/**
 * The board with combinations of its outcomes at their prices: of some pairs of lines every combination, which together cover all ends of the
 * match, and random ones. Boards without a model stay as they are.
 */
export function withCombinations(board: Board, random: Random): Board {
  const { model, at } = board
  if (!model) return board
  const inPlay = at !== undefined
  const singles = board.lines.flatMap(({ marketId, line, state, keys, prices }) =>
    keys.flatMap((oddKey, n): Single[] => {
      const odds = state === 'open' ? (prices[n] ?? undefined) : undefined
      const combines = combinablePart({ marketId, oddKey }, { inPlay }) !== undefined
      return odds !== undefined && combines ? [{ marketId, oddKey, line, price: price(odds) }] : []
    }),
  )
  if (singles.length < 2) return board
  const lines = [...Map.groupBy(singles, ({ marketId, line }) => `${marketId} ${line}`).values()]
  const oneOf = <T>(all: readonly T[]): T[] => {
    const found = all[Math.floor(random() * all.length)]
    return found === undefined ? [] : [found]
  }
  const groups = [
    ...Array.from({ length: pairsOfLines }, () => {
      const [[first = []], [second = []]] = [oneOf(lines), oneOf(lines)]
      return first.flatMap((one) => second.map((other) => [one, other]))
    }).flat(),
    ...Array.from({ length: others }, () =>
      Array.from({ length: 2 + Math.floor(random() * (partsMax - 1)) }, () => oneOf(singles)).flat(),
    ),
  ]
  const priceOf = (part: NamedPart) =>
    singles.find(({ marketId, oddKey }) => marketId === part.marketId && oddKey === part.oddKey)?.price
  const priced = new Map<string, LinePrices>()
  for (const parts of groups) {
    const key = combinationKey(parts)
    const odds = key === undefined ? undefined : combine(model, { parts, inPlay, priceOf }).price
    if (key !== undefined && odds !== undefined)
      priced.set(key, { marketId: combinationId, line: key, state: 'open', keys: [key], prices: [odds] })
  }
  return { ...board, lines: [...board.lines, ...priced.values()] }
}
