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
