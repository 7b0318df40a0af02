import type { ReactNode } from 'react'
import style from './chip-row.module.css'

type ChipRowProps<Key extends string> = {
  label: string
  items: readonly { key: Key; text: ReactNode; live?: boolean }[]
  value: Key | undefined
  onPick: (key: Key) => void
  /** `plain` is text without a box; `tabs` are underlined. */
  look?: 'plain' | 'tabs'
}

/** A single choice in a line that scrolls sideways to show the focused chip in full. */
export function ChipRow<Key extends string>({ label, items, value, onPick, look }: ChipRowProps<Key>) {
  return (
    <div
      role="group"
      aria-label={label}
      className={style.row}
      data-look={look}
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      {items.map(({ key, text, live }) => (
        <button key={key} type="button" data-live={live} aria-pressed={key === value} onClick={() => onPick(key)}>
          {text}
        </button>
      ))}
    </div>
  )
}
