import { Trans } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import { useSyncExternalStore } from 'react'
import { line } from '../state/browser.ts'
import style from './header.module.css'

export const useLine = (): boolean => useSyncExternalStore(line.listen, line.isOpen)

/** Said while the live line is down: prices on the screen may be old. It lies over the page and moves nothing. */
export function LineNotice() {
  if (useLine()) return null
  return (
    <div className={style.line} role="status">
      <Icon name="alert" size={16} />
      <Trans>No live connection. Prices may be old.</Trans>
    </div>
  )
}
