import style from '../pages/pages.module.css'
import { useBusy } from './busy.tsx'

/** Placeholder rows while a list loads: they have the height of its rows, so nothing moves when those arrive. */
export function Skeleton({ rows = 8 }: { rows?: number }) {
  useBusy()
  return (
    <div className={style.skeleton} aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} />
      ))}
    </div>
  )
}
