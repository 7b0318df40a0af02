import type { ReactNode } from 'react'
import style from './figures.module.css'

/** A figure of a room: what it is, its value, and what it is made of. */
export type Figure = { readonly label: string; readonly value: ReactNode; readonly about?: ReactNode }

/** The figures of a room in a line below its head. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <section className={style.figures} aria-label={label}>
      {figures.map(({ label: name, value, about }) => (
        <div key={name}>
          <h2>{name}</h2>
          <b>{value}</b>
          {about !== undefined && <p>{about}</p>}
        </div>
      ))}
    </section>
  )
}
