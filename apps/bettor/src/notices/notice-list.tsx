import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { dismiss, useNotice } from './notices.ts'
import style from './notices.module.css'

/** The dialog opened last. */
const openDialog = (): Element | undefined => [...document.querySelectorAll('dialog[open]')].at(-1)

function onClosed(changed: () => void): () => void {
  document.addEventListener('close', changed, true)
  return () => document.removeEventListener('close', changed, true)
}

/**
 * The notice: at the top for the end of a session, otherwise above the bottom bars. While a sheet is open it is inside the sheet, at
 * the top of the screen: a modal dialog covers the rest of the page and makes it inert.
 */
export function Notices() {
  const notice = useNotice()
  const dialog = useSyncExternalStore(onClosed, openDialog, () => undefined)
  const place = (
    <div role="status" className={`${style.place} ${notice?.top || dialog ? style.top : style.bottom}`}>
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
