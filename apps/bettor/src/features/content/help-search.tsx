import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Block } from '@nare/contract/pages'
import { Field } from '@nare/ui/field'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'wouter'
import { useApp } from '../../state/hooks.ts'
import { findHelp } from './find-help.ts'
import style from './content.module.css'

/** Searches a page's questions as they are typed; arrow keys move between field and answers. Without an answer it says how to reach us. */
export function HelpSearch({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const hits = findHelp(blocks, typed)
  const isAsked = typed.trim().length >= 2
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const stops = [...(list.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const next = stops[stops.findIndex((one) => one === document.activeElement) + step]
    if (step === 0 || !next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <div ref={list} className={style.search} role="search" onKeyDown={move}>
      <Field
        label={t`Search help`}
        type="search"
        name="help"
        autoComplete="off"
        maxLength={60}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status" className="unseen">
        {isAsked && (hits.length > 0 ? <Plural value={hits.length} one="# answer" other="# answers" /> : t`No answer`)}
      </p>
      {hits.length > 0 && (
        <ul aria-label={t`Answers`}>
          {hits.map(({ id, title, text }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
              {text !== '' && <small>{text}</small>}
            </li>
          ))}
        </ul>
      )}
      {isAsked && hits.length === 0 && <Contact />}
    </div>
  )
}

/** How to reach the house, by its settings. */
function Contact() {
  const contacts = useApp(({ data }) => data.app_config?.contacts)
  const [phone, email] = [contacts?.['phone'], contacts?.['email']]
  return (
    <div className={style.contact}>
      <p>
        <Trans>No answer to that here. Ask us:</Trans>
      </p>
      <ul>
        <li>
          <Link href="/profile?tab=complaints">
            <Trans>Write to us</Trans>
          </Link>
        </li>
        {phone && (
          <li>
            <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
          </li>
        )}
        {email && (
          <li>
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        )}
      </ul>
    </div>
  )
}
