import style from './left-nav.module.css'
import { loadChunk } from '../loading/chunk.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { useMedia } from '../state/use-media.ts'

const Lists = lazyPart(() => loadChunk(() => import('./left-nav-lists.tsx')).then((lists) => lists.LeftNavLists), {
  loading: <div className={style.nav} />,
})

/** Leagues and sports beside the page from 1200 px on, from 1000 px the sports as icons; the column has its width before they are loaded. */
export function LeftNav() {
  return useMedia('(min-width: 1000px)') ? <Lists /> : null
}
