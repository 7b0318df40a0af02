import type { ReactNode } from 'react'
import style from './field.module.css'

/** A message about a whole form: an error, a success or information; announced once to screen readers. */
export function Notice({ tone = 'bad', children }: { tone?: 'bad' | 'good' | 'info'; children: ReactNode }) {
  if (!children) return null
  return (
    <p role={tone === 'bad' ? 'alert' : 'status'} className={`${style.notice} ${style[tone]}`}>
      {children}
    </p>
  )
}
