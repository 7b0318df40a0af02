import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import { Tag } from '../../parts/controls.tsx'
import { detailText } from './detail-text.ts'
import { labelOf } from '../../parts/format.ts'
import { usePages } from '../../parts/use-pages.ts'
import { serverNow, timers } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'
import { consoleSearch } from '@nare/contract/console-search'
import style from './palette.module.css'

const typedForMs = 150
const lettersMin = 2

/** The search from everywhere: arrows choose, Enter opens, Esc closes. */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title="Find anything" onClose={onClose} bare>
      {open && <Search onClose={onClose} />}
    </Dialog>
  )
}

function Search({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useId()
  const pages = usePages()
  const q = useSettled(text.trim(), typedForMs)
  const reading = { enabled: q.length >= lettersMin, isForgotten: true }
  const { data, error, isFetching, isPlaceholderData } = useRead(consoleSearch.search, { q }, reading)
  const found = q.length >= lettersMin ? (data?.data ?? []) : []
  const chosen = Math.min(at, found.length - 1)
  const open = (path: string): void => {
    const page = pageOf(path)
    if (!pages.has(page)) return
    onClose()
    pages.open(page)
  }
  // What is shown may be the answer to an earlier text: Enter opens what is found for this one, once it is there.
  const isCurrent = q === text.trim() && !isFetching && !isPlaceholderData
  const [isAwaited, setIsAwaited] = useState(false)
  const openChosen = (): void => {
    const hit = found[chosen]
    if (hit) open(hit.path)
  }
  const openAwaited = useEffectEvent(openChosen)
  useEffect(() => {
    if (isAwaited && isCurrent) openAwaited()
  }, [isAwaited, isCurrent])
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt(Math.min(Math.max(chosen + step, 0), Math.max(found.length - 1, 0)))
    else if (event.key === 'Enter' && isCurrent) openChosen()
    else if (event.key === 'Enter') setIsAwaited(true)
    else return
    event.preventDefault()
  }
  return (
    <div className={style.search}>
      <input
        className={style.field}
        role="combobox"
        aria-label="Number, name, ticket, receipt, match, code"
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-activedescendant={chosen >= 0 ? `${list}-${chosen}` : undefined}
        placeholder="Number, name, ticket, receipt, match, code…"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
          setIsAwaited(false)
        }}
        onKeyDown={press}
      />
      <ul id={list} className={style.found} role="listbox" aria-label="Found">
        {found.map(({ kind, id, title, detail, path }, index) => (
          <li
            key={`${kind} ${id}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            aria-disabled={!pages.has(pageOf(path)) || undefined}
            onClick={() => open(path)}
            onPointerMove={() => setAt(index)}
          >
            <Tag>{labelOf(kind)}</Tag>
            <b>{title}</b>
            <span>{detailText(detail, serverNow())}</span>
          </li>
        ))}
      </ul>
      <p className={style.note} role="status">
        {noteOf({ q, error: error?.message, isFetching, found: found.length })}
      </p>
    </div>
  )
}

/** The address of a result within the console. */
const pageOf = (path: string): string => path.replace(/^\/console(?=\/|$)/, '') || '/'

type Noted = { q: string; error: string | undefined; isFetching: boolean; found: number }

function noteOf({ q, error, isFetching, found }: Noted): string {
  if (q.length < lettersMin) return 'A number is found only whole.'
  if (error !== undefined) return error
  if (found > 0) return `${found} found. Arrows choose, Enter opens.`
  return isFetching ? 'Searching…' : 'Nothing found. A number is found only whole.'
}

/** A text once it has not changed for `ms`. */
function useSettled(text: string, ms: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => timers.after(ms, () => setSettled(text)), [text, ms])
  return settled
}
