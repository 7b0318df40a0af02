import { Trans } from '@lingui/react/macro'
import { EmptySlip } from '../../slip/slip.tsx'
import { LoadCode } from './load-code.tsx'

/** An empty slip: what to do, and the field for a booking code. */
export function IdleSlip() {
  return (
    <>
      <EmptySlip href="/my-bets" link={<Trans>My bets</Trans>}>
        <Trans>Your slip is empty. Tap a price to add a pick</Trans>
      </EmptySlip>
      <LoadCode onLoaded={() => {}} />
    </>
  )
}
