import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import style from './page-tabs.module.css'

/** The pages of a room as links in a line. Where the line is longer than the window, the open page is scrolled into sight. */
export function PageTabs({ label, children }: { label: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const line = useRef<HTMLElement>(null)
  useEffect(() => {
    const open = line.current?.querySelector('[aria-current=page]')
    open?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav ref={line} className={style.pages} aria-label={label}>
      {children}
    </nav>
  )
}

/** Some of the pages of a room that has many, under a name. Groups stand in as many lines as they need, on a phone in one. */
export function PageGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={style.group} role="group" aria-label={name}>
      <span aria-hidden>{name}</span>
      {children}
    </div>
  )
}
