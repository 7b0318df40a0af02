import { useLingui } from '@lingui/react/macro'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useFeature } from '../../state/use-feature.ts'
import style from './profile.module.css'

const all = [
  'overview',
  'bonus',
  'limits',
  'statement',
  'messages',
  'security',
  'documents',
  'complaints',
  'preferences',
] as const
export type Tab = (typeof all)[number]

const peekPx = 48

/** The available tabs: the bonus tab only if the operator gives bonuses. */
export function useTabs(): readonly Tab[] {
  const hasBonus = useFeature('bonus')
  return hasBonus ? all : all.filter((tab) => tab !== 'bonus')
}

/** The tabs of the profile in one scrolling line; an edge fades if there is more in its direction. */
export function ProfileTabs({ here }: { here: Tab }) {
  const { t, i18n } = useLingui()
  const tabs = useTabs()
  const strip = useRef<HTMLElement>(null)
  const [hidden, setHidden] = useState({ before: false, after: false })
  const updateFades = (): void => {
    const line = strip.current
    if (line) setHidden(hiddenOf(line))
  }
  useLayoutEffect(() => {
    const line = strip.current
    const tab = line?.querySelector<HTMLElement>('[aria-current]')
    if (!line || !tab) return
    // The tab before the selected one stays visible.
    line.scrollLeft = tab.offsetLeft - line.offsetLeft - peekPx
    setHidden(hiddenOf(line))
  }, [here, i18n.locale])
  useEffect(() => {
    const onResize = (): void => setHidden(strip.current ? hiddenOf(strip.current) : { before: false, after: false })
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [])
  const tabNames: Readonly<Record<Tab, string>> = {
    overview: t`Overview`,
    bonus: t`Bonus`,
    limits: t`Limits and breaks`,
    statement: t`Statement`,
    messages: t`Messages`,
    security: t`Security`,
    documents: t`Documents`,
    complaints: t`Complaints`,
    preferences: t`Preferences`,
  }
  return (
    <nav
      ref={strip}
      className={style.tabs}
      aria-label={t`Parts of the profile`}
      data-before={hidden.before || undefined}
      data-after={hidden.after || undefined}
      onScroll={updateFades}
    >
      {tabs.map((tab) => (
        <Link key={tab} href={`/profile?tab=${tab}`} aria-current={tab === here ? 'page' : undefined}>
          {tabNames[tab]}
        </Link>
      ))}
    </nav>
  )
}

/** The sides of a scrolling line with hidden content; ignores one pixel of rounding. */
function hiddenOf({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): { before: boolean; after: boolean } {
  return { before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 }
}
