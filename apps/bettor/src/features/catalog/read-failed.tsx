import { Trans } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { Notice } from '@nare/ui/notice'

/** Why a list or a match could not be loaded. The translated failure texts are in the catalogue of the lazy screens, so only `no_answer` is translated here. */
export function ReadFailed({ failed }: { failed: Failed }) {
  return (
    <Notice>
      <FailedText failed={failed} />
    </Notice>
  )
}

/** The reason alone, for a place that is a notice already. */
export function FailedText({ failed }: { failed: Failed }) {
  return failed.code === 'no_answer' ? <Trans>No connection. Please try again</Trans> : failed.error
}
