import { useEffectEvent, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { Icon } from './icon.tsx'
import { sheetHistory } from './sheet-history.ts'
import style from './sheet.module.css'

type SheetProps = {
  open: boolean
  title: ReactNode
  closeLabel: string
  onClose: () => void
  children: ReactNode
  tall?: boolean
  /** Controls between the title and the close button. */
  tools?: ReactNode
  /** On wider screens at the end of the top bar instead of the centre: a menu. */
  corner?: boolean
}

let entries: ReturnType<typeof sheetHistory> | undefined

/** Opens a dialog and gives it an entry in the browser's history. Closes it before it is removed, which returns the focus to what opened it. */
export function useDialog(open: boolean, onClose: () => void, show: (dialog: HTMLDialogElement) => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const onBack = useEffectEvent(onClose)
  const onShow = useEffectEvent(show)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    if (!element.open) onShow(element)
    entries ??= sheetHistory(window)
    const onClosed = entries.onOpen(() => onBack())
    return () => {
      element.close()
      // The event of a dialog that is removed with its parent does not reach the document.
      document.dispatchEvent(new Event('close'))
      onClosed()
    }
  }, [open])
  return dialog
}

/** A native modal dialog: a bottom sheet on phones, centred on wider screens; Esc, Back and the close button close it. */
export function Sheet({ open, title, closeLabel, onClose, children, tall = false, corner = false, tools }: SheetProps) {
  const dialog = useDialog(open, onClose, (element) => element.showModal())
  const onNativeClose = ({ currentTarget }: SyntheticEvent<HTMLDialogElement>): void => {
    if (currentTarget.isConnected && !currentTarget.open && open) onClose()
  }
  /** Esc fires `cancel`. The later `close` event may arrive after a key press has opened the sheet again. */
  const onOwn = ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>): unknown =>
    target === currentTarget && onClose()
  return (
    <dialog
      ref={dialog}
      className={style.sheet}
      data-tall={tall || undefined}
      data-corner={corner || undefined}
      aria-label={typeof title === 'string' ? title : undefined}
      onClose={onNativeClose}
      onCancel={onOwn}
      onClick={onOwn}
    >
      {open && (
        <div className={style.inside}>
          <header className={style.head}>
            <h2>{title}</h2>
            {tools}
            <button type="button" className={style.close} aria-label={closeLabel} onClick={onClose}>
              <Icon name="x" />
            </button>
          </header>
          <div className={style.body}>{children}</div>
        </div>
      )}
    </dialog>
  )
}
