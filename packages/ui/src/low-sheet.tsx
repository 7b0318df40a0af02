import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import style from './low-sheet.module.css'
import sheet from './sheet.module.css'
import { useDialog } from './sheet.tsx'

type LowSheetProps = {
  open: boolean
  title: string
  closeLabel: string
  onClose: () => void
  /** The handle at the top shows the whole sheet. */
  expandLabel: string
  onExpand: () => void
  children: ReactNode
}

/** A low bottom sheet with which the page above stays usable; Esc, Back and the close button close it. */
export function LowSheet({ open, title, closeLabel, onClose, expandLabel, onExpand, children }: LowSheetProps) {
  const dialog = useDialog(open, onClose, (element) => element.show())
  const onKey = useEffectEvent(({ key }: KeyboardEvent): void => {
    if (key === 'Escape' && !document.querySelector(':modal')) onClose()
  })
  useEffect(() => {
    if (!open) return undefined
    const press = (event: KeyboardEvent): void => onKey(event)
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [open])
  return (
    <dialog
      ref={dialog}
      className={`${sheet.sheet} ${style.low}`}
      aria-label={title}
      data-low
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected && !currentTarget.open && open) onClose()
      }}
      onCancel={onClose}
    >
      {open && (
        <>
          <button type="button" className={style.handle} aria-label={expandLabel} onClick={onExpand} />
          <button type="button" className={`${sheet.close} ${style.close}`} aria-label={closeLabel} onClick={onClose}>
            <Icon name="x" />
          </button>
          {children}
        </>
      )}
    </dialog>
  )
}
