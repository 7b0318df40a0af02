import { Trans } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Link } from 'wouter'

/** Of a bet that was edited: the one that took its place, and the one whose place it took. */
export function EditLinks({ bet: { replaced_by, replaces } }: { bet: BetView }) {
  return (
    <>
      {replaced_by !== undefined && (
        <p>
          <Link href={`/my-bets?bet=${replaced_by}`}>
            <Trans>Replaced by bet #{replaced_by}</Trans>
          </Link>
        </p>
      )}
      {replaces !== undefined && (
        <p>
          <Link href={`/my-bets?bet=${replaces}`}>
            <Trans>Replaces bet #{replaces}</Trans>
          </Link>
        </p>
      )}
    </>
  )
}
