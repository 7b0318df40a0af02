import type { BoardRow } from '@nare/contract/operator-trading-board'
import { useMemo } from 'react'
import { Chips } from '../../parts/controls.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filter.tsx'
import { countText } from '../../parts/format.ts'
import { serverNow } from '../../wire/browser.ts'
import { countsOf, showText, shows, type BoardFilters } from './filters.ts'
import { sportName, sportNames } from './sports.ts'
import style from './board.module.css'

type Props = {
  readonly rows: readonly BoardRow[]
  readonly filters: BoardFilters
  /** On a phone the match covers the list and its filters. */
  readonly isCovered: boolean
  readonly onChange: (change: BoardFilters) => void
}

/** What the board shows: all, those in play, of a day; of a sport; those that ask for a person. Each choice says how many it has. */
export function BoardFilterBar({ rows, filters, isCovered, onChange }: Props) {
  const counts = useMemo(() => countsOf(rows, serverNow()), [rows])
  const { live, day, show } = filters
  const when = [
    { name: 'All', count: counts.all, on: !live && !day, change: {} },
    { name: 'Live', count: counts.live, on: live === 'true', change: { live: 'true' } },
    { name: 'Today', count: counts.today, on: day === 'today', change: { day: 'today' } },
    { name: 'Tomorrow', count: counts.tomorrow, on: day === 'tomorrow', change: { day: 'tomorrow' } },
  ]
  return (
    <div className={style.bar} data-covered={isCovered || undefined}>
      <Chips label="Which matches">
        {when.map(({ name, count, on, change }) => (
          <button
            key={name}
            type="button"
            aria-pressed={on}
            onClick={() => onChange({ live: undefined, day: undefined, ...change })}
          >
            {name} <span className="num">{countText(count)}</span>
          </button>
        ))}
      </Chips>
      <Chips label="What asks for a person">
        {shows.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={show === one}
            data-asking={((one === 'old' || one === 'asking') && counts.show[one] > 0) || undefined}
            onClick={() => onChange({ show: show === one ? undefined : one })}
          >
            {showText[one]} <span className="num">{countText(counts.show[one])}</span>
          </button>
        ))}
      </Chips>
      <Filters>
        <TextFilter
          label="Team, competition or number"
          placeholder="Team, competition…"
          value={filters.q}
          onChange={(q) => onChange({ q })}
        />
        <ChoiceFilter
          label="Sport"
          none="All sports"
          value={filters.sport}
          options={sportNames.map(({ id }) => id)}
          textOf={sportName}
          onChange={(sport) => onChange({ sport })}
        />
      </Filters>
    </div>
  )
}
