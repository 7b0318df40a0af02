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
  'returnable',
  'return',
  'return_released',
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
      returnable: t`Deposit to be returned`,
      return: t`Returned to sender`,
      return_released: t`Return failed`,
      test_money: t`Test money`,
    }
    const byKind: Readonly<Record<string, string | undefined>> = labels
    const [base = '', bonus] = kind.split('bonus_').reverse()
    const label = (Object.hasOwn(byKind, base) && byKind[base]) || base.replaceAll('_', ' ')
    return bonus === undefined ? label : `${t`Bonus`} ${label}`
  }
}
