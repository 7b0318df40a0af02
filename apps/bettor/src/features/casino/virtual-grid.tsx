import type { CasinoGame } from '@nare/contract/casino'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Tile } from './tile.tsx'
import { shownItems, type GridSize } from './window.ts'
import style from './casino.module.css'

type GridProps = {
  label: string
  games: readonly CasinoGame[]
  total: number
  favourites: ReadonlySet<string>
  onOpen: (game: CasinoGame) => void
  /** Called when the end of the loaded games is near. */
  onEnd: () => void
}

const unmeasured = { columns: 3, rowPx: 140 }
const nearEndItems = 12

/** A grid of any length that renders only the visible rows; the page scrolls it. */
export function VirtualGrid({ label, games, total, favourites, onOpen, onEnd }: GridProps) {
  const list = useRef<HTMLUListElement>(null)
  const [size, setSize] = useState(unmeasured)
  const [view, setView] = useState({ fromPx: 0, toPx: 900 })
  const grid: GridSize = { ...size, count: games.length }
  const { first, last, abovePx, belowPx } = shownItems(grid, view)

  const measure = useCallback(() => {
    const element = list.current
    const tile = element?.querySelector('li')
    if (!element || !tile) return
    const columns = getComputedStyle(element).gridTemplateColumns.split(' ').length
    const gapPx = Number.parseFloat(getComputedStyle(element).rowGap) || 0
    const rowPx = tile.getBoundingClientRect().height + gapPx
    if (rowPx > 0)
      setSize((before) => (before.columns === columns && before.rowPx === rowPx ? before : { columns, rowPx }))
    const top = element.getBoundingClientRect().top
    setView({ fromPx: -top, toPx: innerHeight - top })
  }, [])
  useEffect(() => {
    measure()
    const resized = new ResizeObserver(measure)
    if (list.current) resized.observe(list.current)
    addEventListener('scroll', measure, { passive: true })
    return () => {
      resized.disconnect()
      removeEventListener('scroll', measure)
    }
  }, [measure])
  const isNearEnd = last > games.length - nearEndItems && games.length < total
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (isNearEnd) end()
  }, [isNearEnd, games.length])

  return (
    <ul ref={list} className={style.grid} aria-label={label} style={{ paddingTop: abovePx, paddingBottom: belowPx }}>
      {games.slice(first, last).map((game, at) => (
        <Tile
          key={game.game_id}
          game={game}
          isFavourite={favourites.has(game.game_id)}
          onOpen={onOpen}
          place={{ at: first + at, of: total }}
        />
      ))}
    </ul>
  )
}
