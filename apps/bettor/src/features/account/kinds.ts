import { useLingui } from '@lingui/react/macro'

/** Transaction kinds that a statement can be filtered by. */
export const kinds = [
  'deposit',
  'withdrawal',
  'withdrawal_released',
  'stake',
  'win',
  'refund',
  'cash_out',
  'prize',
  'correction',
  'rollback',
  'returnable',
  'return',
  'return_released',
  'bonus_granted',
  'bonus_stake',
  'bonus_win',
  'bonus_refund',
  'bonus_cash_out',
  'bonus_correction',
  'bonus_converted',
  'bonus_restored',
  'bonus_expired',
  'bonus_cancelled',
] as const

type Kind = (typeof kinds)[number] | 'test_money'

/** Returns the label of a transaction kind; kinds this build does not know keep the ledger's name. */
export function useKindText(): (kind: string) => string {
  const { t } = useLingui()
  return (kind) => {
    const labels: Readonly<Record<Kind, string>> = {
      deposit: t`Deposit`,
      withdrawal: t`Withdrawal`,
      withdrawal_released: t`Withdrawal returned`,
      stake: t`Stake`,
      win: t`Winnings`,
      refund: t`Refund`,
      cash_out: t`Cash-out`,
      prize: t`Prize`,
      correction: t`Result correction`,
      rollback: t`Round cancelled`,
      returnable: t`Deposit to be returned`,
      return: t`Returned to sender`,
      return_released: t`Return failed`,
      bonus_granted: t`Bonus received`,
      bonus_stake: t`Stake from bonus`,
      bonus_win: t`Winnings to bonus`,
      bonus_refund: t`Refund to bonus`,
      bonus_cash_out: t`Cash-out to bonus`,
      bonus_correction: t`Result correction of bonus`,
      bonus_converted: t`Bonus became cash`,
      bonus_restored: t`Bonus restored`,
      bonus_expired: t`Bonus expired`,
      bonus_cancelled: t`Bonus cancelled`,
      test_money: t`Test money`,
    }
    const byKind: Readonly<Record<string, string | undefined>> = labels
    return (Object.hasOwn(byKind, kind) && byKind[kind]) || kind.replaceAll('_', ' ')
  }
}
