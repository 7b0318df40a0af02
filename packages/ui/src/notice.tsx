import type { ReactNode } from 'react'
import style from './field.module.css'

/** What went wrong with a form as a whole, or what worked; said aloud once. */
export function Notice({ tone = 'bad', children }: { tone?: 'bad' | 'good' | 'info'; children: ReactNode }) {
  if (!children) return null
  return (
    <p role={tone === 'bad' ? 'alert' : 'status'} className={`${style.notice} ${style[tone]}`}>
      {children}
    </p>
  )
}
