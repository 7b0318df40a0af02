import { useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { failureText } from '../../i18n/failure-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { Retry } from '../../loading/retry.tsx'

/** A skeleton while data loads; after a failure the reason and a button that requests the data again. */
export function Unread({ failed, again }: { failed: Failed | undefined; again: () => void }) {
  const { i18n } = useLingui()
  if (!failed) return <Skeleton rows={8} />
  return <Retry why={failureText(i18n, failed)} again={again} />
}
