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
  /** A low sheet with which the page above stays usable; its handle shows the whole sheet. */
  low?: { label: string; onExpand: () => void } | undefined
}

let entries: ReturnType<typeof sheetHistory> | undefined

/** A native modal dialog: a bottom sheet on phones, centred on wider screens; Esc, Back and the close button close it. A low one is not modal. */
export function Sheet({
  open,
  title,
  closeLabel,
  onClose,
  children,
  tall = false,
  corner = false,
  tools,
  low,
}: SheetProps) {
  const isLow = low !== undefined
  const dialog = useRef<HTMLDialogElement>(null)
  const onBack = useEffectEvent(onClose)
  // Closes the dialog before it is removed, which returns the focus to the element that opened it.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    if (!element.open && isLow) element.show()
    else if (!element.open) element.showModal()
    entries ??= sheetHistory(window)
    const onClosed = entries.onOpen(() => onBack())
    return () => {
      element.close()
      // The event of a dialog that is removed with its parent does not reach the document.
      document.dispatchEvent(new Event('close'))
      onClosed()
    }
  }, [open, isLow])
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
      data-tall={(tall && !isLow) || undefined}
      data-low={isLow || undefined}
      data-corner={corner || undefined}
      aria-label={typeof title === 'string' ? title : undefined}
      onClose={onNativeClose}
      onCancel={onOwn}
      onClick={isLow ? undefined : onOwn}
      onKeyDown={(event) => {
        // A dialog that is not modal has no key of its own.
        if (isLow && event.key === 'Escape') onClose()
      }}
    >
      {open && (
        <div className={style.inside}>
          <header className={low ? style.low : style.head}>
            {low ? (
              <button type="button" className={style.handle} aria-label={low.label} onClick={low.onExpand} />
            ) : (
              <h2>{title}</h2>
            )}
            {!low && tools}
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
