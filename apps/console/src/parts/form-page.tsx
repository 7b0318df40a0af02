import type { ReactNode } from 'react'
import { Head } from './controls.tsx'
import style from './form-page.module.css'

/** A page that is one form. */
export function FormPage({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <div className={style.page}>
      <Head title={title} about={about} />
      <div className={style.form}>{children}</div>
    </div>
  )
}

/** Fields of a form side by side, as many as the width has room for. */
export function FieldLine({ children }: { children: ReactNode }) {
  return <div className={style.fields}>{children}</div>
}

/** Several fields under one name, with what the server said of all of them. */
export function FieldGroup({
  name,
  about,
  error,
  children,
}: {
  name: string
  about?: string
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <div role="group" aria-label={name} className={style.group}>
      <p className={style.legend}>
        {name}
        {about}
      </p>
      {error !== undefined && <p className={style.error}>{error}</p>}
      {children}
    </div>
  )
}
