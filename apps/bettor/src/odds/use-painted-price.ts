import { LiveContext, useLiveText } from '@nare/client/use-live'
import type { MarketView } from '@nare/contract/catalog'
import type { MarketState } from '@nare/contract/live'
import { useContext, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import { priceMove } from './price-move.ts'
import { useLastLive } from './use-last-live.ts'

export type CellPrice = { state: MarketView['state']; price: string }

type Source = {
  topic: `market:${string}`
  line: string
  oddKey: string
  listed: { state: MarketView['state']; price: string | null }
  match: object
}

type PaintedPrice = {
  state: MarketView['state']
  isPriced: boolean
  cell: RefObject<HTMLButtonElement | null>
  /** The displayed price. */
  shownPrice: () => string | null
}

/**
 * The price of one cell. React renders the cell again only when the market state changes or when a price appears or
 * disappears. The live price is written directly into the DOM after each commit and each change, so that a slow phone can
 * handle taps at fifty changes a second. A live price stays until `match` is another object: then the list was fetched
 * again.
 */
export function usePaintedPrice(
  { topic, line, oddKey, listed, match }: Source,
  labelOf: (now: CellPrice) => string,
): PaintedPrice {
  const store = useContext(LiveContext)
  const cell = useRef<HTMLButtonElement>(null)
  const shown = useRef<{ price: string | null; match: object }>({ price: null, match })
  const live = useLiveText(topic, line, (market) => shapeOf(market.state, priceIn(market, oddKey)))
  const shape = useLastLive(live, match) ?? shapeOf(listed.state, listed.price)
  const state = stateOf(shape)
  const isPriced = shape.endsWith('priced')

  const paint = useEffectEvent((): void => {
    const market = store?.read(topic, line) as MarketState | undefined
    const before = shown.current.match === match ? shown.current.price : listed.price
    const price = market ? priceIn(market, oddKey) : (before ?? listed.price)
    if (price !== null) write(cell.current, price, labelOf({ state: market?.state ?? state, price }))
    if (price !== null && shown.current.price !== null) showMove(cell.current, priceMove(shown.current.price, price))
    shown.current = { price, match }
  })
  useLayoutEffect(() => paint())
  useLayoutEffect(() => store?.listen(topic, line, () => paint()), [store, topic, line])

  return { state, isPriced, cell, shownPrice: () => shown.current.price }
}

const priceIn = (market: MarketState, oddKey: string): string | null =>
  market.odds.find(([key]) => key === oddKey)?.[1] ?? null

const shapeOf = (state: MarketView['state'], price: string | null): string =>
  price === null ? state : `${state} priced`

const states = ['open', 'suspended', 'closed'] as const
const stateOf = (shape: string): MarketView['state'] => states.find((state) => shape.startsWith(state)) ?? 'closed'

/**
 * Writes a price and its label into a cell. Each price gets a new element, because a centred element that grows by a digit
 * counts as a layout shift. React renders the empty parent and does not touch its content.
 */
function write(cell: HTMLElement | null, price: string, label: string): void {
  const place = cell?.querySelector('.num')
  if (!cell || !place) return
  if (place.textContent !== price) {
    const text = document.createElement('span')
    text.textContent = price
    place.replaceChildren(text)
  }
  if (cell.getAttribute('aria-label') !== label) cell.setAttribute('aria-label', label)
}

/** Shows the up or down arrow of a cell, which CSS hides again. Alternating `turn` restarts the animation for a second change in the same direction. */
function showMove(cell: HTMLElement | null, move: 'up' | 'down' | undefined): void {
  if (!cell || !move) return
  cell.dataset['move'] = move
  cell.dataset['turn'] = cell.dataset['turn'] === 'even' ? 'odd' : 'even'
}
