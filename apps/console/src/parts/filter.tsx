import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { timers } from '../wire/browser.ts'
import { labelOf } from './format.ts'
import { useKeys } from './keys.ts'
import style from './filter.module.css'

type TextProps = {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string) => void
  readonly type?: 'search' | 'date'
  readonly placeholder?: string
  /** A key that leads into the field. */
  readonly focusKey?: string
  /** Left out where the window is narrow. */
  readonly wide?: boolean
}

const typedForMs = 300

/** A filter that is typed: it acts once the typing rests, or at once on Enter, which leaves the field as Esc does. */
export function TextFilter({ label, value = '', onChange, type = 'search', placeholder, focusKey, wide }: TextProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const [before, setBefore] = useState(value)
  if (before !== value) {
    setBefore(value)
    setText(value)
  }
  const rest = useEffectEvent(() => onChange(text))
  useEffect(() => {
    if (text === value) return
    return timers.after(typedForMs, () => rest())
  }, [text, value])
  const field = useRef<HTMLInputElement>(null)
  useKeys([
    { keys: [focusKey ?? ''], label: 'filter', press: () => field.current?.focus(), on: focusKey !== undefined },
  ])
  const leave = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Enter' && text !== value) onChange(text)
    event.currentTarget.blur()
  }
  return (
    <div className={style.filter} data-wide={wide || undefined}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        type={type}
        value={text}
        placeholder={placeholder}
        size={placeholder?.length}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={leave}
      />
    </div>
  )
}

type ChoiceProps<T extends string> = {
  readonly label: string
  readonly value: T | undefined
  readonly options: readonly T[]
  readonly onChange: (value: T | undefined) => void
  readonly textOf?: (option: T) => string
  /** What is shown without a choice: "All", unless the list then shows less. */
  readonly none?: string
  /** Left out where the window is narrow. */
  readonly wide?: boolean
}

/** A filter with a choice of values, or all. */
export function ChoiceFilter<T extends string>({
  label,
  value,
  options,
  onChange,
  textOf = labelOf,
  none = 'All',
  wide,
}: ChoiceProps<T>) {
  const id = useId()
  return (
    <div className={style.filter} data-wide={wide || undefined}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={({ target }) => onChange((target.value || undefined) as T | undefined)}
      >
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {textOf(option)}
          </option>
        ))}
      </select>
    </div>
  )
}

/**
 * The filters of a list, in a line. `/` leads into the first, wherever there are filters: who types a name after a key that does nothing would
 * decide rows by its letters.
 */
export function Filters({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const line = useRef<HTMLDivElement>(null)
  const focusFirst = (): void => line.current?.querySelector<HTMLElement>('input, select')?.focus()
  useKeys([{ keys: ['/'], label: 'filter', press: focusFirst }])
  return (
    <div ref={line} className={className ?? style.filters} role="search">
      {children}
    </div>
  )
}
