import { useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { notify } from '../../../notices/notices.ts'
import { useApp, useSend } from '../../../state/hooks.ts'
import { sentBy } from '../../../state/sent-ids.ts'
import { useRetryUntilResolved } from '../../../state/use-retry-until-resolved.ts'
import { resolveTake } from './take-cash-out.ts'
import { tools } from './tools.ts'

/** Asks for the results of cash-outs whose answers were lost in an earlier visit, and shows what they paid. */
export function useLostCashOuts(): void {
  const { t } = useLingui()
  const text = useAmountText()
  const send = useSend()
  const owner = useApp(({ auth }) => auth.user?.id)
  const resolve = async (): Promise<boolean> => {
    for (const sent of sentBy(tools.ids, owner)) {
      const found = await send(resolveTake(sent, tools))
      if (found.is === 'paid') notify({ message: t`Bet #${found.bet.bet_id} cashed out · ${text(found.amount)}` })
    }
    return sentBy(tools.ids, owner).length > 0
  }
  useRetryUntilResolved(resolve, owner)
}
