import { Trans } from '@lingui/react/macro'
import { EmptyState } from '@nare/ui/empty-state'
import { Link } from 'wouter'

/** Shown in place of an empty list, with a link to the next matches. */
export function NoMatches() {
  return (
    <EmptyState
      drawing="matches"
      action={
        <Link href="/?when=upcoming">
          <Trans>See upcoming matches</Trans>
        </Link>
      }
    >
      <Trans>No matches here now.</Trans>
    </EmptyState>
  )
}
