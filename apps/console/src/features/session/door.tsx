import type { ReactNode } from 'react'
import style from './door.module.css'

/** The page around the login and the enrolment. */
export function Door({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={style.door}>
      <main className={style.box}>
        <div className="kanga" />
        <div className={style.inside}>
          <p className={style.brand}>
            <b>nare</b> console
          </p>
          <h1>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  )
}
