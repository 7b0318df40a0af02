import style from '../pages/pages.module.css'
import { useBusy } from './busy.tsx'

/** Placeholder rows while a list loads. They are as high as its rows, so that nothing shifts when the list appears. Or the stage of a game. */
export function Skeleton({ rows = 8, stage }: { rows?: number; stage?: boolean }) {
  useBusy()
  return (
    <div className={style.skeleton} data-stage={stage} aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} />
      ))}
    </div>
  )
}
