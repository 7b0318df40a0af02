import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import style from './dialog.module.css'

type Props = {
  readonly open: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Leaves the title to screen readers. */
  readonly bare?: boolean
}

/** A dialog above the page; Esc, a press outside and the button close it, and the focus returns to where it was. */
export function Dialog({ open, title, onClose, children, bare = false }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={style.behind} />
        <Base.Popup className={style.dialog} data-bare={bare || undefined}>
          <header className={bare ? 'unseen' : style.head}>
            <Base.Title>{title}</Base.Title>
            {!bare && (
              <Base.Close className={style.close} aria-label="Close">
                <Icon name="x" size={16} />
              </Base.Close>
            )}
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
