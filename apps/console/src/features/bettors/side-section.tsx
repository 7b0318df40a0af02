import type { ReactNode } from 'react'
import style from './side.module.css'

type SectionProps = { id: string; title: string; about?: ReactNode; children: ReactNode }

/** A part of the facts beside the timeline, with its name. */
export function Section({ id, title, about, children }: SectionProps) {
  return (
    <section className={style.section} aria-labelledby={`bettor-${id}`}>
      <header>
        <h2 id={`bettor-${id}`}>{title}</h2>
        <span className="t3">{about}</span>
      </header>
      <div className={style.body}>{children}</div>
    </section>
  )
}
