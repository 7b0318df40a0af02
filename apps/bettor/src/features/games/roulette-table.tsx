import { useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { betsOf, colourOf, type Chip } from './roulette-bets.ts'
import { useRoving } from './roving.ts'
import style from './roulette.module.css'

/** The grid area (row, column, spans) of a bet: `up` on a phone, with two rows of the table in a line, `flat` on a wide screen. */
type Place = { on: string; up: string; flat: string; side?: true }

const numbers: Place[] = Array.from({ length: 36 }, (_, n) => ({
  on: String(n + 1),
  up: `${Math.floor(n / 6) + 2} / ${(n % 6) + 1}`,
  flat: `${3 - (n % 3)} / ${Math.floor(n / 3) + 2}`,
}))
const columns: Place[] = [1, 2, 3].map((n) => ({
  on: `column ${n}`,
  up: `8 / ${n + 3}`,
  flat: `${4 - n} / 14`,
  side: true,
}))
const dozens: Place[] = [1, 2, 3].map((n) => ({
  on: `dozen ${n}`,
  up: `8 / ${n}`,
  flat: `4 / ${4 * n - 2} / auto / span 4`,
  side: true,
}))
const halves: Place[] = ['1-18', 'even', 'red', 'black', 'odd', '19-36'].map((on, n) => ({
  on,
  up: `9 / ${n + 1}`,
  flat: `5 / ${2 * n + 2} / auto / span 2`,
  side: true,
}))
const zero: Place = { on: '0', up: '1 / 1 / auto / span 6', flat: '1 / 1 / span 3' }
const places = [zero, ...numbers, ...columns, ...dozens, ...halves]

/** The betting table as one tab stop: arrow keys move the focus, Enter places a chip. */
export function RouletteTable(props: {
  chips: readonly Chip[]
  number: number | undefined
  onPut: (on: string) => void
}) {
  const { chips, number, onPut } = props
  const { t } = useLingui()
  const text = useAmountText()
  const roving = useRoving({ count: places.length, rowLength: 3 })
  const onTable = new Map(betsOf(chips).map(({ on, amount }) => [on, amount]))
  const nameOf = useBetName()
  return (
    <div role="group" aria-label={t`Table`} className={`num ${style.table}`} onKeyDown={roving.onKeyDown}>
      {places.map(({ on, up, flat, side }, at) => {
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
            data-here={(isNumber && Number(on) === number) || undefined}
            style={{ '--up': up, '--flat': flat } as React.CSSProperties}
            onClick={() => onPut(on)}
            {...roving.item(at)}
          >
            <span>{short}</span>
            {amount !== undefined && <i aria-hidden="true" data-amount={amount.replace(/\.00$/, '')} />}
          </button>
        )
      })}
    </div>
  )
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
    const [group, place] = on.split(' ')
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
