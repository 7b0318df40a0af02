import { Trans } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'

/** Why a list or a match could not be loaded, with a button that requests it again. */
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

/** The reason without the notice. The translations of failures load with the lazy screens, so only `no_answer` is translated here. */
export function FailedText({ failed }: { failed: Failed }) {
  return failed.code === 'no_answer' ? <Trans>No connection. Please try again</Trans> : failed.error
}
