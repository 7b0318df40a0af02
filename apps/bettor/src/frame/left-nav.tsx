import { lazy, Suspense } from 'react'
import style from './left-nav.module.css'
import { loadChunk } from '../loading/chunk.ts'
import { useMedia } from './use-media.ts'

const Lists = lazy(() =>
  loadChunk(() => import('./left-nav-lists.tsx')).then(({ LeftNavLists: part }) => ({ default: part })),
)

/** From 1200 px on: leagues and sports beside the page, in a column that stands before they come. */
export function LeftNav() {
  return useMedia('(min-width: 1200px)') ? (
    <Suspense fallback={<div className={style.nav} />}>
      <Lists />
    </Suspense>
  ) : null
}
