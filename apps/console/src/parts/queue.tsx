import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { useKeys } from './keys.ts'
import style from './queue.module.css'

type Props = {
  /** The list, which stays while the panel is open. */
  readonly children: ReactNode
  /** What is chosen, on the right; undefined closes the panel. */
  readonly panel: ReactNode
  readonly label: string
  readonly onClose: () => void
}

/** A list with a panel on its right. On a phone the panel covers the list. Esc closes it. */
export function Queue({ children, panel, label, onClose }: Props) {
  const isOpen = panel !== undefined && panel !== null
  useKeys([{ keys: ['Escape'], label: 'close', press: onClose, on: isOpen }])
  return (
    <div className={style.split} data-open={isOpen || undefined}>
      <div className={style.list}>{children}</div>
      {isOpen && (
        <aside className={style.panel} aria-label={label}>
          <button type="button" className={style.back} onClick={onClose}>
            <Icon name="left" size={16} /> Back to the list
          </button>
          {panel}
        </aside>
      )}
    </div>
  )
}
