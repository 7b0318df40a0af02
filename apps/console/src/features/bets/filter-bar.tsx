import { betStates } from '@nare/contract/betting'
import { products } from '@nare/contract/products'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { Chips } from '../../parts/controls.tsx'
import { labelOf } from '../../parts/format.ts'
import { filtersOf, hasFilters, type TicketFilters } from './filters.ts'
import style from './tickets.module.css'

const fields = [
  ['bettor_id', 'Bettor', 'numeric', 8],
  ['match_id', 'Match', 'numeric', 9],
  ['min_stake', 'Stake from', 'decimal', 7],
  ['min_win', 'Win from', 'decimal', 7],
] as const

/** The filters of the list. They stand in the address, so that a list can be sent to somebody. */
export function FilterBar({ filters }: { filters: TicketFilters }) {
  const navigate = useNavigate()
  const set = (change: Record<string, string>): void =>
    void navigate({ to: '/bets', search: filtersOf({ ...filters, ...change }), replace: true })
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={style.filters} data-open={isOpen || undefined}>
      <Chips label="Product">
        {['', ...products].map((product) => (
          <button
            key={product}
            type="button"
            aria-pressed={(filters.product ?? '') === product}
            onClick={() => set({ product })}
          >
            {product === '' ? 'All' : labelOf(product)}
          </button>
        ))}
      </Chips>
      <button type="button" className={style.open} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        More filters
      </button>
      <form
        className={style.form}
        key={JSON.stringify(filters)}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          const typed = [...new FormData(event.currentTarget)]
          set(Object.fromEntries(typed.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))))
        }}
      >
        <label>
          State
          <select
            name="state"
            defaultValue={filters.state ?? ''}
            onChange={({ target }) => set({ state: target.value })}
          >
            <option value="">Any</option>
            {betStates.map((state) => (
              <option key={state} value={state}>
                {labelOf(state)}
              </option>
            ))}
          </select>
        </label>
        {fields.map(([name, label, inputMode, size]) => (
          <TextFilter key={name} {...{ name, label, inputMode, size }} value={filters[name] ?? ''} />
        ))}
        <label>
          From
          <input
            type="date"
            name="from"
            defaultValue={filters.from ?? ''}
            onChange={({ target }) => set({ from: target.value })}
          />
        </label>
        <label>
          To
          <input
            type="date"
            name="to"
            defaultValue={filters.to ?? ''}
            onChange={({ target }) => set({ to: target.value })}
          />
        </label>
        <button type="submit" className={style.apply}>
          Filter
        </button>
        {hasFilters(filters) && (
          <Link to="/bets" search={{}}>
            Clear
          </Link>
        )}
      </form>
    </div>
  )
}

type TextProps = { name: string; label: string; inputMode: 'numeric' | 'decimal'; size: number; value: string }

function TextFilter({ name, label, inputMode, size, value }: TextProps) {
  const [text, setText] = useState(value)
  const isUsable = text.trim() === '' || name in filtersOf({ [name]: text })
  return (
    <label>
      {label}
      <input
        {...{ name, inputMode, size }}
        value={text}
        onChange={({ target }) => setText(target.value)}
        aria-invalid={isUsable ? undefined : true}
        autoComplete="off"
      />
    </label>
  )
}
