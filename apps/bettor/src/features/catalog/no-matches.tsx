import { Trans } from '@lingui/react/macro'
import { EmptyState } from '@nare/ui/empty-state'
import { Link } from 'wouter'

/** A list without matches, with the way to the next ones. */
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
