import { useBusy } from '../../loading/busy.tsx'
import frame from './frame.module.css'
import style from './game-skeleton.module.css'

/** A game while it loads: its bar, stage, options and button are where they will be. */
export function GameSkeleton() {
  useBusy()
  return (
    <div className={`${frame.frame} ${style.skeleton}`} aria-busy="true">
      <i className={style.bar} />
      <i className={style.stage} />
      <i className={style.panel} />
      <i className={style.button} />
    </div>
  )
}
