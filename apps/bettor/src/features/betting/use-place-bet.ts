import { useLingui } from '@lingui/react/macro'
import { notify } from '../../notices/notices.ts'
import { lastStake } from '../../slip/use-stake.ts'
import { stored } from '../../state/browser.ts'
import { useSend } from '../../state/hooks.ts'
import { placeSlip } from './place-slip.ts'
import { tools } from './tools.ts'
import { validate } from './validation.ts'

/** Places the slip at a stake (decimal text) and stores it as the last stake; validates the slip again after a refusal. */
export function usePlaceBet(): (stake: string) => void {
  const { t } = useLingui()
  const send = useSend()
  return (stake) => {
    stored.write(lastStake.sports, stake)
    void send(placeSlip(stake, tools)).then(({ placed, isReferred, refusal }) => {
      if (placed > 0 && !isReferred) notify({ message: t`Bet placed` })
      if (refusal) void send(validate(stake))
    })
  }
}
