import type { Failed } from '@nare/client/call'
import { Retry } from '../../loading/retry.tsx'
import { FailedText } from './failed-text.tsx'

/** The reason why a list or a match could not be loaded, with a button that requests it again. */
export function ReadFailed({ failed, again }: { failed: Failed; again: () => void }) {
  return <Retry why={<FailedText failed={failed} />} again={again} />
}
