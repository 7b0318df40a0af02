import type { ReactNode } from 'react'
import { Head } from './controls.tsx'
import style from './product-room.module.css'

type Props = {
  readonly title: string
  readonly about?: ReactNode
  /** What stands at the end of the head: choices of a span, a file. */
  readonly tools?: ReactNode
  /** The figures of the product below the head, as `Figures`; none for people who may not read figures. */
  readonly figures?: ReactNode
  readonly children: ReactNode
}

/** The room of a product: its head, its figures, and below them its lists with what can be done. On a phone the lists have the room of the figures. */
export function ProductRoom({ title, about, tools, figures, children }: Props) {
  return (
    <>
      <Head title={title} about={about}>
        {tools}
      </Head>
      <div className={style.figures}>{figures}</div>
      {children}
    </>
  )
}

/** What is chosen in a room: its name, facts and actions, in the panel beside the list. */
export function ProductPanel({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className={style.panel}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
