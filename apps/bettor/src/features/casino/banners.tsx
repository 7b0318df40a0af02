import { useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { Link } from 'wouter'
import { useLite } from '../../preferences/use-lite.ts'
import { stored } from '../../state/browser.ts'
import { loadBanners } from '../../state/calls-banners.ts'
import { useApp } from '../../state/hooks.ts'
import type { AppStore } from '../../state/store.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import style from './front.module.css'

/** The casino banners in a row that scrolls by hand; none in Lite or during a break. */
export function CasinoBanners() {
  const lite = useLite()
  const exclusion = useExclusion()
  return lite || exclusion ? null : <Row />
}

function Row() {
  const store = useStore() as AppStore
  const all = useApp(({ data }) => data.casino_carousel_banners)
  // The card above already shows the crash game.
  const banners = all.filter(({ link }) => link !== '/nare-games/crash')
  const [loading, setLoading] = useState(true)
  useEffect(() => {
    void loadBanners(store, stored, 'casino').finally(() => setLoading(false))
  }, [store])
  if (banners.length === 0) return loading ? <div className={style.awaited} /> : null
  return (
    <ul className={style.banners}>
      {banners.map(({ id, image, title, link }) => {
        const picture = (
          <>
            <img src={image} alt={title} width={240} height={100} loading="lazy" decoding="async" />
            <b aria-hidden="true">{title}</b>
          </>
        )
        return (
          <li key={id}>
            {link.startsWith('/') ? (
              <Link href={link}>{picture}</Link>
            ) : (
              <a href={link} rel="noreferrer">
                {picture}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}
