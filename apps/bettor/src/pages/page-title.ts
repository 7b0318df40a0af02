import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { loadWithMessages } from '../i18n/locale.ts'
import type * as titlesPart from './titles.ts'

type Titles = typeof titlesPart

let titles: Titles | undefined

/** Loads the titles of all pages with their translations. The front page does not need them. */
export async function loadTitles(): Promise<Titles> {
  return (titles ??= await loadWithMessages(() => import('./titles.ts'), ['titles']))
}

/** A page's title in the current language; empty until the titles are loaded. */
export function usePageTitle(page: string): string {
  const { t, i18n } = useLingui()
  const [loaded, setLoaded] = useState(titles)
  const isHome = page === 'home'
  useEffect(() => {
    if (!isHome && !loaded) loadTitles().then(setLoaded, () => undefined)
  }, [isHome, loaded])
  return isHome ? t`Today's matches` : (loaded?.pageTitle(i18n, page) ?? '')
}
