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

type Kind =
  | (typeof kinds)[number]
  | 'test_money'
  | 'stake_released'
  | `bonus_${'granted' | 'expired' | 'cancelled' | 'converted' | 'restored'}`

/** Returns the label of a transaction kind; kinds this build does not know keep the ledger's name. */
export function useKindText(): (kind: string) => string {
  const { t } = useLingui()
  return (kind) => {
    const labels: Readonly<Record<Kind, string>> = {
      deposit: t`Deposit`,
      withdrawal: t`Withdrawal`,
      withdrawal_released: t`Withdrawal returned`,
      stake: t`Stake`,
      stake_released: t`Bet not placed`,
      win: t`Winnings`,
      refund: t`Refund`,
      cash_out: t`Cash-out`,
      prize: t`Prize`,
      correction: t`Result correction`,
      returnable: t`Deposit to be returned`,
      return: t`Returned to sender`,
      return_released: t`Return failed`,
      test_money: t`Test money`,
      bonus_granted: t`Bonus received`,
      bonus_expired: t`Bonus expired`,
      bonus_cancelled: t`Bonus given up`,
      bonus_converted: t`Bonus turned into cash`,
      bonus_restored: t`Bonus correction`,
    }
    const byKind: Readonly<Record<string, string | undefined>> = labels
    const own = (name: string) => (Object.hasOwn(byKind, name) ? byKind[name] : undefined)
    const [base = '', bonus] = kind.split('bonus_').reverse()
    const label = own(kind) ?? own(base) ?? base.replaceAll('_', ' ')
    return bonus === undefined || own(kind) ? label : t`${label} (bonus)`
  }
}
