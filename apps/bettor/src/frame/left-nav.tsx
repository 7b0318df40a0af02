import style from './left-nav.module.css'
import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { useMedia } from '../state/use-media.ts'

const Column = lazyPart(
  () => loadWithMessages(() => import('./left-column.tsx'), ['wide']).then((left) => left.LeftColumn),
  { loading: <div className={style.nav} /> },
)

/** The left column: leagues and sports or, beside a match, live matches from 1200 px on; sports as icons from 1000 px. It has its width before they load. */
export function LeftNav() {
  return useMedia('(min-width: 62.5em)') ? <Column /> : null
}
