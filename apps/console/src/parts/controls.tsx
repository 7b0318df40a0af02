import type { ReactNode } from 'react'
import { keyText } from './keys.ts'
import style from './controls.module.css'

/** Keys as they stand on a keyboard. */
export function Keys({ names }: { names: readonly string[] }) {
  return names.flatMap((name) => keyText(name).split(' ')).map((key, at) => <kbd key={at}>{key}</kbd>)
}

type Tone = 'amber' | 'up' | 'down' | 'live'

/** A small label. Amber asks for a person. */
export function Tag({ tone, children }: { tone?: Tone | undefined; children: ReactNode }) {
  return (
    <span className={style.tag} data-tone={tone}>
      {children}
    </span>
  )
}

/** The head of a room: its title, what stands beside it, and at the end its tools. */
export function Head({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) {
  return (
    <div className={style.head}>
      <h1>{title}</h1>
      {about !== undefined && <span className={style.about}>{about}</span>}
      <span className={style.tools}>{children}</span>
    </div>
  )
}

/** The heading of a part of a page; beside it in small type a note, a link or a field. */
export function SectionHead({ id, title, children }: { id: string; title: ReactNode; children?: ReactNode }) {
  return (
    <div className={style.section}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  )
}

type ChipsProps = {
  label: string
  children: ReactNode
  /** Whether it is a line of the page by itself, below its pages. */ isLine?: boolean
}

/** A choice of several, each a link or a button, in one line. */
export function Chips({ label, children, isLine }: ChipsProps) {
  return (
    <nav className={style.chips} aria-label={label} data-line={isLine || undefined}>
      {children}
    </nav>
  )
}

/** The sentence of a queue or a list without rows. */
export function Empty({ children = 'Nothing waits.' }: { children?: ReactNode }) {
  return <p className={style.empty}>{children}</p>
}

/** Facts as pairs of a label and a value. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={style.facts}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
