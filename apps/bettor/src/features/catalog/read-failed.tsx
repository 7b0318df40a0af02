import { Trans } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { FailedText } from './failed-text.tsx'

/** The reason why a list or a match could not be loaded, with a button that requests it again. */
export function ReadFailed({ failed, again }: { failed: Failed; again: () => void }) {
  return (
    <>
      <Notice>
        <FailedText failed={failed} />
      </Notice>
      <Button onClick={again}>
        <Trans>Retry</Trans>
      </Button>
    </>
  )
}
