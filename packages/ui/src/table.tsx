import type { ReactNode, Ref } from 'react'
import style from './table.module.css'

export type TableProps = {
  /** The table's name for screen readers; a caption names the table too. */
  label?: string
  caption?: ReactNode
  /** The name of a focusable area around the table that scrolls sideways; without it the table does not scroll. */
  scrollerLabel?: string | undefined
  /** A class that changes cells of this table: the base styles have the lowest specificity. */
  className?: string | undefined
  ref?: Ref<HTMLTableElement>
  /** The rows. A row with `data-mine` is marked as the bettor's own. */
  children: ReactNode
}

/** A table in the style of the app: the first column starts at the left, the others are right-aligned. */
export function Table({ label, caption, scrollerLabel, className, ref, children }: TableProps) {
  const table = (
    <table ref={ref} className={className ? `${style.table} ${className}` : style.table} aria-label={label}>
      {caption !== undefined && <caption>{caption}</caption>}
      {children}
    </table>
  )
  if (scrollerLabel === undefined) return table
  return (
    <div className={style.scroller} tabIndex={0} role="group" aria-label={scrollerLabel}>
      {table}
    </div>
  )
}
