import { Trans } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import type { ReactNode } from 'react'

/** Why something could not be loaded, with a button that requests it again. */
export function Retry({ why, again, isBusy = false }: { why: ReactNode; again: () => void; isBusy?: boolean }) {
  return (
    <>
      <Notice>{why}</Notice>
      <Button disabled={isBusy} onClick={again}>
        <Trans>Retry</Trans>
      </Button>
    </>
  )
}
