import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import style from './sheet.module.css'

type SheetProps = {
  open: boolean
  title: ReactNode
  closeLabel: string
  onClose: () => void
  children: ReactNode
  tall?: boolean
}

/** A native modal dialog: a bottom sheet on phones, centred on wider screens; Esc and the close button close it. */
export function Sheet({ open, title, closeLabel, onClose, children, tall = false }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) element.showModal()
    if (!open && element.open) element.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className={style.sheet}
      data-tall={tall || undefined}
      aria-label={typeof title === 'string' ? title : undefined}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {open && (
        <div className={style.inside}>
          <header className={style.head}>
            <h2>{title}</h2>
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
