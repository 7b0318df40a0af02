import { Plural, Trans } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import { offlineSince } from '../pwa/register.ts'
import { useSignal } from '../state/signal.ts'
import { useConfirmed, useConnected } from '../state/use-connected.ts'
import style from './header.module.css'
import { useNow } from '../state/use-now.ts'

/**
 * Shown above the bottom bars while the live connection is lost or, after a return to the page, not yet known to be alive, because prices may
 * be old. It shifts no content.
 */
export function ConnectionNotice() {
  const cachedMs = useSignal(offlineSince)
  const [isConnected, isConfirmed] = [useConnected(), useConfirmed()]
  if (isConnected && isConfirmed && cachedMs === undefined) return null
  return (
    <>
      <div className={style.end} />
      <div className={style.line} role="status" data-unconfirmed={!isConfirmed || undefined}>
        <Icon name="alert" size={16} />
        {cachedMs === undefined ? <Trans>Live paused. Prices may be old</Trans> : <Age cachedMs={cachedMs} />}
      </div>
    </>
  )
}

/** Shown offline: the age of the page, and that no bet can be placed. */
function Age({ cachedMs }: { cachedMs: number }) {
  const minutes = Math.max(0, Math.floor((useNow(60_000) - cachedMs) / 60_000))
  return (
    <Plural
      value={minutes}
      one="You're offline; betting is paused. This page is # minute old"
      other="You're offline; betting is paused. This page is # minutes old"
    />
  )
}
