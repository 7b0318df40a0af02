import { lastStake } from '../../slip/use-stake.ts'
import { stored } from '../../state/browser.ts'
import { useSend } from '../../state/hooks.ts'
import { placeSlip } from './place-slip.ts'
import { tools } from './tools.ts'
import { validate } from './validation.ts'

/** Places the slip at a stake (decimal text) and stores it as the last stake once it is placed; validates the slip again after a refusal. */
export function usePlaceBet(): (stake: string) => void {
  const send = useSend()
  return (stake) => {
    void send(placeSlip(stake, tools)).then(({ placed, refusal }) => {
      if (placed > 0 && stake !== '') stored.write(lastStake.sports, stake)
      if (refusal) void send(validate(stake))
    })
  }
}
