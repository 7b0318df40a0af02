import style from '../pages/pages.module.css'
import { useBusy } from './busy.tsx'

/**
 * Placeholder rows while a list loads. They are as high as its rows, so that nothing shifts when the list appears. `of` is the path of a
 * page that loads: the casino has tiles in place of rows (pages.module.css).
 */
export function Skeleton({ rows = 8, of }: { rows?: number; of?: string }) {
  useBusy()
  return (
    <div className={style.skeleton} data-of={of} aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} />
      ))}
    </div>
  )
}
