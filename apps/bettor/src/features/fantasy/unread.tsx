import { Trans, useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { failureText } from '../../i18n/failure-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'

/** A skeleton while data loads; after a failure the reason and a button that requests the data again. */
export function Unread({ failed, again }: { failed: Failed | undefined; again: () => void }) {
  const { i18n } = useLingui()
  if (!failed) return <Skeleton rows={8} />
  return (
    <>
      <Notice>{failureText(i18n, failed)}</Notice>
      <Button onClick={again}>
        <Trans>Retry</Trans>
      </Button>
    </>
  )
}
