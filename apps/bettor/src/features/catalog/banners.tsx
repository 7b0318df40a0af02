import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { Link } from 'wouter'
import { useBusy } from '../../loading/busy.tsx'
import { stored } from '../../state/browser.ts'
import { loadBanners } from '../../state/calls-banners.ts'
import { useApp } from '../../state/hooks.ts'
import type { AppStore } from '../../state/store.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { useRead } from '../../state/use-read.ts'
import { HouseBanner, houseBanners } from './house-banners.tsx'
import style from './banners.module.css'

/** The banners of the house and of the operator's files in a row that scrolls sideways; hidden during a break. Each has its size before its image loads. */
export function Banners() {
  const { i18n } = useLingui()
  const store = useStore() as AppStore
  const pause = useExclusion()
  const banners = useApp(({ data }) => data.carousel_banners)
  const lang = i18n.locale === 'sw' ? 'sw' : 'en'
  const house = useRead(houseBanners, pause ? undefined : { lang })
  const shown = house.body?.data ?? []
  const [loading, setLoading] = useState(true)
  const isEmpty = banners.length === 0 && shown.length === 0
  useBusy((loading || (house.loading && !house.failed)) && isEmpty)
  useEffect(() => {
    void loadBanners(store, stored, 'front').finally(() => setLoading(false))
  }, [store])
  if (pause || isEmpty) return null
  return (
    <ul className={style.row}>
      {shown.map((one) => (
        <HouseBanner key={one.banner_id} of={one} />
      ))}
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
