import style from './left-nav.module.css'
import { loadChunk } from '../loading/chunk.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { useMedia } from '../state/use-media.ts'

const Column = lazyPart(() => loadChunk(() => import('./left-column.tsx')).then((left) => left.LeftColumn), {
  loading: <div className={style.nav} />,
})

/** The left column: leagues and sports or, beside a match, live matches from 1200 px on; sports as icons from 1000 px. It has its width before they load. */
export function LeftNav() {
  return useMedia('(min-width: 1000px)') ? <Column /> : null
}
