import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { dismiss, useNotice } from './notices.ts'
import style from './notices.module.css'

/** The dialog opened last. */
const openDialog = (): Element | undefined => [...document.querySelectorAll('dialog[open]')].at(-1)

function onClosed(changed: () => void): () => void {
  document.addEventListener('close', changed, true)
  return () => document.removeEventListener('close', changed, true)
}

/** The bottom of the page where a notice is, with the bars below it. */
const bottomPx = 200
let pressed: Element | undefined
const onPress = ({ target }: Event): void => void (pressed = target as Element)

/** Whether a notice at the bottom would cover what was pressed last, which is what it is about. */
const wouldCover = (): boolean => (pressed?.getBoundingClientRect().bottom ?? 0) > innerHeight - bottomPx

/**
 * The notice: at the top for the end of a session and after a press low on the page, otherwise above the bottom bars. While a sheet is open it is inside the sheet, at
 * the top of the screen: a modal dialog covers the rest of the page and makes it inert.
 */
export function Notices() {
  const notice = useNotice()
  useEffect(() => addEventListener('click', onPress, true), [])
  const dialog = useSyncExternalStore(onClosed, openDialog, () => undefined)
  const isTop = notice && (notice.top || dialog || wouldCover())
  const place = (
    <div role="status" className={`${style.place} ${isTop ? style.top : style.bottom}`}>
      {notice && (
        <div className={style.notice}>
          <div>
            <strong>{notice.message}</strong>
            {notice.description && <span>{notice.description}</span>}
          </div>
          {notice.action && (
            <button
              type="button"
              onClick={() => {
                notice.action?.run()
                dismiss(notice.id)
              }}
            >
              {notice.action.label}
            </button>
          )}
        </div>
      )}
    </div>
  )
  return dialog ? createPortal(place, dialog) : place
}
