import { Trans, useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { failureText } from '../../i18n/failure-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'

/** Stands for what is not read yet; where that failed, with a button to read it again. */
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
