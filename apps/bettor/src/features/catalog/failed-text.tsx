import { Trans } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'

/** The reason of a failed load. The translations of failures load with the lazy screens, so only `no_answer` is translated here. */
export function FailedText({ failed }: { failed: Failed }) {
  return failed.code === 'no_answer' ? <Trans>No connection. Please try again</Trans> : failed.error
}
