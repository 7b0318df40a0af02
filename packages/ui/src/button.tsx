import type { ComponentProps } from 'react'
import style from './button.module.css'

type Look = 'primary' | 'soft' | 'plain' | 'danger'

/** The standard button, 48 px high unless `small`; `wide` fills the line. */
export function Button({
  look = 'primary',
  wide = false,
  small = false,
  type = 'button',
  className,
  ...rest
}: ComponentProps<'button'> & { look?: Look; wide?: boolean; small?: boolean }) {
  return (
    <button
      type={type}
      data-wide={wide || undefined}
      data-small={small || undefined}
      className={`${style.button} ${style[look]} ${className ?? ''}`}
      {...rest}
    />
  )
}

/** A single choice as toggle buttons in a scrollable line. */
export function Chips<Key extends string>({
  label,
  items,
  value,
  onPick,
}: {
  label: string
  items: readonly { key: Key; text: React.ReactNode }[]
  value: Key
  onPick: (key: Key) => void
}) {
  return (
    <div role="group" aria-label={label} className={style.chips}>
      {items.map(({ key, text }) => (
        <button key={key} type="button" className={style.chip} aria-pressed={key === value} onClick={() => onPick(key)}>
          {text}
        </button>
      ))}
    </div>
  )
}
