import { useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { Link } from 'wouter'
import { useBusy } from '../../loading/busy.tsx'
import { stored } from '../../state/browser.ts'
import { loadBanners } from '../../state/calls-banners.ts'
import { useApp } from '../../state/hooks.ts'
import type { AppStore } from '../../state/store.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import style from './banners.module.css'

/** The operator's banners in a row that scrolls sideways; hidden during a break. Each banner has its size before its image loads. */
export function Banners() {
  const store = useStore() as AppStore
  const pause = useExclusion()
  const banners = useApp(({ data }) => data.carousel_banners)
  const [loading, setLoading] = useState(true)
  useBusy(loading && banners.length === 0)
  useEffect(() => {
    void loadBanners(store, stored, 'front').finally(() => setLoading(false))
  }, [store])
  if (pause || banners.length === 0) return null
  return (
    <ul className={style.row}>
      {banners.map(({ id, image, title, link }) => (
        <li key={id}>
          {link.startsWith('/') ? (
            <Link href={link}>
              <img src={image} alt={title} width={320} height={120} loading="lazy" decoding="async" />
            </Link>
          ) : (
            <a href={link} rel="noreferrer">
              <img src={image} alt={title} width={320} height={120} loading="lazy" decoding="async" />
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
