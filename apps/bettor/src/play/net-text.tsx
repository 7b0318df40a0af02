import { Trans } from '@lingui/react/macro'

/** What "net" counts, below totals whose stakes include open bets. */
export const NetText = () => <Trans>Net is what you won or lost. Open bets count once they settle.</Trans>
