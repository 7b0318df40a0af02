import { useLingui } from '@lingui/react/macro'

/** Transaction kinds that a statement can be filtered by. */
export const kinds = [
  'deposit',
  'withdrawal',
  'withdrawal_released',
  'stake',
  'stake_released',
  'win',
  'refund',
  'cash_out',
  'prize',
  'bonus_granted',
  'bonus_stake',
  'bonus_win',
  'bonus_converted',
  'bonus_expired',
  'correction',
  'returnable',
  'return',
  'return_released',
  'returnable_freed',
] as const

type Kind =
  | Exclude<(typeof kinds)[number], 'bonus_stake' | 'bonus_win'>
  | 'test_money'
  | 'bonus_cancelled'
  | 'bonus_restored'
  | 'correction_credit'
  | 'correction_debit'

/** Returns the label of a transaction kind; a kind unknown to this build keeps its name in the ledger. */
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
      returnable: t`Deposit to be sent back`,
      return: t`Deposit sent back`,
      return_released: t`Deposit couldn't be sent back`,
      returnable_freed: t`Deposit added after all`,
      test_money: t`Test money`,
      bonus_granted: t`Bonus received`,
      bonus_expired: t`Bonus expired`,
      bonus_cancelled: t`Bonus given up`,
      bonus_converted: t`Bonus turned into cash`,
      bonus_restored: t`Bonus correction`,
      correction_credit: t`Correction`,
      correction_debit: t`Correction`,
    }
    const byKind: Readonly<Record<string, string | undefined>> = labels
    const labelOf = (name: string) => (Object.hasOwn(byKind, name) ? byKind[name] : undefined)
    const [base = '', bonus] = kind.split('bonus_').reverse()
    const label = labelOf(kind) ?? labelOf(base) ?? base.replaceAll('_', ' ')
    return bonus === undefined || labelOf(kind) ? label : t`${label} (bonus)`
  }
}
