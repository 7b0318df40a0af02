import { useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { notify } from '../../../notices/notices.ts'
import { useApp, useSend } from '../../../state/hooks.ts'
import { useRetryUntilResolved } from '../../../commands/use-retry-until-resolved.ts'
import { resolveCashOuts, type Paid } from './cash-out-bet.ts'
import { tools } from './tools.ts'

/** Looks up cash-outs of earlier visits without a response, and shows a notice for each one that was paid. */
export function useLostCashOuts(): void {
  const { t } = useLingui()
  const text = useAmountText()
  const send = useSend()
  const owner = useApp(({ auth }) => auth.user?.id)
  const announce = ({ bet, amount }: Paid): void =>
    notify({ message: t`Bet #${bet.bet_id} cashed out · ${text(amount)}` })
  const resolve = (): Promise<boolean> => send(resolveCashOuts(tools, announce))
  useRetryUntilResolved(resolve, owner)
}
