import { useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { notify } from '../../../notices/notices.ts'
import { useApp, useSend } from '../../../state/hooks.ts'
import { unresolvedOf } from '../../../state/sent-ids.ts'
import { useRetryUntilResolved } from '../../../state/use-retry-until-resolved.ts'
import { resolveCashOut } from './cash-out-bet.ts'
import { tools } from './tools.ts'

/** Looks up cash-outs of earlier visits without a response, and shows a notice for each one that was paid. */
export function useLostCashOuts(): void {
  const { t } = useLingui()
  const text = useAmountText()
  const send = useSend()
  const owner = useApp(({ auth }) => auth.user?.id)
  const resolve = async (): Promise<boolean> => {
    for (const sent of unresolvedOf(tools.ids, owner)) {
      const found = await send(resolveCashOut(sent, tools))
      if (found.is === 'paid') notify({ message: t`Bet #${found.bet.bet_id} cashed out · ${text(found.amount)}` })
    }
    return unresolvedOf(tools.ids, owner).length > 0
  }
  useRetryUntilResolved(resolve, owner)
}
