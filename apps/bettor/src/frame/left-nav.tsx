import style from './left-nav.module.css'
import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { useMedia } from '../state/use-media.ts'

const Lists = lazyPart(
  () => loadWithMessages(() => import('./left-nav-lists.tsx'), ['wide']).then((lists) => lists.LeftNavLists),
  { loading: <div className={style.nav} /> },
)

/** The left column: leagues and sports from 1200 px on, sports as icons from 1000 px. The column has its width before they load. */
export function LeftNav() {
  return useMedia('(min-width: 1000px)') ? <Lists /> : null
}
