import { useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { useState, type KeyboardEvent } from 'react'
import { nearestPoint, type Arrow } from './nearest.ts'
import { betsOf, chipText, colourOf, type Chip } from './roulette-bets.ts'
import { places } from './roulette-places.ts'
import style from './roulette.module.css'

type TableProps = { chips: readonly Chip[]; number: number | undefined; onPut: (on: string) => void }

/**
 * The betting table. A press on a number or a field beside the numbers places a chip there, a press on the line between two numbers a
 * split, and one on the outer edge of a row a street. It is one tab stop: the arrow keys move over fields and lines, Enter places a chip.
 */
export function RouletteTable({ chips, number, onPut }: TableProps) {
  const { t } = useLingui()
  const text = useAmountText()
  const arrows = useArrows()
  const onTable = new Map(betsOf(chips).map(({ on, amount }) => [on, amount]))
  const nameOf = useBetName()
  return (
    <div role="group" aria-label={t`Table`} className={`num ${style.table}`} onKeyDown={arrows.onKeyDown}>
      {places.map(({ on, up, flat, side, edge }, at) => {
        const amount = onTable.get(on)
        const { short, long } = nameOf(on)
        const isNumber = /^\d+$/.test(on)
        return (
          <button
            key={on}
            type="button"
            aria-label={amount === undefined ? long : t`${long}, ${text(amount)} on it`}
            data-colour={isNumber ? colourOf(Number(on)) : on === 'red' || on === 'black' ? on : undefined}
            data-side={side}
            data-edge={edge}
            data-here={(isNumber && Number(on) === number) || undefined}
            style={{ '--up': up, '--flat': flat } as React.CSSProperties}
            onClick={() => onPut(on)}
            {...arrows.item(at)}
          >
            {!edge && <span>{short}</span>}
            {amount !== undefined && <i aria-hidden="true" data-amount={chipText(amount)} />}
          </button>
        )
      })}
    </div>
  )
}

const isArrow = (key: string): key is Arrow => /^Arrow(Left|Right|Up|Down)$/.test(key)

/** One tab stop for buttons anywhere: an arrow key moves the focus to the nearest one in its direction, as they lie on the screen. */
function useArrows() {
  const [current, setCurrent] = useState(0)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!isArrow(event.key)) return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
    const points = buttons.map((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    })
    buttons[nearestPoint(points, current, event.key)]?.focus()
  }
  const item = (at: number) => ({ tabIndex: at === current ? 0 : -1, onFocus: () => setCurrent(at) })
  return { onKeyDown, item }
}

/** Returns the names of a bet: `short` is on its field, `long` is for screen readers. */
function useBetName(): (on: string) => { short: string; long: string } {
  const { t } = useLingui()
  const colours = { red: t`red`, black: t`black`, green: t`green` }
  const names: Readonly<Record<string, string>> = {
    red: t`Red`,
    black: t`Black`,
    odd: t`Odd`,
    even: t`Even`,
    '1-18': '1–18',
    '19-36': '19–36',
  }
  return (on) => {
    const [group, place = ''] = on.split(' ')
    const numbers = place.split('-').join(', ')
    if (group === 'split') return { short: '', long: t`Split ${numbers}` }
    if (group === 'street') return { short: '', long: t`Street ${numbers}` }
    if (group === 'dozen') {
      const from = 12 * (Number(place) - 1) + 1
      const range = `${from}–${from + 11}`
      return { short: range, long: t`Dozen ${range}` }
    }
    if (group === 'column') {
      const first = Number(place)
      const short = `${first}, ${first + 3}, ${first + 6}…`
      return { short, long: t`Column ${short}` }
    }
    const name = names[on]
    return name ? { short: name, long: name } : { short: on, long: `${on} ${colours[colourOf(Number(on))]}` }
  }
}
