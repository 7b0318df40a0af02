import { Trans } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useEffect, useEffectEvent, type ReactNode } from 'react'

/** Why something could not be read, with a button that requests it again; it is also requested once the network is back. */
export function Retry({ why, again, isBusy = false }: { why: ReactNode; again: () => void; isBusy?: boolean }) {
  const read = useEffectEvent(again)
  useEffect(() => {
    const back = (): void => read()
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  }, [])
  return (
    <>
      <Notice>{why}</Notice>
      <Button disabled={isBusy} onClick={again}>
        <Trans>Retry</Trans>
      </Button>
    </>
  )
}
