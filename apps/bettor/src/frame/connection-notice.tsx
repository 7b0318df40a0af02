import { Plural, Trans } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import { useEffect } from 'react'
import { offlineSince } from '../pwa/register.ts'
import { useSignal } from '../state/signal.ts'
import { useConfirmed, useConnected } from '../state/use-connected.ts'
import style from './header.module.css'
import { useNow } from '../state/use-now.ts'

/** A connection that is alive answers sooner, and then nothing is marked. The notice has the same delay, in its style. */
const markAfterMs = 300

/**
 * Shown above the bottom bars while the live connection is lost or, after a return to the page, not yet known to be alive, because prices may
 * be old. It shifts no content. Meanwhile all prices are marked by one attribute of the document, so that none is rendered again.
 */
export function ConnectionNotice() {
  const cachedMs = useSignal(offlineSince)
  const [isConnected, isConfirmed] = [useConnected(), useConfirmed()]
  const areOld = !isConnected || !isConfirmed || cachedMs !== undefined
  useEffect(() => {
    if (!areOld) return
    const { dataset } = document.documentElement
    const timer = setTimeout(() => (dataset['prices'] = 'old'), markAfterMs)
    return () => {
      clearTimeout(timer)
      delete dataset['prices']
    }
  }, [areOld])
  if (!areOld) return null
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

/** Shown offline: the age of the page in minutes, rounded up, and that no bet can be placed. */
function Age({ cachedMs }: { cachedMs: number }) {
  const minutes = Math.max(1, Math.ceil((useNow(60_000) - cachedMs) / 60_000))
  return (
    <Plural
      value={minutes}
      one="You're offline; betting is paused. This page is # minute old"
      other="You're offline; betting is paused. This page is # minutes old"
    />
  )
}
