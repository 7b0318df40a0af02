import { useBusy } from '../../loading/busy.tsx'
import style from './casino.module.css'

/** The places of the tiles while the lobby loads. */
export function TilesAwaited() {
  useBusy()
  return (
    <div className={style.awaited} aria-busy="true">
      {Array.from({ length: 12 }, (_, at) => (
        <i key={at} />
      ))}
    </div>
  )
}
